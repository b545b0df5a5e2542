/* SPDX-License-Identifier: MIT */
/* The page's module as a program: one request per line, one answer per line. tests/wasm_page.mjs
 * compares the answers with the module's. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "page/page.h"

static void report(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, text);
}

int main(void)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size; /* of a line */
    check_report = report;
    while ((size = getline(&line, &capacity, stdin)) > 0) {
        if (line[size - 1] == '\n')
            size--;
        if (size <= PAGE_IN_MAX)
            memcpy(page_in_buffer(), line, (size_t)size);
        int answer = page_ask_buffer((int)size);
        fwrite(page_out_buffer(), 1, (size_t)answer, stdout);
        putchar('\n');
    }
    free(line);
    return 0;
}
