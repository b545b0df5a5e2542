# How everything is compiled.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# CHECK and assert stay on in every build; CMake's own flags would define NDEBUG.
set(CMAKE_C_FLAGS_RELEASE "-O2 -g")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
set(CMAKE_C_FLAGS_MINSIZEREL "-Os -g")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g -fno-omit-frame-pointer")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

include_directories(src include)
add_compile_options(
  -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings
  -Wcast-qual -Wvla -Wundef -Wformat=2)
if(KUFSA_WERROR)
  add_compile_options(-Werror)
endif()
# Fused multiply-add rounds differently: bots would differ from machine to machine.
add_compile_options(-ffp-contract=off)
if(KUFSA_X86_64_V2 AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  add_compile_options(-march=x86-64-v2)
endif()

# CHECK prints paths such as src/rules/game.c, wherever the source tree is.
add_compile_options("-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/="
  "-fmacro-prefix-map=${CMAKE_BINARY_DIR}/=")

if(KUFSA_COVERAGE)
  # With several threads, the last option keeps them from overwriting each other's counts.
  add_compile_options(--coverage -O0 -fprofile-update=atomic)
  add_link_options(--coverage)
elseif(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # The same source gives the same bytes in any folder; gdb finds it from the root of the tree.
  add_compile_options("-fdebug-prefix-map=${CMAKE_SOURCE_DIR}/="
    "-fdebug-prefix-map=${CMAKE_BINARY_DIR}=.")
  add_link_options("-fdebug-prefix-map=${CMAKE_BINARY_DIR}=.")
endif()

if(KUFSA_SANITIZE)
  add_compile_options("-fsanitize=${KUFSA_SANITIZE}" -fno-sanitize-recover=all)
  add_link_options("-fsanitize=${KUFSA_SANITIZE}")
endif()
if(KUFSA_LIBFUZZER)
  # Comparisons are not traced: that took half the time, and dictionaries supply the words.
  add_compile_options(-fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp)
endif()

if(KUFSA_VALGRIND)
  add_compile_options(-gdwarf-4) # the newest from clang that valgrind 3.19 can read
endif()

if(KUFSA_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT KUFSA_LTO_WORKS LANGUAGES C)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${KUFSA_LTO_WORKS})
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # Tests link the same objects without LTO, which is fast.
    list(TRANSFORM CMAKE_C_COMPILE_OPTIONS_IPO REPLACE "^-fno-fat" "-ffat")
  endif()
endif()

# ccache needs a writable folder; without one it would fail every compilation.
find_program(CCACHE ccache)
if(KUFSA_CCACHE AND CCACHE)
  execute_process(
    COMMAND "${CCACHE}" "${CMAKE_C_COMPILER}" -xc -c /dev/null -o "${CMAKE_BINARY_DIR}/ccache.o"
    RESULT_VARIABLE ccache_fails OUTPUT_QUIET ERROR_QUIET)
  if(NOT ccache_fails)
    set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE}")
  endif()
endif()

# For src/ only: conversions are explicit, and some functions are banned.
function(kufsa_strict target)
  target_compile_options(${target} PRIVATE
    -Wconversion -Wsign-conversion -Werror=deprecated-declarations
    "$<$<COMPILE_LANGUAGE:C>:SHELL:-include ${CMAKE_SOURCE_DIR}/src/base/banned.h>")
endfunction()

# For programs exposed to the world. Not for the libraries: the rules link to nothing but mem*.
function(kufsa_hardened target)
  target_compile_options(${target} PRIVATE -fstack-protector-strong)
  if(NOT KUFSA_SANITIZE AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(${target} PRIVATE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  endif()
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now,-z,noexecstack)
  endif()
endfunction()
