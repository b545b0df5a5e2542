# The usual commands. The build itself is CMake's: see CMakePresets.json.
.DEFAULT_GOAL := help
.NOTPARALLEL:
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.PHONY: help setup build run test fuzz bench tune soak sim faults sanitize coverage format clean wasm

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
RUN_ARGS ?= serve --lan
FUZZ_SECONDS ?= 60
TUNE ?= gobblet iota cento taki
SOAK_GAMES ?= gobblet iota cento taki
SOAK_COUNT ?= 100000
SOAK_SECONDS ?= 3600
SOAK_TABLES ?= 2000
VALGRIND_GAMES ?= 20
SEED ?= 0
RUNS ?= 100
STEPS ?= 60000
export JOBS

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name what; do \
	    printf 'make %-9s %s\n' "$$name" "$$what"; done

setup: ## install everything that the other commands need (Debian)
	@tools/setup coverage

build: ## build the program, build/kufsa
	@tools/setup build
	@tools/build release kufsa

run: build ## build and start it; RUN_ARGS='serve --lan'
	@build/kufsa $(RUN_ARGS)

test: ## everything that must pass
	@tools/setup test
	@for preset in release clang asan wasm; do tools/build "$$preset"; done
	@tools/build tsan tested
	@echo 'subdirs(release clang asan tsan wasm)' >build/CTestTestfile.cmake
	@echo '== test'
	@ctest --test-dir build -j $(JOBS) --output-on-failure --no-label-summary
	@grep -ah 'runs from seed' build/Testing/Temporary/LastTest.log | cut -c1-100

fuzz: ## run each fuzzer for FUZZ_SECONDS=60; FUZZ=name for one of them
	@tools/setup test
	@tools/build fuzz all
	@tools/fuzz $(FUZZ_SECONDS) $(FUZZ)

bench: ## print the figures of speed and search
	@tools/setup build
	@tools/build release bench
	@build/release/bench $(BENCH_ARGS)

tune: ## make the bots' weights anew, src/bots/*_weights.h; TUNE=game for one of them
	@tools/setup build
	@tools/build release all
	@for game in $(TUNE); do build/release/tune_$$game src/bots/$${game}_weights.h; done

soak: ## the long run: 100,000 games of each under sanitizers, broken lines, a server for an hour
	@tools/setup test
	@tools/build asan laws
	@tools/build release kufsa
	@for game in $(SOAK_GAMES); do build/asan/laws --game "$$game" --games $(SOAK_COUNT); done
	@node tests/cli_engine.mjs build/kufsa 1000000
	@node tests/soak.mjs build/kufsa $(SOAK_SECONDS) $(SOAK_TABLES)

sanitize: ## what make test has no time for: MSan, valgrind on whole games, TSan on a busy server
	@tools/setup test
	@tools/build msan tested
	@ctest --test-dir build/msan -j $(JOBS) --output-on-failure --no-label-summary
	@tools/build tsan kufsa
	@node tests/cli_serve.mjs build/tsan/kufsa
	@node tests/cli_serve_kill.mjs build/tsan/kufsa 25
	@node tests/soak.mjs build/tsan/kufsa 120 100
	@tools/build clang laws
	@for game in $(SOAK_GAMES); do valgrind -q --error-exitcode=99 --leak-check=full \
	    build/clang/laws --game "$$game" --games $(VALGRIND_GAMES); done

faults: ## every call to the system going wrong, one by one; FAULTS='--classes write,sync'
	@tools/setup test
	@tools/build release kufsa
	@tools/build release fault_shim
	@node tests/cli_faults.mjs build/kufsa build/release/libfault_shim.so --all $(FAULTS)

sim: ## the server in a hostile, simulated world; SEED=0 (from the clock) RUNS=100 STEPS=60000
	@tools/setup test
	@tools/build release sim
	@build/release/sim --seed $(SEED) --runs $(RUNS) --steps $(STEPS) $(SIM_ARGS)

coverage: ## run the tests and print how much of each folder of src/ they reach
	@tools/setup coverage
	@tools/coverage

wasm: ## build the WebAssembly modules, build/wasm/*.wasm
	@tools/setup test
	@tools/build wasm all

format: ## lay out all C files
	@tools/format

clean: ## remove what was built
	@rm -rf build
