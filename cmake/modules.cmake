# Builds the WebAssembly modules instead of the program and its tests. Objects, not archives: GNU
# ar makes no index of wasm objects.
find_program(NODE NAMES node nodejs REQUIRED)
enable_testing()
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)

kufsa_glob(core src/base/*.c src/rules/*.c)
add_library(core OBJECT ${core})
kufsa_strict(core)
# Unrolled loops would take the rules of the JavaScript package over their limit of 60 kB.
target_compile_options(core PRIVATE -fno-unroll-loops)

# A module exports its memory and what the source marks with export_name; it imports nothing.
function(kufsa_module name)
  add_executable(${name} ${ARGN} $<TARGET_OBJECTS:core>)
  target_link_options(${name} PRIVATE
    -mexec-model=reactor -Wl,--no-entry -Wl,--stack-first -Wl,-z,stack-size=1048576
    -Wl,--strip-debug)
  add_test(NAME ${KUFSA_TEST_PREFIX}${name}_imports
    COMMAND "${NODE}" "${CMAKE_SOURCE_DIR}/tests/wasm_imports.mjs" $<TARGET_FILE:${name}>)
  set_tests_properties(${KUFSA_TEST_PREFIX}${name}_imports PROPERTIES LABELS wasm TIMEOUT 60)
endfunction()

# What the page loads.
kufsa_glob(sources src/page/*.c src/review/*.c src/bots/*.c src/match/*.c src/table/*.c)
kufsa_module(kufsa ${sources})
kufsa_strict(kufsa)
if("laws" IN_LIST KUFSA_TESTS)
  add_test(NAME ${KUFSA_TEST_PREFIX}page
    COMMAND "${NODE}" "${CMAKE_SOURCE_DIR}/tests/wasm_page.mjs" $<TARGET_FILE:kufsa>
      "${CMAKE_SOURCE_DIR}/tests/records")
  set_tests_properties(${KUFSA_TEST_PREFIX}page PROPERTIES
    LABELS "wasm;laws" TIMEOUT 300 COST 300)
endif()

# The JavaScript package: the rules alone, and with computer players. Unused functions are left out.
kufsa_glob(sources src/script/script.c src/lib/about.c src/lib/position.c src/match/*_json.c)
kufsa_glob(bot_sources src/script/best.c src/bots/*.c)
kufsa_module(script_rules ${sources})
kufsa_module(script_bots ${sources} ${bot_sources})
foreach(module IN ITEMS script_rules script_bots)
  kufsa_strict(${module})
  target_compile_definitions(${module} PRIVATE KUFSA_VERSION="${PROJECT_VERSION}")
endforeach()

# Checks the reasons of refusals against independent judges.
if("laws" IN_LIST KUFSA_TESTS)
  add_test(NAME ${KUFSA_TEST_PREFIX}refusal
    COMMAND "${NODE}" "${CMAKE_SOURCE_DIR}/tests/wasm_refusal.mjs" $<TARGET_FILE:kufsa>)
  set_tests_properties(${KUFSA_TEST_PREFIX}refusal PROPERTIES LABELS "wasm;laws" TIMEOUT 300)
endif()

# What the page's lessons and examples say is true.
if("laws" IN_LIST KUFSA_TESTS)
  add_test(NAME ${KUFSA_TEST_PREFIX}teach
    COMMAND "${NODE}" "${CMAKE_SOURCE_DIR}/tests/wasm_teach.mjs" $<TARGET_FILE:kufsa>
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(${KUFSA_TEST_PREFIX}teach PROPERTIES LABELS "wasm;laws" TIMEOUT 120)
endif()

# The page's own tables: its worker and clients, in whole games.
if("laws" IN_LIST KUFSA_TESTS)
  add_test(NAME ${KUFSA_TEST_PREFIX}local
    COMMAND "${NODE}" "${CMAKE_SOURCE_DIR}/tests/wasm_local.mjs" $<TARGET_FILE:kufsa>)
  set_tests_properties(${KUFSA_TEST_PREFIX}local PROPERTIES LABELS wasm TIMEOUT 300)
endif()

if("laws" IN_LIST KUFSA_TESTS)
  add_test(NAME ${KUFSA_TEST_PREFIX}skins
    COMMAND "${NODE}" "${CMAKE_SOURCE_DIR}/tests/wasm_skins.mjs" $<TARGET_FILE:kufsa>)
  set_tests_properties(${KUFSA_TEST_PREFIX}skins PROPERTIES LABELS wasm TIMEOUT 60)
endif()

kufsa_glob(sources tests/laws*.c)
list(FILTER sources EXCLUDE REGEX "/laws_main\\.c$")
kufsa_module(laws ${sources})
target_include_directories(laws PRIVATE tests)
if("laws" IN_LIST KUFSA_TESTS)
  add_test(NAME ${KUFSA_TEST_PREFIX}laws
    COMMAND "${NODE}" "${CMAKE_SOURCE_DIR}/tests/wasm_laws.mjs" $<TARGET_FILE:laws>)
  set_tests_properties(${KUFSA_TEST_PREFIX}laws PROPERTIES
    LABELS "wasm;laws" TIMEOUT 600 COST 600)
endif()

kufsa_glob(sources tests/records_wasm.c src/match/*.c)
kufsa_module(records ${sources})
if("laws" IN_LIST KUFSA_TESTS)
  add_test(NAME ${KUFSA_TEST_PREFIX}records
    COMMAND "${NODE}" "${CMAKE_SOURCE_DIR}/tests/wasm_records.mjs" $<TARGET_FILE:records>
      "${CMAKE_SOURCE_DIR}/tests/records")
  set_tests_properties(${KUFSA_TEST_PREFIX}records PROPERTIES LABELS "wasm;laws" TIMEOUT 300)
endif()

# The browser's table is the server's: compared with table_native.
kufsa_glob(sources tests/table_wasm.c src/table/*.c src/match/*.c)
kufsa_module(table ${sources})
if("laws" IN_LIST KUFSA_TESTS)
  add_test(NAME ${KUFSA_TEST_PREFIX}table
    COMMAND "${NODE}" "${CMAKE_SOURCE_DIR}/tests/wasm_table.mjs" $<TARGET_FILE:table>)
  set_tests_properties(${KUFSA_TEST_PREFIX}table PROPERTIES LABELS "wasm;laws" TIMEOUT 300)
endif()
