/* SPDX-License-Identifier: MIT */
/*
 * A file of settings for `kufsa serve`, after one value on the command line. What is accepted is a
 * parameter of the command with a value, at most one of each, and the command line still counts.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cmd/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check(const struct arguments *arguments, size_t size)
{
    CHECK(string_equal(arguments_value(arguments, "port"), "1"));
    for (int i = 0; i < arguments->given_count; i++) {
        const struct given *given = &arguments->given[i];
        CHECK(!given->parameter->value == !given->value);
        CHECK(!given->value || strlen(given->value) <= size || given->origin == ORIGIN_LINE);
        CHECK(given->origin == ORIGIN_LINE || given->line > 0);
        for (int j = 0; j < i; j++)
            CHECK(arguments->given[j].parameter != given->parameter);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct arguments arguments;
    static FILE *nowhere;
    char port[] = "--port", one[] = "1", *words[] = {port, one};
    char *text = malloc(size + 1);
    if (!nowhere)
        CHECK((nowhere = fopen("/dev/null", "w")) != NULL);
    CHECK(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    memset(&arguments, 0, sizeof arguments);
    voice_init(&arguments.out, nowhere, LANGUAGE_EN);
    voice_init(&arguments.err, nowhere, LANGUAGE_EN);
    arguments.command = &command_serve;
    CHECK(arguments_read(&arguments, 2, words));
    if (settings_read_text(&arguments, "kufsa.conf", text))
        check(&arguments, size);
    free(text);
    return 0;
}
