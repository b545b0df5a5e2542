# The tests' programs, built wherever tests are, and the tests that KUFSA_TESTS asks for.
enable_testing()
find_program(NODE NAMES node nodejs REQUIRED)
set(tests "${CMAKE_SOURCE_DIR}/tests")
set(memcheck)
if(KUFSA_VALGRIND)
  find_program(VALGRIND valgrind REQUIRED)
  set(memcheck "${VALGRIND}" -q --error-exitcode=99 --leak-check=full)
endif()

# A program whose speed is what it is for.
function(kufsa_fast_program name)
  add_executable(${name} ${ARGN})
  target_include_directories(${name} PRIVATE tests)
  target_link_libraries(${name} PRIVATE ${KUFSA_LIBRARIES})
endfunction()

function(kufsa_program name)
  kufsa_fast_program(${name} ${ARGN})
  if(KUFSA_LTO)
    set_target_properties(${name} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
    target_link_options(${name} PRIVATE -fno-lto)
  endif()
endfunction()

# What the wanted tests run: `tools/build PRESET tested` builds that and nothing else.
add_custom_target(tested)

# kufsa_test(SET NAME TIMEOUT COMMAND …), if the set is wanted.
function(kufsa_test set name timeout)
  if(set IN_LIST KUFSA_TESTS)
    foreach(word IN LISTS ARGN)
      string(REGEX REPLACE "^\\$<TARGET_FILE:(.*)>$" "\\1" word "${word}")
      if(TARGET ${word})
        add_dependencies(tested ${word})
      endif()
    endforeach()
    set(name "${KUFSA_TEST_PREFIX}${name}")
    add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
    set_tests_properties(${name} PROPERTIES
      LABELS ${set} TIMEOUT ${timeout} COST ${timeout} # the longest start first
      ENVIRONMENT "ASAN_OPTIONS=detect_stack_use_after_return=1;UBSAN_OPTIONS=print_stacktrace=1")
  endif()
endfunction()

# Uninitialised memory is only seen where all code is compiled for it: not in SQLite, libuv,
# ncurses, llhttp and the libraries that our results are compared with. The set `memory` has what
# does without.
set(foreign json frames http hub)

# The set `threads`: what has more than one.
set(threaded unit_server unit_store unit_store_disk unit_store_file)

# Fuzzers: libFuzzer's programs, or plain ones that run what was found before.
kufsa_glob(sources fuzz/*.c)
list(FILTER sources EXCLUDE REGEX "/standalone\\.c$")
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  if(KUFSA_LIBFUZZER)
    kufsa_program(fuzz_${name} ${source})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  else()
    kufsa_program(fuzz_${name} ${source} fuzz/standalone.c)
    set(corpus "${CMAKE_SOURCE_DIR}/fuzz/corpus/${name}")
    kufsa_test(fuzz fuzz_${name} 120 fuzz_${name} "${corpus}")
    if(NOT name IN_LIST foreign)
      kufsa_test(memory fuzz_${name} 300 fuzz_${name} "${corpus}")
    endif()
  endif()
  target_link_libraries(fuzz_${name} PRIVATE jansson sodium wslay)
endforeach()
if(KUFSA_LIBFUZZER)
  return()
endif()

if(KUFSA_VALGRIND)
  set(arguments_unit_store_repair 4) # damages of each kind: it is slow there
  set(arguments_unit_sim_disk 10)    # rounds of each seed, likewise
endif()
kufsa_glob(sources tests/unit_*.c)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  kufsa_program(${name} ${source})
  target_link_libraries(${name} PRIVATE cmocka jansson qrencode sodium wslay)
  kufsa_test(unit ${name} 300
    ${memcheck} $<TARGET_FILE:${name}> ${arguments_${name}})
  if(name IN_LIST threaded)
    kufsa_test(threads ${name} 300 ${name})
  elseif(name MATCHES "_(game|gobblet|match.*|perft|record|bots|bot_.*|worlds|table.*)$")
    kufsa_test(memory ${name} 900 ${name})
  endif()
endforeach()

# SQLite on a disk in memory that does what real ones do to those who trust them.
kufsa_glob(sources tests/sim_disk*.c)
target_sources(unit_sim_disk PRIVATE ${sources})

# Acknowledged events survive kill -9.
kufsa_program(store_kill tests/store_kill.c)
kufsa_test(unit store_kill 120 store_kill 25)

# The server in a hostile world, from a seed: the same seeds each time, and some new ones, which are
# printed. Its own workers and log stand before the server's.
kufsa_glob(sources tests/sim*.c)
kufsa_program(sim ${sources})
set(sim_runs 24)
if(KUFSA_SANITIZE)
  set(sim_runs 4)
endif()
kufsa_test(sim sim 600 sim --seed 1 --runs ${sim_runs} --steps 12000)
kufsa_test(sim sim_new 600 sim --seed 0 --runs ${sim_runs} --steps 12000)
kufsa_test(sim sim_same 600 sim --seed 3 --runs 2 --steps 6000 --twice)

kufsa_glob(sources tests/laws*.c)
list(FILTER sources EXCLUDE REGEX "/laws_wasm\\.c$")
kufsa_program(laws ${sources})
kufsa_test(laws laws 600 laws)
kufsa_test(memory laws 1800 laws)

# What tests/wasm_table.mjs and tests/wasm_page.mjs compare with.
kufsa_program(table_native tests/table_wasm.c)
kufsa_program(page_native tests/page_native.c)

# The module's own test asks its native twin the same, which is counted where lines are.
kufsa_test(page page 600 "${NODE}" "${tests}/wasm_page.mjs" "${KUFSA_WASM_DIR}/kufsa.wasm"
  "${tests}/records" $<TARGET_FILE:kufsa> $<TARGET_FILE:page_native>)

kufsa_program(positions tests/positions.c)
kufsa_glob(positions tests/positions/*.t)
foreach(position IN LISTS positions)
  cmake_path(GET position STEM name)
  kufsa_test(positions positions_${name} 120
    ${memcheck} $<TARGET_FILE:positions> "${position}")
  kufsa_test(memory positions_${name} 300 positions "${position}")
endforeach()

kufsa_program(records tests/records.c)
kufsa_glob(records tests/records/*.kufsa)
kufsa_test(positions records 300 records ${records})
kufsa_test(memory records 600 records ${records})

kufsa_glob(sources bench/*.c)
kufsa_fast_program(bench ${sources})

# What makes the bots' weights: `make tune`.
kufsa_glob(sources tune/*.c)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  kufsa_fast_program(${name} ${source})
endforeach()
kufsa_fast_program(bench_store bench/store/store.c)

# Many players at a running server.
kufsa_glob(sources bench/load/*.c)
kufsa_fast_program(bench_load ${sources})
target_include_directories(bench_load PRIVATE bench/load)

# Calls to the system that go wrong: a part of the matrix each time, all of it by `make faults`.
add_library(fault_shim MODULE tests/fault_shim.c)
target_link_libraries(fault_shim PRIVATE ${CMAKE_DL_LIBS})
set_target_properties(fault_shim PROPERTIES C_VISIBILITY_PRESET default)
set(faults "")
if(KUFSA_COVERAGE) # what gcov does when the program has ended does not survive a lack of memory
  set(faults --classes write,sync,truncate,unlink,open,read,map,lock,accept,socket,send,receive)
endif()
if(NOT KUFSA_SANITIZE) # which wants to be loaded first itself
  kufsa_test(cli cli_faults 600 "${NODE}" "${tests}/cli_faults.mjs" $<TARGET_FILE:kufsa>
    $<TARGET_FILE:fault_shim> ${faults})
endif()

kufsa_glob(scripts tests/cli_*.mjs)
list(FILTER scripts EXCLUDE REGEX "/cli_faults\\.mjs$")
foreach(script IN LISTS scripts)
  cmake_path(GET script STEM name)
  kufsa_test(cli ${name} 300 "${NODE}" "${script}" $<TARGET_FILE:kufsa>)
endforeach()
foreach(name IN ITEMS serve_kill hostile)
  kufsa_test(threads cli_${name} 300
    "${NODE}" "${tests}/cli_${name}.mjs" $<TARGET_FILE:kufsa>)
endforeach()

# The whole screen, read cell by cell on a terminal that is none; whole games by a robot.
kufsa_program(vt_cells tests/vt_cells.c)
target_link_libraries(vt_cells PRIVATE vterm util)
foreach(script IN ITEMS screen looks join tls)
  kufsa_test(tui tui_${script} 600
    "${NODE}" "${tests}/tui_${script}.mjs" $<TARGET_FILE:kufsa> $<TARGET_FILE:vt_cells>)
endforeach()
foreach(game IN ITEMS gobblet iota cento taki)
  if(KUFSA_SANITIZE OR KUFSA_COVERAGE)
    break() # they are long enough without
  endif()
  kufsa_test(tui tui_games_${game} 900
    "${NODE}" "${tests}/tui_games.mjs" $<TARGET_FILE:kufsa> $<TARGET_FILE:vt_cells> ${game})
endforeach()

# Real Chromium, which wants all processors for itself: one script at a time.
set(scripts games rules tables offline update screens speed handover)
foreach(script IN LISTS scripts)
  set(more)
  if(script STREQUAL "handover")
    set(more $<TARGET_FILE:vt_cells>)
  endif()
  kufsa_test(browser browser_${script} 1200
    "${NODE}" "${tests}/e2e/${script}.mjs" $<TARGET_FILE:kufsa> ${more})
  if(TEST ${KUFSA_TEST_PREFIX}browser_${script})
    set_tests_properties(${KUFSA_TEST_PREFIX}browser_${script} PROPERTIES
      PROCESSORS 2 RESOURCE_LOCK browser)
  endif()
endforeach()

# Bugs planted in copies of the sources must be found by the tests.
kufsa_test(plants plants 900
  "${NODE}" "${tests}/plants.mjs" "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/plants")

kufsa_test(plants sim_plants 1800
  "${NODE}" "${tests}/sim_plants.mjs" "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/sim_plants")

# Base and rules, linked wholly, need no more than tests/freestanding.c has.
if("freestanding" IN_LIST KUFSA_TESTS)
  kufsa_test(freestanding freestanding 60
    "${CMAKE_C_COMPILER}" -shared -fPIC -O1 -nostdlib -ffreestanding -fno-builtin
    "${tests}/freestanding.c" -Wl,-z,defs
    -Wl,--whole-archive $<TARGET_FILE:kufsa_rules> $<TARGET_FILE:kufsa_base>
    -Wl,--no-whole-archive -o "${CMAKE_BINARY_DIR}/freestanding.so")
endif()

if("lint" IN_LIST KUFSA_TESTS)
  include(cmake/lint.cmake)
endif()
