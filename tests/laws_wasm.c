/* SPDX-License-Identifier: MIT */
/*
 * The laws as a WebAssembly module, for tests/wasm_laws.mjs: the same seeds must give the same
 * positions as the native program.
 */
#include "laws.h"

#include "base/check.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { EXPLANATION_MAX = 4 * POSITION_MAX };

static struct laws laws;
static char explanation[EXPLANATION_MAX];

const char *laws_wasm_name(int index);
int laws_wasm_run(int index, uint64_t seed, uint64_t games, int thorough);
uint64_t laws_wasm_plies(void);
uint32_t laws_wasm_longest(void);
uint64_t laws_wasm_hash(void);
const char *laws_wasm_explanation(void);

static void explain(void)
{
    struct text text;
    text_init(&text, explanation, sizeof explanation);
    laws_explain(&laws, &text);
}

static void check_broken(const char *file, int line, const char *text)
{
    (void)file, (void)line;
    laws_check_failed(&laws, text);
    explain(); /* the trap comes next; the host reads this after it */
}

/* A game's name by number, the template last; then NULL. */
EXPORT(laws_name) const char *laws_wasm_name(int index)
{
    const struct game *game = laws_game_at(index);
    return game ? game->name : NULL;
}

/* Do all laws hold? If not, laws_explanation says what happened. */
EXPORT(laws_run) int laws_wasm_run(int index, uint64_t seed, uint64_t games, int thorough)
{
    check_report = check_broken;
    laws_init(&laws, laws_game_at(index), thorough ? LAWS_THOROUGH : LAWS_QUICK);
    bool good = true;
    while (good && laws.games < games)
        good = laws_play(&laws, seed + laws.games);
    good = good && laws_finish(&laws, seed);
    if (!good)
        explain();
    return good;
}

EXPORT(laws_plies) uint64_t laws_wasm_plies(void)
{
    return laws.plies;
}

EXPORT(laws_longest) uint32_t laws_wasm_longest(void)
{
    return laws.longest;
}

EXPORT(laws_hash) uint64_t laws_wasm_hash(void)
{
    return laws.hash;
}

EXPORT(laws_explanation) const char *laws_wasm_explanation(void)
{
    return explanation;
}
