/* SPDX-License-Identifier: MIT */
/*
 * Files of a store from outside, as the reader of raw pages sees them: whatever the bytes, each row
 * that it gives lies in them, and SQLite on the same pages gives an answer.
 */
#include "store/image.h"

#include "base/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static uint64_t seen;

/* Touches every byte, so that a sanitizer sees one that is not there. */
static void see(void *context, const struct cell *cell)
{
    struct sum_row table;
    struct store_token token;
    (void)context;
    CHECK(cell->count >= 1 && cell->count <= ROW_MAX);
    for (int i = 0; i < cell->count; i++) {
        const struct value *value = &cell->values[i];
        seen += (uint64_t)value->number;
        for (size_t k = 0; k < value->size; k++)
            seen += value->bytes[k];
    }
    if (cell->count == ROW_TABLE && row_table(cell->values, &table))
        CHECK(table.table.seq >= 0 && table.table.code[0] != '\0');
    if (cell->count == ROW_TOKEN && row_token(cell->values, &token))
        CHECK(token.table > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static uint8_t page[PAGE_SIZE_MAX];
    struct image image;
    if (!image_memory(&image, bytes, size)) {
        image_close(&image);
        return 0;
    }
    for (uint32_t i = 1; i <= image.pages; i++)
        if (image_page(&image, i, page))
            image_cells(&image, page, i == 1, see, NULL);
    sqlite3 *db = image_sqlite(&image);
    if (db)
        sqlite3_exec(db, "PRAGMA integrity_check(1); SELECT * FROM events; SELECT * FROM tables",
                     NULL, NULL, NULL);
    sqlite3_close(db);
    image_close(&image);
    return 0;
}
