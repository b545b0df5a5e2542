/* SPDX-License-Identifier: MIT */
/* Files of unfinished games. */
#define _DEFAULT_SOURCE
#include "client/save.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "system/folder.h"

enum {
    OWNER_FILE = 0600,
    SAVE_MAX = 64 << 20,
    ASIDE_MAX = 1000,
    NUMBER_MAX = 1000000,
    BYTES_STEP = 1 << 12,
    LOCK_TRIES = 10, /* listing the games holds a lock for a moment */
    LOCK_WAIT_NS = 10000000,
};

/* `taki.1`, or `taki.aside.1`; false if there is no folder. */
static bool file_path(const struct game *game, const char *kind, int number,
                      char name[SAVE_NAME_MAX], char path[FOLDER_PATH_MAX])
{
    struct text text;
    text_init(&text, name, SAVE_NAME_MAX);
    text_string(&text, game->name);
    text_string(&text, kind);
    text_number(&text, number);
    return !text.overflow && folder_path(name, path);
}

static bool game_path(const struct game *game, int number, char path[FOLDER_PATH_MAX])
{
    char name[SAVE_NAME_MAX];
    return file_path(game, ".", number, name, path);
}

/* Is this open file still the one at that path? */
static bool is_file(int file, const char *path)
{
    struct stat mine, there;
    return fstat(file, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino &&
           mine.st_dev == there.st_dev;
}

/* ---- listing ---- */

/* `taki.12` */
static bool read_name(const char *name, const struct game *game, int *number)
{
    struct scan scan = {name};
    int64_t got;
    if (!scan_string(&scan, game->name) || !scan_char(&scan, '.') ||
        !scan_number(&scan, 1, NUMBER_MAX, &got) || !scan_end(&scan))
        return false;
    *number = (int)got;
    return true;
}

/* False for an empty file: it is not a game. */
static bool read_status(struct save_row *row)
{
    char path[FOLDER_PATH_MAX];
    struct stat about;
    if (!game_path(row->game, row->number, path))
        return false;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return false;
    bool there = fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0;
    if (there) {
        row->when = (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec;
        row->open = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    }
    close(file);
    return there;
}

static int newer_first(const void *a, const void *b)
{
    const struct save_row *one = a, *other = b;
    if (one->when != other->when)
        return one->when > other->when ? -1 : 1;
    return other->number - one->number;
}

static void add_row(struct save_row **rows, int *count, const struct save_row *row)
{
    if ((*count & (*count - 1)) == 0) { /* full: double the room */
        size_t room = *count == 0 ? 1 : 2 * (size_t)*count;
        *rows = realloc(*rows, room * sizeof **rows);
        CHECK(*rows);
    }
    (*rows)[(*count)++] = *row;
}

int save_list(const struct game *wanted, struct save_row **rows)
{
    char path[FOLDER_PATH_MAX];
    DIR *folder = folder_path("", path) ? opendir(path) : NULL;
    const struct dirent *entry;
    int count = 0;
    *rows = NULL;
    while (folder && (entry = readdir(folder)) != NULL) {
        struct save_row row = {0};
        for (int i = 0; (row.game = game_at(i)) != NULL; i++)
            if ((!wanted || row.game == wanted) &&
                read_name(entry->d_name, row.game, &row.number) && read_status(&row))
                add_row(rows, &count, &row);
    }
    if (folder)
        closedir(folder);
    if (count > 0)
        qsort(*rows, (size_t)count, sizeof **rows, newer_first);
    return count;
}

static size_t whole_lines(const char *bytes, size_t size)
{
    while (size > 0 && bytes[size - 1] != '\n')
        size--;
    return size;
}

char *save_text(const struct save_row *row, size_t *size)
{
    char path[FOLDER_PATH_MAX];
    int file = game_path(row->game, row->number, path)
                   ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
                   : -1;
    if (file < 0)
        return NULL;
    char *bytes = folder_read(file, SAVE_MAX, size);
    close(file);
    if (bytes)
        *size = whole_lines(bytes, *size);
    return bytes;
}

/* ---- opening ---- */

void save_init(struct save *save, const struct game *game)
{
    *save = (struct save){.game = game, .file = -1};
}

static bool lock(int file)
{
    const struct timespec moment = {.tv_nsec = LOCK_WAIT_NS};
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return false;
        nanosleep(&moment, NULL);
    }
    return false;
}

/* Opens and locks a file, and checks that the name still means the same file. */
static int open_locked(const char *path, int flags)
{
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, OWNER_FILE);
    if (file < 0)
        return -1;
    errno = ENOENT;
    if (is_file(file, path) && lock(file) && is_file(file, path))
        return file;
    int error = errno;
    close(file);
    errno = error;
    return -1;
}

const char *save_refusal(void)
{
    return errno == EWOULDBLOCK ? "join.left.elsewhere" : "join.left.unopened";
}

bool save_open(struct save *save, const struct save_row *row)
{
    char path[FOLDER_PATH_MAX];
    save_init(save, row->game);
    save->file = game_path(row->game, row->number, path) ? open_locked(path, 0) : -1;
    save->number = row->number;
    return save->file >= 0;
}

