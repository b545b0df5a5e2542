/* SPDX-License-Identifier: MIT */
/*
 * Names that people give themselves: an accepted name fits everywhere, contains nothing that a
 * screen or a file would take for a command, and is accepted again unchanged.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/frames.h"
#include "table/names.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_clean(const char *name)
{
    char again[PLAYER_NAME_MAX];
    struct match_seat seat;
    size_t size = strlen(name);
    CHECK(size > 0 && size < PLAYER_NAME_MAX && utf8_valid((const uint8_t *)name, size));
    CHECK(name[0] != ' ' && name[size - 1] != ' ');
    CHECK(name_fits(name) && seat_set_name(&seat, name) && string_equal(seat.name, name));
    CHECK(name_clean(name, again) && string_equal(name, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char clean[PLAYER_NAME_MAX];
    struct match_seat seat;
    char *name = malloc(size + 1); /* exact, so that a sanitizer notices any overread */
    CHECK(name);
    memcpy(name, bytes, size);
    name[size] = '\0';
    if (name_clean(name, clean))
        check_clean(clean);
    if (name_fits(name))
        CHECK(utf8_valid((const uint8_t *)name, strlen(name)) && seat_set_name(&seat, name));
    if (phrase_exists(name))
        CHECK(name_fits(name));
    free(name);
    return 0;
}
