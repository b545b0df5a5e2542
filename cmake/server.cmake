# The store and the server.

# The store. Of libpq only the header: the library is loaded when needed.
kufsa_library(kufsa_store src/store kufsa_system sqlite3 Threads::Threads)
if(KUFSA_POSTGRES)
  find_path(LIBPQ_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql pgsql REQUIRED)
  target_include_directories(kufsa_store SYSTEM PUBLIC "${LIBPQ_INCLUDE}")
  target_compile_definitions(kufsa_store PUBLIC KUFSA_POSTGRES)
else()
  get_target_property(sources kufsa_store SOURCES)
  list(FILTER sources EXCLUDE REGEX "/(postgres[a-z_]*|libpq)\\.c$")
  set_target_properties(kufsa_store PROPERTIES SOURCES "${sources}")
endif()

# The server: libuv, llhttp (from Debian's sources), and the page's files.
enable_language(ASM)
find_path(LLHTTP_INCLUDE llhttp.h PATHS "${KUFSA_GENERATED_DIR}/llhttp"
  /usr/share/include/llhttp REQUIRED)
find_path(LLHTTP_SOURCES llhttp.c PATHS "${KUFSA_GENERATED_DIR}/llhttp"
  /usr/share/llhttp REQUIRED)
foreach(name api http llhttp)
  list(APPEND llhttp "${LLHTTP_SOURCES}/${name}.c")
endforeach()
add_library(llhttp STATIC ${llhttp})
target_include_directories(llhttp SYSTEM PUBLIC "${LLHTTP_INCLUDE}")
target_compile_options(llhttp PRIVATE -w)
target_compile_definitions(llhttp PUBLIC LLHTTP_STRICT_MODE=1) # names of headers are words
include(cmake/page.cmake)
kufsa_library(kufsa_server src/server
  kufsa_line kufsa_store kufsa_think kufsa_words llhttp uv OpenSSL::SSL)
kufsa_hardened(kufsa_server)
# For .incbin; the compiler passes it to the assembler.
set_source_files_properties("${page_assets}.S" PROPERTIES
  COMPILE_OPTIONS "-I${page_assets}.d")
