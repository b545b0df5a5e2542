/* SPDX-License-Identifier: MIT */
/*
 * SQLite's log beside a file (DATA-wal), read without SQLite. When SQLite opens a log after a
 * crash, it takes the frames up to the last commit before the first wrong frame, and silently drops
 * the rest. That is right after a power cut, but wrong if a durable frame was damaged. The two can
 * be told apart:
 *
 *     a frame written after a commit proves that the commit had been synced; if anything before
 *     it is wrong, it was damaged since;
 *     the log's index (DATA-shm), if it survived, says how many frames had been synced.
 *
 * Without an index, damage to the very last transaction looks like a power cut in the middle of it,
 * and is treated as one.
 *
 * A file that is moved, copied or opened by another name without its log looks whole but lacks the
 * last moves. So the file itself says that it has a log: its version contains LOG_MARK. The last
 * transaction copied out of a log sets the mark, and the first one in the next log clears it:
 * anyone who reads file and log together sees no mark, and copying the log into the file clears it.
 */
#ifndef KUFSA_STORE_LOG_H
#define KUFSA_STORE_LOG_H

#include "store/store.h"

enum {
    LOG_HEAD = 32,
    LOG_FRAME_HEAD = 24,
    LOG_MARK = 0x10000, /* in PRAGMA user_version */
};

struct log_frame {
    uint32_t page;  /* its number */
    int64_t offset; /* of the page's bytes in the log */
    bool sound;     /* up to the last good commit: SQLite would take it */
    bool whole;     /* its own sum is right, and a commit follows, whatever is in between */
};

struct log {
    int file;           /* or -1: there is none */
    uint32_t page_size; /* 0: it is empty */
    uint32_t count;     /* frames of the log's current run, sound or not */
    uint32_t sound;     /* frames that SQLite would take */
    uint32_t pages;     /* of the whole file after the last good commit */
    bool damaged;       /* durable frames are wrong or missing */
    struct log_frame *frames;
};

/* Call it before believing a log: afterwards, what is read is what the disk has. A process that was
 * killed between writing and syncing a transaction leaves one that looks whole. After a failed sync
 * the system still shows it, although the disk may never get it, and another sync finds nothing to
 * do. Showing it to people, or copying part of it into the main file, would break a promise at the
 * next power failure. So this syncs the log, and then tells the system to drop its cache of it. OK,
 * IO or DISK_FULL. */
enum store_status log_sync(const char *path, struct text *why);

/* Reads DATA-wal and DATA-shm of a file. No log is fine; IO: there is one that cannot be read, and
 * going on without it would lose its content. A frame that the disk cannot read is damage. OK, IO
 * or NO_MEMORY. */
enum store_status log_open(struct log *, const char *path, struct text *why);
void log_close(struct log *);

/* Is the log of a file that nobody has open sound, and beside the file if there should be one?
 * `file` is an open descriptor. *sound, if not NULL: number of sound frames. LOG_AWAY, CORRUPT, or
 * as log_open. */
enum store_status log_check(int file, const char *path, uint32_t *sound, struct text *why);

/* For a file that somebody has open: LOG_AWAY if they opened it by another name. */
enum store_status log_is_beside(const char *path, struct text *why);

/* Do the first LOG_MARKED_SIZE bytes of a file say that it has a log? */
enum { LOG_MARKED_SIZE = 64 };
bool log_is_marked(const uint8_t *head);

#endif
