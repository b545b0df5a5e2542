# The test programs, built wherever tests are, and the tests that KUFSA_TESTS selects.
enable_testing()
find_program(NODE NAMES node nodejs REQUIRED)
set(tests "${CMAKE_SOURCE_DIR}/tests")
set(memcheck)
if(KUFSA_VALGRIND)
  find_program(VALGRIND valgrind REQUIRED)
  set(memcheck "${VALGRIND}" -q --error-exitcode=99 --leak-check=full)
endif()

# A program that must be fast.
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

# What the selected tests run: `tools/build PRESET tested` builds that and nothing else.
add_custom_target(tested)

# kufsa_test(SET NAME TIMEOUT COMMAND …) adds a test if its set is selected. PROCESSORS counts
# thirds: ctest gets three for each real one (SLOTS in the Makefile). A test that computes needs a
# whole one; tests of the program, which mostly wait for it, need a third.
set(waiting cli tui)
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
    set(processors 3)
    if(set IN_LIST waiting)
      set(processors 1)
    endif()
    set_tests_properties(${name} PROPERTIES PROCESSORS ${processors}
      LABELS ${set} TIMEOUT ${timeout} COST ${timeout} # the longest start first
      ENVIRONMENT "ASAN_OPTIONS=detect_stack_use_after_return=1;UBSAN_OPTIONS=print_stacktrace=1")
  endif()
endfunction()

# Uninitialised memory is detected only if all code is instrumented. SQLite, libuv, ncurses, llhttp
# and the libraries that our results are compared with are not. The set `memory` has the tests that
# do without them.
set(foreign json frames http hub)

# The set `threads`: tests with more than one thread.
set(threaded unit_batch unit_library unit_server unit_store unit_store_disk unit_store_file)

# Fuzzers: libFuzzer programs, or plain ones that replay the corpus.
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

if(KUFSA_VALGRIND) # it is slow there; other builds run all of it
  set(arguments_unit_store_repair 4) # damages of each kind
  set(arguments_unit_sim_disk 10)    # rounds of each seed
  set(arguments_unit_bots 6)         # plies of each game
  set(arguments_unit_bot_iota 18)    # games
  set(arguments_unit_bot_gobblet 12) # games
  set(arguments_unit_table_views 15) # games of each
  set(arguments_unit_delays 500)     # delays of each kind
  set(arguments_unit_judge 8)        # one of so many rounds
  set(arguments_unit_review 8)       # the same
  set(arguments_unit_batch 1)        # rounds of each game and form
  set(arguments_unit_tui 1)          # matches of each game
endif()
if(KUFSA_SANITIZE) # what the figures say is judged without it
  set(arguments_unit_delays 1000)
endif()
kufsa_glob(sources tests/unit_*.c)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  kufsa_program(${name} ${source})
  target_link_libraries(${name} PRIVATE cmocka jansson qrencode sodium wslay)
  if(name MATCHES "^unit_(postgres|nodes)$")
    continue() # it needs a server
  endif()
  kufsa_test(unit ${name} 300
    ${memcheck} $<TARGET_FILE:${name}> ${arguments_${name}})
  if(name IN_LIST threaded)
    kufsa_test(threads ${name} 300 ${name})
  elseif(name MATCHES "_(game|gobblet|match.*|perft|record|bots|bot_.*|worlds|table.*)$")
    kufsa_test(memory ${name} 900 ${name})
  endif()
endforeach()

# The store in PostgreSQL; each test starts its own server.
foreach(name IN ITEMS unit_store unit_postgres unit_nodes)
  foreach(set IN ITEMS unit threads)
    if(NOT KUFSA_VALGRIND)
      kufsa_test(${set} ${name}_far 300
        "${NODE}" "${tests}/postgres.mjs" $<TARGET_FILE:${name}>)
    endif()
  endforeach()
endforeach()

# SQLite on a simulated disk in memory, with the failures of real ones.
kufsa_glob(sources tests/sim_disk*.c)
target_sources(unit_sim_disk PRIVATE ${sources})

# Acknowledged events survive kill -9.
kufsa_program(store_kill tests/store_kill.c)
kufsa_test(unit store_kill 120 store_kill 25)

# The server in a hostile world, from a seed: the same seeds each time, plus a few new ones, which
# are printed. The test's own workers and log replace the server's.
kufsa_glob(sources tests/sim*.c)
kufsa_program(sim ${sources})
set(sim_runs 24)
set(sim_base_runs 120)
if(KUFSA_SANITIZE)
  set(sim_runs 4)
  set(sim_base_runs 10)
endif()
kufsa_test(sim sim 600 sim --seed 1 --runs ${sim_runs} --steps 12000)
kufsa_test(sim sim_new 600 sim --seed 0 --runs ${sim_runs} --steps 12000)
kufsa_test(sim sim_same 600 sim --seed 3 --runs 2 --steps 6000 --twice)
kufsa_test(sim sim_base 600 sim --base --seed 1 --runs ${sim_base_runs} --steps 8000)
kufsa_test(sim sim_base_new 600 sim --base --seed 0 --runs ${sim_base_runs} --steps 8000)
kufsa_test(sim sim_base_same 600 sim --base --seed 3 --runs 2 --steps 8000 --twice)

