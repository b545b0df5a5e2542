/* SPDX-License-Identifier: MIT */
/*
 * What an arena has saved. We put a head that names this run in front; the input is the rest. What
 * is read can be reported, and is written back unchanged.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/arena.h"
#include "base/check.h"
#include "system/system.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { TEXT_MAX = 16384 };

/* Replaces src/system/system.c: the time that a run took is saved. */
int64_t system_millis(void)
{
    return 0;
}

void system_random(void *random, size_t size)
{
    memset(random, 7, size);
}

static void set_up(struct arena *arena)
{
    memset(arena, 0, sizeof *arena);
    arena->game = game_find("cento");
    arena->design = (struct design){2, 2, 1};
    arena->sprt.wanted = true;
    arena->sprt.elo1 = 5;
    CHECK(arena_read_player(arena, "club", &arena->contestants[0]));
    CHECK(arena_read_player(arena, "kid", &arena->contestants[1]));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct arena arena;
    char given[TEXT_MAX], written[TEXT_MAX];
    struct text text;
    set_up(&arena);
    uint64_t run = arena_fingerprint(&arena);
    text_init(&text, given, sizeof given);
    text_string(&text, "kufsa-arena 1\nrun ");
    text_hex(&text, (const uint8_t *)&run, sizeof run);
    for (size_t i = 0; i < size && bytes[i] != '\0'; i++)
        text_char(&text, (char)bytes[i]);
    if (text.overflow || !arena_read_save(&arena, given))
        return 0;
    text_init(&text, written, sizeof written);
    arena_write_save(&arena, &text);
    CHECK(string_equal(given, written));
    sprt_verdict(&arena.sprt);
    arena_half(&arena);
    return 0;
}
