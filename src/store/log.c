/* SPDX-License-Identifier: MIT */
/* SQLite's log, read without SQLite; its documentation describes the format (fileformat2,
 * walformat). */
#define _DEFAULT_SOURCE
#include "store/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sqlite.h"

enum {
    MAGIC = 0x377f0682, /* plus one: the sums are of big-endian words */
    PAGE_MIN = 512,
    PAGE_MAX = 65536,
    SALT = 8,        /* in the head and in each frame */
    INDEX_HEAD = 48, /* of the index; there are two copies */
    SUMS_AT = 16,    /* in a frame's head */
};

struct sums {
    uint32_t a, b;
};

struct reading {
    struct log *log;
    bool big;
    uint8_t salt[SALT];
    bool has_head;
    uint8_t *frame; /* one frame with its head */
    size_t frame_size;
    struct sums sums; /* of the last good frame */
};

static uint32_t big32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t little32(const uint8_t *bytes)
{
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

/* Sums over 8 bytes at a time, in the byte order that the head names. */
static struct sums add_sums(struct sums sums, bool big, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i + 8 <= size; i += 8) {
        sums.a += (big ? big32(bytes + i) : little32(bytes + i)) + sums.b;
        sums.b += (big ? big32(bytes + i + 4) : little32(bytes + i + 4)) + sums.a;
    }
    return sums;
}

/* Reads all of it, or returns false; *failed if the disk failed, not if the file ended. */
static bool read_at(int file, int64_t offset, uint8_t *out, size_t size, bool *failed)
{
    while (size > 0) {
        ssize_t count = pread(file, out, size, offset);
        if (count < 0 && errno == EINTR)
            continue;
        *failed = *failed || count < 0;
        if (count <= 0)
            return false;
        out += count;
        offset += count;
        size -= (size_t)count;
    }
    return true;
}

static int open_beside(const char *path, const char *end)
{
    char name[STORE_PATH_MAX];
    struct text text;
    text_init(&text, name, sizeof name);
    text_string(&text, path);
    text_string(&text, end);
    errno = ENAMETOOLONG;
    return text.overflow ? -1 : open(name, O_RDONLY | O_CLOEXEC);
}

static bool is_page_size(uint32_t size)
{
    return size >= PAGE_MIN && size <= PAGE_MAX && (size & (size - 1)) == 0;
}

/* False if the head is not what SQLite wrote; then this program's usual values and the first
 * frame's salt are assumed. */
static void read_head(struct reading *reading)
{
    uint8_t head[LOG_HEAD], first[LOG_FRAME_HEAD];
    bool *failed = &reading->log->damaged;
    reading->log->page_size = 4096;
    if (!read_at(reading->log->file, 0, head, sizeof head, failed))
        memset(head, 0, sizeof head);
    uint32_t magic = big32(head);
    reading->big = (magic & 1) != 0;
    struct sums sums = add_sums((struct sums){0, 0}, reading->big, head, 24);
    if ((magic & ~1u) == MAGIC && is_page_size(big32(head + 8)) && sums.a == big32(head + 24) &&
        sums.b == big32(head + 28)) {
        reading->log->page_size = big32(head + 8);
        reading->sums = sums;
        memcpy(reading->salt, head + 16, SALT);
        reading->has_head = true;
    } else if (read_at(reading->log->file, LOG_HEAD, first, sizeof first, failed)) {
        reading->big = false;
        memcpy(reading->salt, first + 8, SALT);
    }
}

static struct sums frame_sums(const struct reading *reading, struct sums before)
{
    struct sums sums = add_sums(before, reading->big, reading->frame, 8);
    return add_sums(sums, reading->big, reading->frame + LOG_FRAME_HEAD,
                    reading->frame_size - LOG_FRAME_HEAD);
}

static bool is_next(const struct reading *reading, struct sums before)
{
    struct sums sums = frame_sums(reading, before);
    return sums.a == big32(reading->frame + SUMS_AT) &&
           sums.b == big32(reading->frame + SUMS_AT + 4);
}

/* Reads frames as long as each follows from the one before, up to the last commit; then all others
 * of the same run. Among those, a frame that follows from a commit proves damage. A log that was
 * started over still has frames of the earlier run after the new ones. They follow from one another
 * too, so a frame with another salt counts only after a frame that counted. */
static void read_frames(struct reading *reading, uint32_t most)
{
    struct log *log = reading->log;
    bool good = reading->has_head, behind_commit = false, previous = reading->has_head;
    struct sums before = reading->sums;
    uint32_t committed = 0;
    for (uint32_t i = 0; i < most; i++) {
        int64_t at = LOG_HEAD + (int64_t)i * (int64_t)reading->frame_size;
        bool failed = false;
        if (!read_at(log->file, at, reading->frame, reading->frame_size, &failed)) {
            if (!failed)
                break;
            log->damaged = true;
            good = behind_commit = previous = false;
            continue;
        }
        bool ours = memcmp(reading->frame + 8, reading->salt, SALT) == 0;
        bool follows = is_next(reading, before);
        bool mine = ours || (follows && previous);
        uint32_t commit = big32(reading->frame + 4);
        good = good && ours && follows;
        if (!good && follows && behind_commit)
            log->damaged = true;
        behind_commit = commit != 0 && mine;
        previous = mine;
        before =
            (struct sums){big32(reading->frame + SUMS_AT), big32(reading->frame + SUMS_AT + 4)};
        if (!mine)
            continue; /* from an earlier run */
        log->frames[log->count++] =
            (struct log_frame){big32(reading->frame), at + LOG_FRAME_HEAD, good, follows};
        if (follows && commit != 0)
            committed = log->count;
        if (good && commit != 0) {
            log->sound = log->count;
            log->pages = commit;
        }
    }
    for (uint32_t i = log->sound; i < log->count; i++)
        log->frames[i].sound = false;
    for (uint32_t i = committed; i < log->count; i++)
        log->frames[i].whole = false;
}

