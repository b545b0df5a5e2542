/* SPDX-License-Identifier: MIT */
/* A damaged file and its log in memory; SQLite's documentation describes the format
 * (fileformat2). */
#define _DEFAULT_SOURCE
#include "store/image.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "store/log.h"
#include "store/sqlite.h"

enum {
    PAGE = 4096,                          /* of every file that this program makes */
    LENGTH_MAX = STORE_RECORD_MAX + 8192, /* of a row */
    /* offsets in the header */
    AT_MODES = 18, /* 2, 2: with a log; 1, 1: without */
    AT_CONSTANTS = 20,
    AT_COUNTER = 24, /* of changes; the size is valid if AT_VALID has the same value */
    AT_SIZE = 28,
    AT_FREE = 32, /* the list of free pages, and their number */
    AT_VALID = 92,
};

static uint32_t big32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void put_big32(uint8_t *bytes, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> (24 - 8 * i));
}

/* ---- the map ---- */

static bool can_read(int file, int64_t at)
{
    uint8_t byte;
    ssize_t count;
    do
        count = pread(file, &byte, 1, at);
    while (count < 0 && errno == EINTR);
    return count >= 0;
}

/* Touching a place that the disk cannot read would kill the process. The system reads whole pages
 * of its own size, so testing one byte of each is enough. */
static void blank_unreadable(struct image *image, int file, int64_t size)
{
    const long step = sysconf(_SC_PAGESIZE);
    for (int64_t at = 0; at < size; at += step) {
        if (can_read(file, at))
            continue;
        void *place = mmap(image->bytes + at, (size_t)step, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        CHECK(place != MAP_FAILED);
        image->unreadable++;
    }
}

/* Leaves room after the file for pages that only the log has. */
static bool map_file(struct image *image, int file, int64_t size)
{
    const int how = PROT_READ | PROT_WRITE;
    void *room = mmap(NULL, (size_t)image->pages * PAGE, how, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return false;
    image->bytes = room;
    if (size > 0 && mmap(room, (size_t)size, how, MAP_PRIVATE | MAP_FIXED, file, 0) == MAP_FAILED)
        return false;
    blank_unreadable(image, file, size);
    return true;
}

/* Is this frame part of the image? */
static bool counts(const struct log *log, uint32_t i)
{
    const struct log_frame *frame = &log->frames[i];
    return frame->page >= 1 && (log->damaged ? frame->whole : frame->sound);
}

static void lay_log(struct image *image, const struct log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        uint8_t page[PAGE];
        if (counts(log, i) && log->frames[i].page <= image->pages &&
            pread(log->file, page, PAGE, log->frames[i].offset) == PAGE)
            memcpy(image->bytes + ((int64_t)log->frames[i].page - 1) * PAGE, page, PAGE);
    }
}

/* Reads the header. A truncated file claims to be longer, and SQLite would not open it. */
static void read_head(struct image *image, const struct log *log)
{
    static const uint8_t constants[] = {0, 64, 32, 32};
    uint8_t *head = image->bytes;
    bool believed = big32(head + AT_COUNTER) == big32(head + AT_VALID);
    int64_t told = log->pages > 0 ? log->pages : believed ? big32(head + AT_SIZE) : 0;
    image->log_away = log->file < 0 && log_is_marked(head);
    image->head_damaged = memcmp(head, "SQLite format 3", 16) != 0 || head[16] != PAGE >> 8 ||
                          head[17] != 0 || memcmp(head + AT_CONSTANTS, constants, 4) != 0 ||
                          head[AT_MODES] != head[AT_MODES + 1] || head[AT_MODES] - 1u > 1;
    if (told > image->pages && told - image->pages <= image->pages * 1024 + 1024)
        image->missing = told - image->pages; /* a larger number is not credible */
    if (told > image->pages)
        put_big32(head + AT_SIZE, (uint32_t)image->pages);
    memset(head + AT_MODES, 1, 2); /* the log is already applied */
}

static enum store_status open_both(struct image *image, int file, const struct log *log)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return STORE_IO;
    int64_t size = status.st_size;
    image->cut = size % PAGE != 0;
    image->log_damaged = log->damaged;
    image->pages = size == 0 ? 1 : (size + PAGE - 1) / PAGE;
    int64_t most = image->pages + log->count; /* each frame may add a page */
    for (uint32_t i = 0; i < log->count; i++)
        if (counts(log, i) && log->frames[i].page > image->pages && log->frames[i].page <= most)
            image->pages = log->frames[i].page;
    if (!map_file(image, file, size))
        return STORE_NO_MEMORY;
    if (log->page_size == PAGE)
        lay_log(image, log);
    read_head(image, log);
    return STORE_OK;
}

enum store_status image_open(struct image *image, const char *path, struct text *why)
{
    struct log log;
    *image = (struct image){0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        int error = errno;
        text_string(why, path);
        text_string(why, ": ");
        text_string(why, strerror(error));
        return error == ENOENT ? STORE_ABSENT : STORE_IO;
    }
    enum store_status status = log_open(&log, path, why);
    if (status == STORE_OK)
        status = open_both(image, file, &log);
    log_close(&log);
    close(file);
    if (status != STORE_OK)
        image_close(image);
    return status;
}

void image_close(struct image *image)
{
    if (image->bytes)
        munmap(image->bytes, (size_t)image->pages * PAGE);
    image->bytes = NULL;
}

/* ---- SQLite on the image ---- */

sqlite3 *image_sqlite(struct image *image)
{
    sqlite3 *db = NULL;
    int64_t size = image->pages * PAGE;
    int code = sqlite3_open(":memory:", &db);
    if (code == SQLITE_OK)
        code =
            sqlite3_deserialize(db, "main", image->bytes, size, size, SQLITE_DESERIALIZE_READONLY);
    if (code == SQLITE_OK) {
        sqlite3_limit(db, SQLITE_LIMIT_LENGTH, LENGTH_MAX);
        code = sqlite3_exec(db,
                            "PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = 0;"
                            "PRAGMA cell_size_check = 1; SELECT count(*) FROM sqlite_schema",
                            NULL, NULL, NULL);
    }
    if (code == SQLITE_OK)
        return db;
    sqlite3_close(db);
    return NULL;
}

bool image_make_head(struct image *image)
{
    sqlite3 *db = NULL;
    char buffer[STORE_WHY_MAX];
    struct text why;
    sqlite3_int64 size = 0;
    uint8_t *made = NULL;
    text_init(&why, buffer, sizeof buffer);
    if (sqlite3_open(":memory:", &db) == SQLITE_OK && sqlite_make_schema(db, &why) == STORE_OK)
        made = sqlite3_serialize(db, "main", &size, 0);
    bool usable = made && size >= PAGE && big32(made + 16) >> 16 == PAGE;
    if (usable) {
        memcpy(image->bytes, made, PAGE);
        put_big32(image->bytes + AT_SIZE, (uint32_t)image->pages);
        memset(image->bytes + AT_FREE, 0, 8);
    }
    sqlite3_free(made);
    sqlite3_close(db);
    return usable;
}
