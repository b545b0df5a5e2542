/* SPDX-License-Identifier: MIT */
#include "arena/ledger.h"

#include "base/text.h"

static int columns_of(const char *text)
{
    int columns = 0;
    for (; *text != '\0'; text++)
        columns += (*text & 0xc0) != 0x80; /* our code points are all one column wide */
    return columns;
}

void ledger_set(struct ledger *ledger, int row, int column, const char *string)
{
    struct text text;
    text_init(&text, ledger->cell[row][column], LEDGER_CELL_MAX);
    text_string(&text, string);
}

void ledger_count(struct ledger *ledger, int row, int column, int64_t count)
{
    struct text text;
    text_init(&text, ledger->cell[row][column], LEDGER_CELL_MAX);
    text_number(&text, count);
}

static int width_of(const struct ledger *ledger, int column)
{
    int width = 0;
    for (int row = 0; row < ledger->rows; row++) {
        int wide = columns_of(ledger->cell[row][column]);
        width = wide > width ? wide : width;
    }
    return width;
}

void ledger_write(const struct ledger *ledger, FILE *file)
{
    int width[LEDGER_COLUMNS];
    for (int column = 0; column < ledger->columns; column++)
        width[column] = width_of(ledger, column);
    for (int row = 0; row < ledger->rows; row++) {
        for (int column = 0; column < ledger->columns; column++) {
            const char *cell = ledger->cell[row][column];
            int space = width[column] - columns_of(cell);
            if (ledger->hidden[column])
                continue;
            if (column == 0)
                fprintf(file, "%s%*s", cell, space, "");
            else
                fprintf(file, "  %*s%s", space, "", cell);
        }
        fputc('\n', file);
    }
}
