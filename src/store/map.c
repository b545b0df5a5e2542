/* SPDX-License-Identifier: MIT */
/* Reserves disk space for SQLite's mapped files before they are touched. */
#define _GNU_SOURCE
#include "store/map.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* since Linux 5.14; older kernels return an error */
#endif

static bool is_full(int error)
{
    return error == ENOSPC || error == EDQUOT;
}

/* Replaces mmap. Some file systems cannot reserve space; there the kernel writes to each page, and
 * reports an error instead of killing us. */
static void *map_with_room(void *address, size_t size, int protection, int flags, int file,
                           off_t offset)
{
    bool shared = (flags & MAP_SHARED) && (protection & PROT_WRITE);
    if (shared && fallocate(file, 0, offset, (off_t)size) != 0 && is_full(errno))
        return MAP_FAILED;
    void *map = mmap(address, size, protection, flags, file, offset);
    if (shared && map != MAP_FAILED && madvise(map, size, MADV_POPULATE_WRITE) != 0 &&
        errno == EFAULT) {
        munmap(map, size);
        errno = ENOSPC;
        return MAP_FAILED;
    }
    return map;
}

static void guard_once(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find("unix");
    if (vfs && vfs->iVersion >= 3 && vfs->xSetSystemCall)
        vfs->xSetSystemCall(vfs, "mmap", (sqlite3_syscall_ptr)map_with_room);
}

void map_guard(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, guard_once);
}
