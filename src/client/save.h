/* SPDX-License-Identifier: MIT */
/*
 * Unfinished games: each is a file in the state folder, `taki.1`, `taki.2` and so on, with the
 * events of its table, one per line.
 *
 * 1. A file is created beside the others and gets its name once it is on the disk. From then on it
 *    only grows, and additions are synced before anybody sees them. When a write fails, the file
 *    keeps what it had, and the rest is written when possible.
 * 2. A game being played is locked: nobody else writes, deletes or continues it.
 * 3. A game never takes another's file. It is deleted when it is over, or when a person says so.
 */
#ifndef KUFSA_CLIENT_SAVE_H
#define KUFSA_CLIENT_SAVE_H

#include "rules/game.h"

/* A game in the folder. */
struct save_row {
    const struct game *game;
    int number;   /* of its file */
    int64_t when; /* last written, in nanoseconds of Unix time */
    bool open;    /* another terminal is playing it */
};

/* The games of this kind (NULL: any), newest first; the caller frees them. Returns the count. */
int save_list(const struct game *wanted, struct save_row **rows);

/* The complete lines of a game, even while it is being played; the caller frees them. NULL:
 * unreadable. */
char *save_text(const struct save_row *, size_t *size);

/* A game being played. */
struct save {
    const struct game *game;
    int number, file; /* 0 and -1 until something is written */
    int64_t good;     /* bytes that are on the disk */
    char *bytes;      /* not yet written */
    size_t size, room;
    int error; /* the errno of the last failed write; 0 */
};

void save_init(struct save *, const struct game *); /* a new one; its file is created when needed */

/* Opens an unfinished game. False: it is gone, open in another terminal, or not writable. */
bool save_open(struct save *, const struct save_row *);
const char *save_refusal(void); /* which of these, from errno */

/* Passes its events to `take` one by one; a partly written one is cut off. False: some are
 * unreadable, and *reason says why. */
bool save_read(struct save *, const char *(*take)(void *context, const char *text, size_t size),
               void *context, const char **reason);

void save_add(struct save *, const char *text, size_t size); /* queues a line to be written */
bool save_write(struct save *); /* is everything on the disk? If not, try again later */

/* Renames a game that is unreadable and writes the new name to out: another version might read it.
 * False: it stays as it is. */
enum { SAVE_NAME_MAX = 64 };
bool save_aside(struct save *, char out[SAVE_NAME_MAX]);

bool save_delete(struct save *); /* deletes its file; close it afterwards */
void save_close(struct save *);

#endif
