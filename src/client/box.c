/* SPDX-License-Identifier: MIT */
/* The files of the box. */
#define _DEFAULT_SOURCE
#include "client/box.h"

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
#include "system/system.h"

#define FOLDER "box/"
#define ENDS ".kufsa"

enum {
    OWNER_FILE = 0600,
    FILE_MAX = BOXED_MAX + BOXED_TAGS_MAX,
    NAME_MAX_ = 64,
    TRIES_SHORT = 30,
    TRIES_LONG = 1500,
    LOCK_WAIT_NS = 10000000,
};

/* ---- paths ---- */

static bool path_of(const char *name, const char *ends, char path[FOLDER_PATH_MAX])
{
    char full[NAME_MAX_];
    struct text text;
    text_init(&text, full, sizeof full);
    text_string(&text, FOLDER);
    text_string(&text, name);
    text_string(&text, ends);
    errno = ENOENT; /* there is no home folder */
    return !text.overflow && folder_path(full, path);
}

/* `NAME.kufsa` */
static bool read_name(const char *name, char id[BOXED_ID_MAX])
{
    if (strlen(name) != BOXED_ID_MAX - 1 + strlen(ENDS) ||
        !string_equal(name + BOXED_ID_MAX - 1, ENDS))
        return false;
    memcpy(id, name, BOXED_ID_MAX - 1);
    id[BOXED_ID_MAX - 1] = '\0';
    return boxed_is_name(id);
}

/* ---- reading ---- */

static char *read_file(const char *path, size_t *size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return NULL;
    char *bytes = folder_read(file, FILE_MAX, size);
    close(file);
    return bytes;
}

char *box_record(const char *id, size_t *size, struct boxed_tags *tags)
{
    char path[FOLDER_PATH_MAX], *record = NULL;
    size_t read = 0;
    char *bytes = path_of(id, ENDS, path) ? read_file(path, &read) : NULL;
    if (bytes && read > 0)
        record = malloc(read + 2);
    if (record) {
        struct text text;
        text_init(&text, record, read + 2);
        boxed_split(bytes, read, system_unix_millis(), &text, tags);
        CHECK(!text.overflow);
        *size = text.size;
    }
    free(bytes);
    return record;
}

/* False if it is none, or not one for this version. */
static bool read_game(const char *id, struct boxed *out)
{
    static struct record record; /* large */
    size_t size;
    char *text = box_record(id, &size, &out->tags);
    bool read = text && boxed_read(out, &record, text, size) == NULL && string_equal(out->id, id);
    free(text);
    return read;
}

static int latest_first(const void *a, const void *b)
{
    const struct boxed *one = a, *other = b;
    if (one->tags.at != other->tags.at)
        return one->tags.at > other->tags.at ? -1 : 1;
    return strcmp(one->id, other->id);
}

/* Is there something in this file? False too if it is gone. */
static bool has_bytes(const char *id, int64_t *changed)
{
    char path[FOLDER_PATH_MAX];
    struct stat about;
    *changed = 0;
    if (!path_of(id, ENDS, path) || lstat(path, &about) != 0)
        return false;
    *changed = about.st_mtim.tv_sec;
    return about.st_size > 0;
}

static DIR *open_folder(void)
{
    char path[FOLDER_PATH_MAX];
    return path_of("", "", path) ? opendir(path) : NULL;
}

void box_open(struct game_box *box)
{
    const struct dirent *entry;
    DIR *folder = open_folder();
    size_t room = 0;
    *box = (struct game_box){.count = 0};
    while (folder && (entry = readdir(folder)) != NULL) {
        char id[BOXED_ID_MAX];
        int64_t changed;
        if (!read_name(entry->d_name, id) || !has_bytes(id, &changed))
            continue;
        if ((size_t)box->count == room) {
            room = room == 0 ? BOX_MAX : 2 * room;
            box->games = realloc(box->games, room * sizeof *box->games);
            CHECK(box->games);
        }
        if (read_game(id, &box->games[box->count]))
            box->count++;
        else
            box->unread++;
    }
    if (folder)
        closedir(folder);
    if (box->count > 0)
        qsort(box->games, (size_t)box->count, sizeof *box->games, latest_first);
}

void box_free(struct game_box *box)
{
    free(box->games);
    *box = (struct game_box){.count = 0};
}

int box_find(const struct game_box *box, const char *word)
{
    struct scan scan = {word};
    int64_t number;
    if (scan_number(&scan, 1, box->count, &number) && scan_end(&scan))
        return (int)number - 1;
    for (int i = 0; i < box->count; i++)
        if (string_equal(box->games[i].id, word))
            return i;
    return -1;
}

/* ---- changing ---- */

/* The open lock, or -1. */
static int lock_box(bool patient)
{
    const int tries = patient ? TRIES_LONG : TRIES_SHORT;
    const struct timespec moment = {.tv_nsec = LOCK_WAIT_NS};
    char path[FOLDER_PATH_MAX];
    int file = path_of("lock", "", path)
                   ? open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, OWNER_FILE)
                   : -1;
    if (file < 0)
        return -1;
    for (int i = 0; i < tries; i++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0)
            return file;
        if (errno != EWOULDBLOCK && errno != EINTR)
            break;
        nanosleep(&moment, NULL);
    }
    int error = errno;
    close(file);
    errno = error;
    return -1;
}

