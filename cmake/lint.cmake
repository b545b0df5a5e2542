# Checks that read the sources instead of running them. They run once, so their names have no
# prefix of a build.
set(KUFSA_TEST_PREFIX "")

kufsa_test(lint lint.format 120 "${CMAKE_SOURCE_DIR}/tools/format" --check)
kufsa_test(lint lint.tidy 60 "${NODE}" "${CMAKE_SOURCE_DIR}/tools/tidy.mjs")

kufsa_test(lint lint.catalogue 60 "${NODE}" "${catalogue_tool}")

# The page: its types, then its formatting and style.
kufsa_test(lint lint.types 120 "${CMAKE_COMMAND}" -E chdir web npm run --silent check)
kufsa_test(lint lint.biome 120 "${CMAKE_COMMAND}" -E chdir web npm run --silent lint)

kufsa_glob(scripts tests/*.test.mjs)
foreach(script IN LISTS scripts)
  cmake_path(GET script STEM LAST_ONLY name)
  string(REPLACE ".test" "" name "${name}")
  kufsa_test(lint lint.${name}_test 120 "${NODE}" "${script}")
endforeach()

# Parts of other builds: clang-tidy has to know how they are compiled.
kufsa_glob(sources src/script/*.c src/cmd/screen_none.c)
add_library(elsewhere OBJECT EXCLUDE_FROM_ALL ${sources})
target_include_directories(elsewhere PRIVATE src include)

# clang-tidy, with a stamp per file: files unchanged since they were clean are not read again.
find_program(CLANG_TIDY clang-tidy REQUIRED)
kufsa_glob(headers src/*/*.h src/*/*.def)
kufsa_glob(sources src/*/*.c)
set(stamps)
foreach(source IN LISTS sources)
  file(RELATIVE_PATH name "${CMAKE_SOURCE_DIR}" "${source}")
  set(stamp "${CMAKE_BINARY_DIR}/tidy/${name}.ok")
  cmake_path(GET stamp PARENT_PATH folder)
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND "${CLANG_TIDY}" --quiet -p "${CMAKE_BINARY_DIR}" "${source}"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "${source}" ${headers} .clang-tidy
    COMMENT "clang-tidy ${name}"
    VERBATIM)
  list(APPEND stamps "${stamp}")
endforeach()
add_custom_target(clang-tidy DEPENDS ${stamps})
kufsa_test(lint lint.clang-tidy 600
  "${CMAKE_COMMAND}" --build "${CMAKE_BINARY_DIR}" --target clang-tidy -- -k 0)
if(TEST lint.clang-tidy)
  set_tests_properties(lint.clang-tidy PROPERTIES PROCESSORS 5 COST 2000)
endif()
