/* SPDX-License-Identifier: MIT */
/* A table of text: the first column to the left, the others to the right. */
#ifndef KUFSA_ARENA_LEDGER_H
#define KUFSA_ARENA_LEDGER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { LEDGER_ROWS = 16, LEDGER_COLUMNS = 16, LEDGER_CELL_MAX = 64 };

struct ledger {
    char cell[LEDGER_ROWS][LEDGER_COLUMNS][LEDGER_CELL_MAX];
    int rows, columns;
    bool hidden[LEDGER_COLUMNS];
};

void ledger_set(struct ledger *, int row, int column, const char *string);
void ledger_count(struct ledger *, int row, int column, int64_t count);
void ledger_write(const struct ledger *, FILE *);

#endif
