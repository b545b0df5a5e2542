/* SPDX-License-Identifier: MIT */
/*
 * A disk in memory under the real SQLite. All its failures come from a seed.
 *
 * It replaces the system's files (as the default sqlite3_vfs while it lives), so the store's own
 * back end runs on it without knowing. It differs from a good disk only in ways that a real disk
 * may too:
 *
 *     written ──sync──> durable        when the power fails, each unsynced sector is kept, lost
 *                                      or torn; so are sizes and names
 *
 * Disks come in two kinds, by the seed, because SQLite writes differently on them:
 *     plain         a torn sector may lose bytes that were not being written too; after a sync that
 *                   failed the next one has the same to do
 *     like Linux    tears stay within what was being written (SQLITE_IOCAP_POWERSAFE_OVERWRITE);
 *                   after a sync that failed what it was about may be gone, although it can still
 *                   be read, and only writing it again makes the next sync mean it
 *
 * Only the last part of a path counts: DIR/a/data and DIR/b/data are one file here, although the
 * store's lock files, which are real, are two. So two stores are two processes with one disk.
 * It is for one thread, and waiting takes no time.
 */
#ifndef KUFSA_TESTS_SIM_DISK_H
#define KUFSA_TESTS_SIM_DISK_H

#include <stdbool.h>
#include <stdint.h>

struct sim_disk;

/* Registers itself as SQLite's default, named "sim"; one at a time. */
struct sim_disk *sim_disk_new(uint64_t seed);
/* All that was opened on it must be closed. */
void sim_disk_free(struct sim_disk *);

/* The power fails. Open handles are dead: every call returns SQLITE_IOERR, but they can be closed.
 */
void sim_disk_crash(struct sim_disk *);
/* The process dies and the machine goes on: what was written stays, durable or not; locks are
 * released, handles are dead. */
void sim_disk_kill(struct sim_disk *);

/* What the store asks of the system before it trusts a log, and SQLite cannot: sync the log, so
 * that later reads show what the disk has. False: the sync failed. */
bool sim_disk_settle(struct sim_disk *);

/* How likely a call is to fail; 0 by default. */
struct sim_disk_faults {
    double full;        /* a write that makes a file longer: SQLITE_FULL */
    double io;          /* a read, write or truncation: SQLITE_IOERR */
    double short_write; /* only its first bytes are written, then SQLITE_FULL */
    double sync_fails;
};
void sim_disk_faults(struct sim_disk *, const struct sim_disk_faults *);

/* The n-th change from here (a write, truncation, deletion or sync) is done in part, and then every
 * call fails, as if the process had died, until sim_disk_crash or _kill. 0: never. */
void sim_disk_die_at(struct sim_disk *, uint64_t writes);
bool sim_disk_is_dead(const struct sim_disk *); /* that has happened */

struct sim_disk_counts {
    uint64_t writes; /* truncations and deletions too: with syncs, what sim_disk_die_at counts */
    uint64_t syncs, bytes;
    uint64_t faults;     /* calls that failed by chance */
    uint64_t torn, lost; /* sectors, when the power failed or a sync did */
};
void sim_disk_counts(const struct sim_disk *, struct sim_disk_counts *);

#endif