bool save_read(struct save *save, const char *(*take)(void *context, const char *text, size_t size),
               void *context, const char **reason)
{
    size_t size = 0, at = 0;
    char *bytes = folder_read(save->file, SAVE_MAX, &size);
    *reason = bytes ? NULL : "join.kept.broken";
    size = bytes ? whole_lines(bytes, size) : 0; /* it was killed while writing the last one */
    while (!*reason && at < size) {
        size_t end = (size_t)((char *)memchr(bytes + at, '\n', size - at) - bytes);
        *reason = take(context, bytes + at, end - at);
        at = end + 1;
    }
    free(bytes);
    save->good = (int64_t)size;
    if (!*reason && ftruncate(save->file, (off_t)size) != 0)
        *reason = "join.kept.broken";
    return !*reason;
}

/* ---- writing ---- */

void save_add(struct save *save, const char *text, size_t size)
{
    if (save->size + size + 1 > save->room) {
        save->room = save->size + size + 1 + BYTES_STEP;
        save->bytes = realloc(save->bytes, save->room);
        CHECK(save->bytes);
    }
    memcpy(save->bytes + save->size, text, size);
    save->bytes[save->size + size] = '\n';
    save->size += size + 1;
}

/* So that the name survives a power cut. */
static void sync_folder(void)
{
    char path[FOLDER_PATH_MAX];
    int folder = folder_path("", path) ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0)
        return;
    fsync(folder);
    close(folder);
}

/* Gives a file another name unless that name exists (*taken). Works without hard links, which not
 * every file system has. */
static bool give_name(const char *path, const char *name, bool *taken)
{
    struct stat there;
    *taken = false;
    if (link(path, name) == 0)
        return unlink(path) == 0;
    *taken = errno == EEXIST || lstat(name, &there) == 0;
    return !*taken && rename(path, name) == 0;
}

static bool sync_file(int file)
{
    while (fdatasync(file) != 0)
        if (errno != EINTR)
            return false;
    return true;
}

/* What is already there stays: at worst half a line follows it, which readers ignore. */
static bool append(struct save *save)
{
    if (lseek(save->file, (off_t)save->good, SEEK_SET) >= 0 &&
        folder_write(save->file, save->bytes, save->size) && sync_file(save->file))
        return true;
    save->error = errno;
    int cut = ftruncate(save->file, (off_t)save->good);
    (void)cut;
    return false;
}

/* A new, empty, locked file beside the others; -1 on failure. */
static int open_beside(const struct game *game, char path[FOLDER_PATH_MAX])
{
    char name[SAVE_NAME_MAX];
    if (!file_path(game, ".new.", getpid(), name, path)) {
        errno = errno ? errno : ENOENT; /* there is no home folder */
        return -1;
    }
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_CREAT, OWNER_FILE);
    if (file < 0)
        return -1;
    if (flock(file, LOCK_EX | LOCK_NB) == 0 && ftruncate(file, 0) == 0)
        return file;
    int error = errno;
    close(file);
    errno = error;
    return -1;
}

/* Takes the first free number. */
static bool take_number(struct save *save, const char *path)
{
    char name[FOLDER_PATH_MAX];
    bool taken = true;
    for (int number = 1; number <= NUMBER_MAX && taken; number++) {
        save->number = number;
        if (!game_path(save->game, number, name))
            return false;
        if (give_name(path, name, &taken))
            return true;
    }
    return false;
}

/* A new game gets its name once its beginning is on the disk: nobody finds half a game. */
static bool write_first(struct save *save)
{
    char path[FOLDER_PATH_MAX];
    errno = 0;
    save->file = open_beside(save->game, path);
    if (save->file < 0) {
        save->error = errno;
        return false;
    }
    if (append(save)) {
        if (take_number(save, path)) {
            sync_folder();
            return true;
        }
        save->error = errno;
    }
    unlink(path);
    close(save->file);
    save->file = -1;
    return false;
}

bool save_write(struct save *save)
{
    if (save->size == 0)
        return true;
    if (save->file < 0 ? !write_first(save) : !append(save))
        return false;
    save->good += (int64_t)save->size;
    save->size = 0;
    save->error = 0;
    return true;
}

/* ---- removing ---- */

bool save_aside(struct save *save, char out[SAVE_NAME_MAX])
{
    char path[FOLDER_PATH_MAX], aside[FOLDER_PATH_MAX];
    bool taken = true; /* never replace a file put aside earlier */
    if (save->file < 0 || !game_path(save->game, save->number, path))
        return false;
    for (int i = 1; i <= ASIDE_MAX && taken; i++)
        if (!file_path(save->game, ".aside.", i, out, aside))
            return false;
        else if (give_name(path, aside, &taken))
            return true;
    return false;
}

bool save_delete(struct save *save)
{
    char path[FOLDER_PATH_MAX];
    return save->file >= 0 && game_path(save->game, save->number, path) &&
           is_file(save->file, path) && unlink(path) == 0;
}

void save_close(struct save *save)
{
    if (save->file >= 0)
        close(save->file);
    free(save->bytes);
    *save = (struct save){.file = -1};
}
