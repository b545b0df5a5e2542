/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzzer's function once for each file named and each file in the folders named, so that
 * yesterday's inputs are tested wherever there is a C compiler. Without any input it fails.
 */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { PATH_SIZE = 4096 };

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

/* The input gets memory of exactly its size: a sanitizer sees any look behind its end. */
static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        give_up(path);
    long size = ftell(file);
    if (size < 0)
        give_up(path);
    rewind(file);
    uint8_t *bytes = malloc(size > 0 ? (size_t)size : 1);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        give_up(path);
    fclose(file);
    current = path;
    LLVMFuzzerTestOneInput(bytes, (size_t)size);
    free(bytes);
    inputs++;
}

static void run_folder(const char *path, DIR *folder)
{
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.')
            continue;
        char name[PATH_SIZE];
        int size = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (size < 0 || size >= PATH_SIZE) {
            errno = ENAMETOOLONG;
            give_up(path);
        }
        run_file(name);
    }
}

int main(int argc, char **argv)
{
    check_report = report;
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (folder) {
            run_folder(argv[i], folder);
            closedir(folder);
        } else if (errno == ENOTDIR) {
            run_file(argv[i]);
        } else {
            give_up(argv[i]);
        }
    }
    printf("%ld inputs\n", inputs);
    return inputs > 0 ? 0 : 1;
}