kufsa_glob(sources tests/laws*.c)
list(FILTER sources EXCLUDE REGEX "/laws_wasm\\.c$")
kufsa_program(laws ${sources})
kufsa_test(laws laws 600 laws)
kufsa_test(memory laws 1800 laws)

# What tests/wasm_table.mjs and tests/wasm_page.mjs compare with.
kufsa_program(table_native tests/table_wasm.c)
kufsa_program(page_native tests/page_native.c)

# The module's own test asks its native twin the same questions, so that coverage counts its lines.
kufsa_test(page page 600 "${NODE}" "${tests}/wasm_page.mjs" "${KUFSA_WASM_DIR}/kufsa.wasm"
  "${tests}/records" $<TARGET_FILE:kufsa> $<TARGET_FILE:page_native>)

# The library as programs find it: installed, with its examples, its names and its ABI.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT KUFSA_SANITIZE AND NOT KUFSA_COVERAGE)
  kufsa_test(cli library 120 "${NODE}" "${tests}/library.mjs" "${CMAKE_BINARY_DIR}"
    "${CMAKE_C_COMPILER}")
  kufsa_test(cli install 120 "${NODE}" "${tests}/install.mjs" "${CMAKE_BINARY_DIR}")
  kufsa_test(cli python_package 300 "${NODE}" "${tests}/python_package.mjs" $<TARGET_FILE:kufsa>
    $<TARGET_FILE:kufsa_shared> ${PROJECT_VERSION})
endif()

# The JavaScript package, packed and installed, in Node and Chromium.
if("browser" IN_LIST KUFSA_TESTS)
  add_custom_target(script_modules ALL
    DEPENDS "${KUFSA_WASM_DIR}/script_rules.wasm" "${KUFSA_WASM_DIR}/script_bots.wasm")
  kufsa_test(browser js_package 300 "${NODE}" "${tests}/js_package.mjs" $<TARGET_FILE:kufsa>
    "${KUFSA_WASM_DIR}" ${PROJECT_VERSION})
endif()

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