void box_sync(void)
{
    DIR *folder = open_folder();
    if (!folder)
        return;
    fsync(dirfd(folder));
    closedir(folder);
}

static bool write_bytes(const char *path, const struct text *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, OWNER_FILE);
    if (file < 0)
        return false;
    bool written = folder_write(file, text->bytes, text->size) && fdatasync(file) == 0;
    int error = errno;
    written = close(file) == 0 && written;
    errno = error;
    return written;
}

/* Beside the others, then renamed. Under the lock. */
static int write_game(const char *id, const char *record, size_t size,
                      const struct boxed_tags *tags)
{
    char beside[FOLDER_PATH_MAX], path[FOLDER_PATH_MAX];
    size_t room = size + BOXED_TAGS_MAX + 2;
    char *bytes = malloc(room);
    struct text text;
    if (!bytes)
        return ENOMEM;
    text_init(&text, bytes, room);
    boxed_join(&text, record, size, tags);
    CHECK(!text.overflow);
    errno = 0;
    bool done = path_of("new", "", beside) && path_of(id, ENDS, path) &&
                write_bytes(beside, &text) && rename(beside, path) == 0;
    int error = done ? 0 : errno ? errno : EIO;
    if (!done)
        unlink(beside);
    free(bytes);
    return error;
}

/* Leaves an empty file. Under the lock. */
static int remove_game(const char *id)
{
    char path[FOLDER_PATH_MAX];
    return path_of(id, ENDS, path) && truncate(path, 0) == 0 ? 0 : errno;
}

/* Forgets the names that were deleted longest ago. Under the lock. */
static void forget_names(void)
{
    char path[FOLDER_PATH_MAX], id[BOXED_ID_MAX], oldest[BOXED_ID_MAX] = "";
    int64_t changed, first = INT64_MAX;
    const struct dirent *entry;
    DIR *folder = open_folder();
    int count = 0;
    while (folder && (entry = readdir(folder)) != NULL) {
        if (!read_name(entry->d_name, id) || has_bytes(id, &changed))
            continue;
        count++;
        if (changed < first) {
            first = changed;
            memcpy(oldest, id, sizeof oldest);
        }
    }
    if (folder)
        closedir(folder);
    if (count > BOX_GONE_MAX && path_of(oldest, ENDS, path))
        unlink(path);
}

static int count_games(void)
{
    const struct dirent *entry;
    DIR *folder = open_folder();
    char id[BOXED_ID_MAX];
    int64_t changed;
    int count = 0;
    while (folder && (entry = readdir(folder)) != NULL)
        count += read_name(entry->d_name, id) && has_bytes(id, &changed);
    if (folder)
        closedir(folder);
    return count;
}

/* The oldest games without a star make room; returns how many. Under the lock. */
static int make_room(void)
{
    int dropped = 0;
    struct game_box box;
    if (count_games() <= BOX_MAX)
        return 0;
    box_open(&box);
    for (int i = box.count - 1; i >= 0 && box.count - dropped > BOX_MAX; i--)
        if (!box.games[i].tags.star && remove_game(box.games[i].id) == 0)
            dropped++;
    box_free(&box);
    forget_names();
    return dropped;
}

int box_add(const char *record, size_t size, const struct boxed_tags *tags, enum box_from from,
            struct box_added *added)
{
    char id[BOXED_ID_MAX], path[FOLDER_PATH_MAX];
    struct stat about;
    *added = (struct box_added){.added = false};
    int lock = lock_box(from == BOX_FROM_FILE);
    if (lock < 0)
        return errno;
    boxed_name(record, size, id);
    int error = 0;
    bool known = path_of(id, ENDS, path) && lstat(path, &about) == 0;
    if (!known || (from == BOX_FROM_FILE && about.st_size == 0)) {
        error = write_game(id, record, size, tags);
        added->added = error == 0;
        added->dropped = error == 0 ? make_room() : 0;
    }
    close(lock);
    return error;
}

/* Changes a game's tags as they are now, under the lock. */
static int change(const char *id, void (*apply)(struct boxed_tags *, const struct boxed_tags *),
                  const struct boxed_tags *with)
{
    struct boxed_tags tags;
    size_t size;
    int lock = lock_box(true);
    if (lock < 0)
        return errno;
    char *record = box_record(id, &size, &tags);
    int error = ENOENT;
    if (record) {
        apply(&tags, with);
        error = write_game(id, record, size, &tags);
    }
    free(record);
    close(lock);
    box_sync();
    return error;
}

static void apply_star(struct boxed_tags *tags, const struct boxed_tags *with)
{
    tags->star = with->star;
}

int box_star(const char *id, bool star)
{
    return change(id, apply_star, &(struct boxed_tags){.star = star});
}

static void apply_judged(struct boxed_tags *tags, const struct boxed_tags *with)
{
    tags->judged = true;
    tags->found = with->found;
}

int box_judge(const char *id, const struct boxed_judged *found)
{
    return change(id, apply_judged, &(struct boxed_tags){.found = boxed_rounded(found)});
}

int box_delete(const char *id)
{
    int lock = lock_box(true);
    if (lock < 0)
        return errno;
    int error = remove_game(id);
    forget_names();
    close(lock);
    return error;
}

const char *box_trouble(int error)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT: return "box.full";
    case EWOULDBLOCK: return "box.busy";
    default: return "box.fails";
    }
}
