/* SPDX-License-Identifier: MIT */
/*
 * A file and its log as pages, for reading only: nothing here ever writes to either. A page that
 * the disk cannot read is counted and left out.
 *
 * Cells and rows are read from the pages' bytes (cells.c), so that neither a broken tree nor a
 * destroyed schema hides what lies below it. SQLite can look at the same pages through
 * image_sqlite.
 */
#ifndef KUFSA_STORE_IMAGE_H
#define KUFSA_STORE_IMAGE_H

#include <sqlite3.h>

#include "store/log.h"
#include "store/row.h"

enum {
    IMAGE_PAGE = 4096, /* bytes; what this program makes */
    PAGE_SIZE_MAX = 65536,
    PAYLOAD_MAX = STORE_RECORD_MAX + 4096,
};

struct image {
    int file;             /* or -1: `bytes` */
    const uint8_t *bytes; /* for tests, instead of a file */
    int64_t size;
    uint32_t page_size;
    uint32_t file_pages;  /* in the file, the last perhaps cut */
    uint32_t pages;       /* with the log */
    uint32_t told_pages;  /* what the header says, 0 if it is not to be believed */
    uint32_t unreadable;  /* reads that failed */
    bool version_damaged; /* constants of the header are wrong */
    struct log log;
    uint32_t *frames; /* for each page: 1 + the log's last sound frame of it; 0: the file's own */
    uint8_t *free;    /* for each page: 1 if the list of free pages has it */
    uint8_t *payload; /* a row that is spread over pages */
};

/* OK, ABSENT, IO or NO_MEMORY. */
enum store_status image_open(struct image *, const char *path, struct text *why);
bool image_memory(struct image *, const uint8_t *bytes, size_t size); /* the same of bytes */
void image_close(struct image *);

/* Page `number`, from 1, as SQLite would see it. What is missing at a cut file's end is zero. */
bool image_page(struct image *, uint32_t number, uint8_t *out);
bool image_file_page(struct image *, uint32_t number, uint8_t *out); /* without the log */
bool image_frame_page(struct image *, uint32_t frame, uint8_t *out); /* of the log, from 0 */

/* A connection that sees the pages, for reading; sqlite3_close ends it. NULL: SQLite will not. */
sqlite3 *image_sqlite(struct image *);

/* ---- rows ---- */

struct cell {
    bool index; /* of an index, or of a table without rowids */
    bool tried; /* nothing says that this is a cell, only its bytes */
    int64_t rowid;
    int count;
    struct value values[ROW_MAX];
};

/* Called for each row that can be read; its values are good until it returns. */
typedef void image_each_cell(void *context, const struct cell *);

/* All rows of a page of whatever kind. Where its list of cells is destroyed, every place that looks
 * like the start of a row is tried, so the caller must check what it is given. */
void image_cells(struct image *, const uint8_t *page, bool first, image_each_cell *, void *context);

#endif