# The programs that compute the bots' weights: `make tune`.
kufsa_glob(sources tune/*.c)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  kufsa_fast_program(${name} ${source})
endforeach()
kufsa_fast_program(bench_store bench/store/store.c)
kufsa_fast_program(bench_review bench/review/review.c)

# Many players on a running server.
kufsa_glob(sources bench/load/*.c)
kufsa_fast_program(bench_load ${sources})
target_include_directories(bench_load PRIVATE bench/load)

# Failing system calls: part of the matrix each time, all of it with `make faults`.
add_library(fault_shim MODULE tests/fault_shim.c)
target_link_libraries(fault_shim PRIVATE ${CMAKE_DL_LIBS})
set_target_properties(fault_shim PROPERTIES C_VISIBILITY_PRESET default)
set(faults "")
if(KUFSA_COVERAGE) # gcov's work at exit fails without memory
  set(faults --classes write,sync,truncate,unlink,open,read,map,lock,accept,socket,send,receive)
endif()
if(NOT KUFSA_SANITIZE) # a sanitizer's own library must be loaded first
  kufsa_test(cli cli_faults 600 "${NODE}" "${tests}/cli_faults.mjs" $<TARGET_FILE:kufsa>
    $<TARGET_FILE:fault_shim> ${faults})
  kufsa_test(cli cli_kept 300 "${NODE}" "${tests}/cli_kept.mjs" $<TARGET_FILE:kufsa>
    $<TARGET_FILE:fault_shim>)
endif()

# The system clock changes while the server runs; elsewhere a minute passes in a moment.
add_library(clock_shim MODULE tests/clock_shim.c)
target_link_libraries(clock_shim PRIVATE ${CMAKE_DL_LIBS})
target_compile_options(clock_shim PRIVATE -fno-sanitize=all) # it is there before a sanitizer is
set_target_properties(clock_shim PROPERTIES C_VISIBILITY_PRESET default)
if(NOT KUFSA_SANITIZE)
  kufsa_test(cli cli_clock 300 "${NODE}" "${tests}/cli_clock.mjs" $<TARGET_FILE:kufsa>
    $<TARGET_FILE:clock_shim>)
endif()

kufsa_glob(scripts tests/cli_*.mjs)
list(FILTER scripts EXCLUDE REGEX "/cli_(faults|clock|kept)\\.mjs$")
set(more_page $<TARGET_FILE:clock_shim>)
set(more_protocol $<TARGET_FILE:clock_shim>)
if(KUFSA_SANITIZE) # the store's own tests run there
  list(FILTER scripts EXCLUDE REGEX "/cli_failover\\.mjs$")
endif()
foreach(script IN LISTS scripts)
  cmake_path(GET script STEM name)
  string(REPLACE "cli_" "" short "${name}")
  kufsa_test(cli ${name} 300 "${NODE}" "${script}" $<TARGET_FILE:kufsa> ${more_${short}})
endforeach()
foreach(name IN ITEMS serve_kill hostile engine_many)
  kufsa_test(threads cli_${name} 300
    "${NODE}" "${tests}/cli_${name}.mjs" $<TARGET_FILE:kufsa>)
endforeach()

# The whole screen, read cell by cell on a virtual terminal; whole games by a robot.
kufsa_program(vt_cells tests/vt_cells.c)
target_link_libraries(vt_cells PRIVATE vterm util)
# The same program, with every call that draws on the canvas watched.
kufsa_program(kufsa_layout src/cmd/main.c tests/layout_watch.c)
foreach(name IN ITEMS canvas_open canvas_clear put put_directed put_ground put_times put_frame
    put_sentence put_paragraph sheet_draw buttons_draw skin_of)
  target_link_options(kufsa_layout PRIVATE "LINKER:--wrap=${name}")
endforeach()
if(NOT KUFSA_SANITIZE AND NOT KUFSA_COVERAGE)
  kufsa_test(tui tui_layout 900
    "${NODE}" "${tests}/tui_layout.mjs" $<TARGET_FILE:kufsa_layout> $<TARGET_FILE:vt_cells>
    $<TARGET_FILE:clock_shim>)
endif()
set(scripts screen kept join tls signals past)
if(NOT KUFSA_SANITIZE) # it judges looks; the others draw enough under a sanitizer
  list(APPEND scripts looks)
endif()
set(part_join $<TARGET_FILE:clock_shim>)
set(part_signals $<TARGET_FILE:clock_shim>)
if(KUFSA_SANITIZE) # every place; the other causes differ in what they are, not in what they run
  list(APPEND part_signals "the terminal goes")
endif()
foreach(script IN LISTS scripts)
  kufsa_test(tui tui_${script} 600 "${NODE}" "${tests}/tui_${script}.mjs"
    $<TARGET_FILE:kufsa> $<TARGET_FILE:vt_cells> ${part_${script}})
endforeach()
file(STRINGS src/rules/games.def games REGEX "^GAME")
list(TRANSFORM games REPLACE "^GAME\\((.*)\\)$" "\\1")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/rules/games.def)
foreach(game IN LISTS games)
  if(KUFSA_SANITIZE OR KUFSA_COVERAGE)
    break() # too slow in these builds
  endif()
  kufsa_test(tui tui_games_${game} 900
    "${NODE}" "${tests}/tui_games.mjs" $<TARGET_FILE:kufsa> $<TARGET_FILE:vt_cells> ${game})
endforeach()

# Real Chromium. Some scripts do several things at once and need more than one processor: they begin
# first, so that tests that mostly wait can run beside them.
set(scripts games house rules reading lessons aloud tables evening offline kept box review update
  screens speed handover seats watch layout)
set(busy games screens layout evening)
set(idle reading update handover seats watch)
list(APPEND scripts secure)
foreach(script IN LISTS scripts)
  set(more)
  if(script STREQUAL "handover")
    set(more $<TARGET_FILE:vt_cells>)
  endif()
  kufsa_test(browser browser_${script} 1200
    "${NODE}" "${tests}/e2e/${script}.mjs" $<TARGET_FILE:kufsa> ${more})
  set(name ${KUFSA_TEST_PREFIX}browser_${script})
  if(TEST ${name} AND script IN_LIST busy)
    set_tests_properties(${name} PROPERTIES PROCESSORS 4 COST 4000)
  elseif(TEST ${name} AND script IN_LIST idle)
    set_tests_properties(${name} PROPERTIES PROCESSORS 1 COST 3000)
  endif()
endforeach()

# A game that is added to a copy of the tree can be played everywhere.
kufsa_test(browser fifth_game 900 "${NODE}" "${tests}/fifth_game.mjs" "${CMAKE_BINARY_DIR}/fifth"
  $<TARGET_FILE:vt_cells>)
if(TEST ${KUFSA_TEST_PREFIX}fifth_game)
  set_tests_properties(${KUFSA_TEST_PREFIX}fifth_game PROPERTIES
    PROCESSORS 4 RESOURCE_LOCK browser)
endif()

# The tests must find bugs planted in copies of the sources.
kufsa_test(plants plants 900
  "${NODE}" "${tests}/plants.mjs" "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/plants")

kufsa_test(plants sim_plants 1800
  "${NODE}" "${tests}/sim_plants.mjs" "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/sim_plants")

foreach(name IN ITEMS plants sim_plants) # each runs two compilers at once
  if(TEST ${KUFSA_TEST_PREFIX}${name})
    set_tests_properties(${KUFSA_TEST_PREFIX}${name} PROPERTIES PROCESSORS 5 COST 2000)
  endif()
endforeach()

# Base and rules, linked completely, need only what tests/freestanding.c has.
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
