/* SPDX-License-Identifier: MIT */
/*
 * SQLite on the pages of an image: a file system with one file in it, which cannot be written. So
 * the log is taken in and the structure checked without a copy, and without touching the original.
 */
#include <string.h>

#include "base/check.h"
#include "store/image.h"

enum { WRITE_VERSION = 18, READ_VERSION = 19, NAME_MAX_SIZE = 64, SECTOR = 4096 };

struct image_file {
    sqlite3_file base;
    struct image *image;
};

static _Thread_local struct image *opening; /* what the next file is of */
static sqlite3_vfs vfs;

static int file_close(sqlite3_file *file)
{
    (void)file;
    return SQLITE_OK;
}

/* The header says that there is a log; here it has been taken in. */
static void hide_log(uint8_t *bytes, int count, sqlite3_int64 offset)
{
    for (int64_t at = WRITE_VERSION; at <= READ_VERSION; at++)
        if (at >= offset && at < offset + count)
            bytes[at - offset] = 1;
}

static int file_read(sqlite3_file *file, void *out, int count, sqlite3_int64 offset)
{
    static _Thread_local uint8_t page[PAGE_SIZE_MAX];
    struct image *image = ((struct image_file *)(void *)file)->image;
    const int64_t size = (int64_t)image->page_size;
    bool all = true;
    for (int done = 0; done < count;) {
        int64_t at = offset + done, inside = at % size;
        int part = count - done < size - inside ? count - done : (int)(size - inside);
        bool read = image_page(image, (uint32_t)(at / size) + 1, page);
        if (read)
            memcpy((uint8_t *)out + done, page + inside, (size_t)part);
        else
            memset((uint8_t *)out + done, 0, (size_t)part);
        all = all && read;
        done += part;
    }
    hide_log(out, count, offset);
    return all ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int refuse_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    (void)file, (void)bytes, (void)count, (void)offset;
    return SQLITE_READONLY;
}

static int refuse_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    (void)file, (void)size;
    return SQLITE_READONLY;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *out)
{
    const struct image *image = ((struct image_file *)(void *)file)->image;
    *out = (sqlite3_int64)image->pages * image->page_size;
    return SQLITE_OK;
}

static int nothing(sqlite3_file *file, int what)
{
    (void)file, (void)what;
    return SQLITE_OK;
}

static int not_locked(sqlite3_file *file, int *out)
{
    (void)file;
    *out = 0;
    return SQLITE_OK;
}

static int no_control(sqlite3_file *file, int what, void *value)
{
    (void)file, (void)what, (void)value;
    return SQLITE_NOTFOUND;
}

static int sector(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

static int immutable(sqlite3_file *file)
{
    (void)file;
    return SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = refuse_write,
    .xTruncate = refuse_truncate,
    .xSync = nothing,
    .xFileSize = file_size,
    .xLock = nothing,
    .xUnlock = nothing,
    .xCheckReservedLock = not_locked,
    .xFileControl = no_control,
    .xSectorSize = sector,
    .xDeviceCharacteristics = immutable,
};

static int open_file(sqlite3_vfs *of, const char *name, sqlite3_file *file, int flags, int *out)
{
    struct image_file *mine = (struct image_file *)(void *)file;
    (void)of, (void)name;
    file->pMethods = NULL;
    if (!opening || !(flags & SQLITE_OPEN_MAIN_DB))
        return SQLITE_CANTOPEN;
    mine->image = opening;
    file->pMethods = &methods;
    if (out)
        *out = SQLITE_OPEN_READONLY;
    return SQLITE_OK;
}

static int no_delete(sqlite3_vfs *of, const char *name, int sync)
{
    (void)of, (void)name, (void)sync;
    return SQLITE_READONLY;
}

static int no_access(sqlite3_vfs *of, const char *name, int flags, int *out)
{
    (void)of, (void)name, (void)flags;
    *out = 0;
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *of, const char *name, int size, char *out)
{
    (void)of;
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

/* Time, chance and sleep are the machine's. */
static bool register_once(void)
{
    if (vfs.zName)
        return true;
    const sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    CHECK(usual);
    vfs = *usual;
    vfs.pNext = NULL;
    vfs.iVersion = 1;
    vfs.szOsFile = sizeof(struct image_file);
    vfs.mxPathname = NAME_MAX_SIZE;
    vfs.zName = "kufsa-image";
    vfs.xOpen = open_file;
    vfs.xDelete = no_delete;
    vfs.xAccess = no_access;
    vfs.xFullPathname = full_name;
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
}

sqlite3 *image_sqlite(struct image *image)
{
    sqlite3 *db = NULL;
    if (image->size == 0 || !register_once())
        return NULL;
    opening = image;
    int code = sqlite3_open_v2("image", &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, vfs.zName);
    if (code == SQLITE_OK)
        sqlite3_limit(db, SQLITE_LIMIT_LENGTH, PAYLOAD_MAX + 4096);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db,
                            "PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = 0;"
                            "PRAGMA cell_size_check = 1; SELECT count(*) FROM sqlite_schema",
                            NULL, NULL, NULL);
    opening = NULL;
    if (code == SQLITE_OK)
        return db;
    sqlite3_close(db);
    return NULL;
}
