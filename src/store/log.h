/* SPDX-License-Identifier: MIT */
/*
 * SQLite's log beside a file (DATA-wal), read without SQLite. When a log is opened after a crash
 * SQLite takes its frames up to the last commit before the first that is wrong, and drops the rest
 * without a word: that is right after a power cut, and wrong when a frame was damaged that had been
 * durable. The two can be told apart:
 *
 *     a frame that was written behind a commit proves that the commit had been synced; if something
 *     in front of it is wrong all the same, it was damaged since;
 *     the log's index (DATA-shm), where it survived, says how many frames had been synced.
 *
 * Damage of the very last transaction looks like a power cut in the middle of it if there is no
 * index, and is taken for one.
 */
#ifndef KUFSA_STORE_LOG_H
#define KUFSA_STORE_LOG_H

#include "store/store.h"

enum { LOG_HEAD = 32, LOG_FRAME_HEAD = 24 };

struct log_frame {
    uint32_t page;  /* its number */
    int64_t offset; /* of the page's bytes in the log */
    bool sound;     /* in front of the last good commit: SQLite would take it */
};

struct log {
    int file;           /* or -1: there is none */
    uint32_t page_size; /* 0: there is nothing in it */
    uint32_t count;     /* frames of the log's present run, sound or not */
    uint32_t sound;     /* of them, that SQLite would take */
    uint32_t pages;     /* of the whole file after the last good commit */
    bool damaged;       /* durable frames are wrong or missing */
    struct log_frame *frames;
};

/* Before a log is believed: what is read of it from here on is what the disk has. A process that
 * was killed between writing a transaction and syncing it leaves one that looks whole. After a sync
 * that failed the system still shows it, although the disk may never get it, and another sync finds
 * nothing to do. Whoever showed it to people, or copied it into the main file in part, would break
 * a promise at the next power failure. So the log is synced, and then the system is told to forget
 * what it remembers of it. OK, IO or DISK_FULL. */
enum store_status log_settle(const char *path, struct text *why);

/* Reads DATA-wal and DATA-shm of a file. That there is no log is well; IO: there is one that cannot
 * be read, and whoever went on without it would lose what is in it. A frame that the disk cannot
 * read is damage. OK, IO or NO_MEMORY. */
enum store_status log_open(struct log *, const char *path, struct text *why);
void log_close(struct log *);

#endif
