/* SPDX-License-Identifier: MIT */
/*
 * SQLite's logs and their indexes, with any damage: our reader ends, names only frames that exist,
 * and takes as many as SQLite does.
 *
 *     how, frames, index    three bytes: the first has bit 0 for a correct head, bit 1 for sums of
 *                           big-endian words; then how many frames are correct, and the index's
 *                           size in units of eight bytes
 *     index, log            the rest; the index is left as it is
 *
 * Without a correct head and correct sums, random input would never get past the first frame.
 */
#define _DEFAULT_SOURCE
#include "store/log.h"

#include <sqlite3.h>
#include <string.h>

#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { PAGE = 512, FRAME = LOG_FRAME_HEAD + PAGE, LOG_MAX = LOG_HEAD + 12 * FRAME, HOW = 3 };

static uint8_t wal[LOG_MAX];
static size_t wal_size;

/* ---- making it right ---- */

static void put32(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> (24 - 8 * i));
}

static uint32_t word_at(const uint8_t *at, bool big)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word |= (uint32_t)at[i] << (big ? 24 - 8 * i : 8 * i);
    return word;
}

static void sum(uint32_t sums[2], bool big, const uint8_t *at, size_t size)
{
    for (size_t i = 0; i < size; i += 8) {
        sums[0] += word_at(at + i, big) + sums[1];
        sums[1] += word_at(at + i + 4, big) + sums[0];
    }
}

static void put_sums(uint8_t *at, const uint32_t sums[2])
{
    put32(at, sums[0]);
    put32(at + 4, sums[1]);
}

static void make_right(bool big, int frames)
{
    uint32_t sums[2] = {0, 0};
    if (wal_size < LOG_HEAD)
        return;
    put32(wal, 0x377f0682 | big);
    put32(wal + 4, 3007000);
    put32(wal + 8, PAGE);
    sum(sums, big, wal, 24);
    put_sums(wal + 24, sums);
    for (int i = 0; i < frames; i++) {
        uint8_t *frame = wal + LOG_HEAD + (size_t)i * FRAME;
        if (frame + FRAME > wal + wal_size)
            return;
        put32(frame, 1 + frame[3] % 8); /* its page */
        memcpy(frame + 8, wal + 16, 8); /* the salt */
        sum(sums, big, frame, 8);
        sum(sums, big, frame + LOG_FRAME_HEAD, PAGE);
        put_sums(frame + 16, sums);
    }
}

/* ---- the two readers ---- */

/* How many frames SQLite takes; -1 if it does not look at them. */
static int ask_sqlite(const char *path)
{
    sqlite3 *db = NULL;
    int frames = -1, copied;
    CHECK(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_exec(db, "PRAGMA schema_version", NULL, NULL, NULL); /* whatever it says about page 1 */
    if (sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, &copied) !=
        SQLITE_OK)
        frames = -1;
    sqlite3_close(db);
    return frames;
}

static void ask_log(const char *path, struct log *log)
{
    char buffer[STORE_WHY_MAX];
    struct text why;
    text_init(&why, buffer, sizeof buffer);
    CHECK(log_sync(path, &why) == STORE_OK);
    CHECK(log_open(log, path, &why) == STORE_OK);
    CHECK(log->sound <= log->count);
    for (uint32_t i = 0; i < log->count; i++) {
        CHECK(log->frames[i].sound == (i < log->sound));
        CHECK(log->frames[i].offset + log->page_size <= (int64_t)wal_size);
    }
}

/* A file of one page that says it has a log, as SQLite makes it after `PRAGMA journal_mode =
 * WAL`. */
static const uint8_t *main_page(void)
{
    static uint8_t page[PAGE];
    static const uint8_t head[] = "SQLite format 3\0\2\0\2\2\0\x40\x20\x20\0\0\0\1\0\0\0\1";
    memcpy(page, head, sizeof head - 1);
    page[100] = 13; /* an empty leaf */
    page[105] = 2;
    return page;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char path[OWN_PATH_MAX], index_path[OWN_PATH_MAX];
    struct log log;
    if (size < HOW || size - HOW < (size_t)bytes[2] * 8)
        return 0;
    own_open();
    own_path("data", path);
    own_path("data-shm", index_path);
    size_t index = (size_t)bytes[2] * 8;
    wal_size = size - HOW - index < LOG_MAX ? size - HOW - index : LOG_MAX;
    memcpy(wal, bytes + HOW + index, wal_size);
    if (bytes[0] & 1)
        make_right((bytes[0] & 2) != 0, bytes[1]);
    own_write("data", main_page(), PAGE);
    own_write("data-wal", wal, wal_size);
    own_write("data-shm", bytes + HOW, index);
    ask_log(path, &log);
    CHECK(unlink(index_path) == 0); /* its process is gone; SQLite would rebuild it too */
    int frames = ask_sqlite(path);
    if (frames >= 0 && log.page_size == PAGE)
        CHECK((uint32_t)frames == log.sound);
    log_close(&log);
    unlink(index_path);
    return 0;
}
