# The usual commands. The build itself is CMake's: see CMakePresets.json.
.DEFAULT_GOAL := help
.NOTPARALLEL:
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.PHONY: help setup build run test fuzz bench tune soak sim faults sanitize coverage format \
    clean wasm wheel npm install dist deb release-check

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# Tests that compute need three: see cmake/tests.cmake.
SLOTS := $(shell expr 3 '*' $(JOBS))
RUN_ARGS ?= serve --lan
FUZZ_SECONDS ?= 60
TUNE ?= $(patsubst tune/tune_%.c,%,$(wildcard tune/tune_*.c))
SOAK_GAMES ?= $(shell sed -n 's/^GAME(\([a-z]*\))$$/\1/p' src/rules/games.def)
SOAK_COUNT ?= 100000
SOAK_SECONDS ?= 3600
SOAK_TABLES ?= 2000
VALGRIND_GAMES ?= 20
SEED ?= 0
RUNS ?= 100
PREFIX ?= /usr/local
STEPS ?= 60000
export JOBS

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name what; do \
	    printf 'make %-13s %s\n' "$$name" "$$what"; done

setup: ## install what building, testing and coverage need (Debian); others install what they lack
	@tools/setup coverage

build: ## build the program, build/kufsa; says what is missing, and installs nothing
	@tools/setup --check build
	@tools/build release kufsa

install: ## put it under PREFIX=/usr/local (and DESTDIR); what: COMPONENT=program, server, library …
	@tools/build release install_parts
	@cmake --install build/release --prefix "$(PREFIX)" --strip \
	    $(if $(COMPONENT),--component $(COMPONENT)) >build/install.log
	@wc -l <build/release/install_manifest$(if $(COMPONENT),_$(COMPONENT)).txt | \
	    sed 's|$$| files are installed under $(DESTDIR)$(PREFIX)|'

run: ## install what is missing, build and start it; RUN_ARGS='serve --lan'
	@tools/setup build
	@tools/build release kufsa
	@build/kufsa $(RUN_ARGS)

test: ## everything that must pass
	@tools/setup test
	@for preset in release clang asan wasm; do tools/build "$$preset"; done
	@tools/build tsan tested
	@echo 'subdirs(release clang asan tsan wasm)' >build/CTestTestfile.cmake
	@echo '== test'
	@ctest --test-dir build -j $(SLOTS) --output-on-failure --no-label-summary
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
	@tools/setup release
	@tools/build asan laws
	@tools/build release kufsa
	@for game in $(SOAK_GAMES); do build/asan/laws --game "$$game" --games $(SOAK_COUNT); done
	@node tests/cli_engine.mjs build/kufsa 1000000
	@node tests/soak.mjs build/kufsa $(SOAK_SECONDS) $(SOAK_TABLES)
	@node tests/cli_cluster.mjs build/kufsa $(SOAK_SECONDS)
	@node tests/proxies.mjs build/kufsa
	@node tests/e2e/cluster.mjs build/kufsa

sanitize: ## what make test has no time for: MSan, valgrind on whole games, TSan on a busy server
	@tools/setup test
	@tools/build msan tested
	@ctest --test-dir build/msan -j $(SLOTS) --output-on-failure --no-label-summary
	@tools/build tsan kufsa
	@node tests/cli_serve.mjs build/tsan/kufsa
	@node tests/cli_serve_kill.mjs build/tsan/kufsa 25
	@node tests/soak.mjs build/tsan/kufsa 120 100
	@tools/build clang laws
	@for game in $(SOAK_GAMES); do valgrind -q --error-exitcode=99 --leak-check=full \
	    build/clang/laws --game "$$game" --games $(VALGRIND_GAMES); done

faults: ## every call to the system going wrong, one by one; FAULTS='--classes write,sync'
	@tools/setup test
	@tools/build release kufsa fault_shim
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

dist: ## the sources with everything generated, build/kufsa-VERSION.tar.xz
	@tools/setup pack
	@tools/build release install_parts
	@tools/dist build

deb: ## Debian packages from that tarball, build/deb/*.deb
	@tools/setup release
	@tools/build release install_parts
	@tools/deb "$$(tools/dist build)" build/deb

release-check: ## what a release must pass and takes minutes: builds from the tarball, without node
	@tools/setup release
	@tools/build release install_parts
	@node tests/release/run.mjs

wheel: ## the Python package, build/kufsa-*.whl
	@tools/setup pack
	@tools/build release kufsa_shared
	@tools/wheel build/release/lib/libkufsa.so.0 \
	    "$$(sed -n 's/^project(kufsa VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)" build

npm: ## the JavaScript package, build/kufsa-*.tgz
	@tools/setup test
	@tools/build wasm script_rules script_bots
	@node tools/npm.mjs build/wasm \
	    "$$(sed -n 's/^project(kufsa VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)" build

format: ## lay out all C files
	@tools/format

clean: ## remove what was built
	@rm -rf build
