/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzzer's function on each input of a corpus (tools/corpus.mjs), or on a file that is one
 * input, so that known inputs are tested wherever there is a C compiler. Fails if there is no
 * input.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char *current = "";
static long inputs;

static void report(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s: %s:%d: %s does not hold\n", current, file, line, text);
}

static void give_up(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    exit(2);
}

/* The input gets memory of exactly its size, so that a sanitizer notices any overread. */
static void run(const char *bytes, size_t size)
{
    uint8_t *input = malloc(size > 0 ? size : 1);
    if (!input)
        give_up(current);
    memcpy(input, bytes, size);
    LLVMFuzzerTestOneInput(input, size);
    free(input);
    inputs++;
}

static void run_corpus(const char *at, const char *end)
{
    while (at < end) {
        char *bytes;
        long size = strtol(at, &bytes, 10);
        if (bytes == at || *bytes != '\n' || size < 0 || size >= end - (bytes + 1)) {
            errno = EBADMSG;
            give_up(current);
        }
        run(bytes + 1, (size_t)size);
        at = bytes + 1 + size + 1;
    }
}

static void run_file(const char *path)
{
    static const char head[] = "kufsa corpus\n";
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        give_up(path);
    long size = ftell(file);
    if (size < 0)
        give_up(path);
    rewind(file);
    char *bytes = malloc((size_t)size + 1);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        give_up(path);
    fclose(file);
    bytes[size] = '\0';
    current = path;
    if (strncmp(bytes, head, sizeof head - 1) == 0)
        run_corpus(bytes + sizeof head - 1, bytes + size);
    else
        run(bytes, (size_t)size);
    free(bytes);
}

int main(int argc, char **argv)
{
    check_report = report;
    for (int i = 1; i < argc; i++)
        run_file(argv[i]);
    printf("%ld inputs\n", inputs);
    return inputs > 0 ? 0 : 1;
}