/* How many frames the index says were synced; 0 if it says nothing about this log. It is written
 * twice, in the machine's byte order. */
static uint32_t ask_index(const struct reading *reading, const char *path)
{
    uint8_t bytes[2 * INDEX_HEAD];
    uint32_t words[INDEX_HEAD / 4], one = 1;
    int file = open_beside(path, "-shm");
    bool failed = false; /* if it fails, it says nothing either */
    bool read = file >= 0 && read_at(file, 0, bytes, sizeof bytes, &failed);
    if (file >= 0)
        close(file);
    if (!read || memcmp(bytes, bytes + INDEX_HEAD, INDEX_HEAD) != 0 || bytes[12] != 1)
        return 0;
    memcpy(words, bytes, sizeof words);
    struct sums sums = add_sums((struct sums){0, 0}, *(uint8_t *)&one == 0, bytes, 40);
    bool same = !reading->has_head || memcmp(bytes + 32, reading->salt, SALT) == 0;
    return sums.a == words[10] && sums.b == words[11] && same ? words[4] : 0;
}

static void say_why(const char *path, int error, struct text *why)
{
    text_string(why, path);
    text_string(why, "-wal: ");
    text_string(why, strerror(error));
}

enum store_status log_sync(const char *path, struct text *why)
{
    int file = open_beside(path, "-wal");
    if (file < 0 && errno == ENOENT)
        return STORE_OK;
    int error = file < 0 || fsync(file) != 0 ? errno : 0;
    if (error == 0) /* pages already on the disk, so nothing is lost */
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    if (file >= 0)
        close(file);
    if (error == 0)
        return STORE_OK;
    say_why(path, error, why);
    return sqlite_errno_status(error);
}

/* Opens the log, if there is one, and gets its size. */
static enum store_status open_log(struct log *log, const char *path, int64_t *size,
                                  struct text *why)
{
    struct stat status;
    *size = 0;
    *log = (struct log){.file = open_beside(path, "-wal")};
    if (log->file < 0 && errno == ENOENT)
        return STORE_OK;
    int error = log->file < 0 || fstat(log->file, &status) != 0 ? errno : 0;
    if (error == 0 && !S_ISREG(status.st_mode))
        error = EISDIR;
    if (error == 0) {
        *size = status.st_size;
        return STORE_OK;
    }
    say_why(path, error, why);
    log_close(log);
    return STORE_IO;
}

enum store_status log_open(struct log *log, const char *path, struct text *why)
{
    struct reading reading = {.log = log};
    int64_t size;
    enum store_status status = open_log(log, path, &size, why);
    if (status != STORE_OK || log->file < 0)
        return status;
    read_head(&reading);
    reading.frame_size = LOG_FRAME_HEAD + log->page_size;
    int64_t most = size < LOG_HEAD ? 0 : (size - LOG_HEAD) / (int64_t)reading.frame_size;
    if (most > UINT32_MAX)
        most = UINT32_MAX;
    log->frames = calloc((size_t)most + 1, sizeof *log->frames);
    reading.frame = malloc(reading.frame_size);
    if (!log->frames || !reading.frame) {
        free(reading.frame);
        log_close(log);
        return STORE_NO_MEMORY;
    }
    read_frames(&reading, (uint32_t)most);
    if (!reading.has_head && most > 0)
        log->damaged = true; /* the head is synced before the first frame is written */
    if (ask_index(&reading, path) > log->sound)
        log->damaged = true;
    free(reading.frame);
    return STORE_OK;
}

/* ---- is it here? ---- */

bool log_is_marked(const uint8_t *head)
{
    uint32_t version = big32(head + LOG_MARKED_SIZE - 4); /* its last four bytes */
    return memcmp(head, "SQLite format 3", 16) == 0 && (version & LOG_MARK) != 0;
}

static enum store_status say_away(const char *path, struct text *why)
{
    text_string(why, "there is no ");
    text_string(why, path);
    text_string(why, "-wal");
    return STORE_LOG_AWAY;
}

enum store_status log_check(int file, const char *path, uint32_t *sound, struct text *why)
{
    struct log log;
    uint8_t head[LOG_MARKED_SIZE];
    bool failed = false;
    enum store_status status = log_open(&log, path, why);
    if (status != STORE_OK)
        return status;
    if (log.file < 0 && read_at(file, 0, head, sizeof head, &failed) && log_is_marked(head)) {
        status = say_away(path, why);
    } else if (log.damaged) {
        text_string(why, "its log, ");
        text_string(why, path);
        text_string(why, "-wal, is damaged after frame ");
        text_number(why, log.sound);
        status = STORE_CORRUPT;
    }
    if (sound)
        *sound = log.sound;
    log_close(&log);
    return status;
}

enum store_status log_is_beside(const char *path, struct text *why)
{
    char real[STORE_PATH_MAX];
    int file = realpath(path, real) ? open_beside(real, "-wal") : -1;
    if (file < 0)
        return say_away(path, why);
    close(file);
    return STORE_OK;
}

void log_close(struct log *log)
{
    if (log->file >= 0)
        close(log->file);
    free(log->frames);
    *log = (struct log){.file = -1};
}
