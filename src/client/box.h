/* SPDX-License-Identifier: MIT */
/*
 * The box: every finished game that was played here, each a file of the state folder,
 * `box/NAME.kufsa`: its record with the tags of boxed.h. So `kufsa replay` and any program that
 * reads records can read each of them.
 *
 * 1. A file is written beside the others, synced and renamed: readers see it whole or not at all,
 *    and a full disk changes nothing. Deleting needs no room.
 * 2. Whoever changes something holds the lock of `box/lock`. Readers need none.
 * 3. A deleted game leaves its name, as an empty file: a table that is visited again does not bring
 *    it back.
 */
#ifndef KUFSA_CLIENT_BOX_H
#define KUFSA_CLIENT_BOX_H

#include "client/boxed.h"

enum {
    BOX_MAX = 500,       /* games; then the oldest without a star goes */
    BOX_GONE_MAX = 1000, /* names of deleted games */
};

struct game_box {
    int count, unread;   /* unread: files that are no games to this version; they stay */
    struct boxed *games; /* the latest first */
};

/* Reads the whole box; box_free afterwards. */
void box_open(struct game_box *);
void box_free(struct game_box *);

/* The game's place in the list from its name, or from its number there, from 1. -1: none. */
int box_find(const struct game_box *, const char *word);

/* A game's record without tags; the caller frees it. NULL: it is gone or unreadable. */
char *box_record(const char *id, size_t *size, struct boxed_tags *);

/* These return 0 or an errno. EWOULDBLOCK: another program kept the lock too long. */

struct box_added {
    bool added;  /* it was not there before */
    int dropped; /* how many others made room */
};

/* A game that ends here waits for other programs only for a moment: somebody is looking. One from
 * a file comes in although it was deleted: somebody has asked for it. */
enum box_from { BOX_FROM_HERE, BOX_FROM_FILE };

/* Adds a record without tags that was checked; box_sync after the last. */
int box_add(const char *record, size_t size, const struct boxed_tags *, enum box_from,
            struct box_added *);

void box_sync(void); /* names survive a power cut from here on */

/* What others have changed about the game since it was listed stays. ENOENT: it is gone. */
int box_star(const char *id, bool star);
int box_judge(const char *id, const struct boxed_judged *);
int box_delete(const char *id);

/* Why a game could not be kept or changed, for a person: a key of the catalogue. */
const char *box_trouble(int error);

/* ---- finished.c ---- */

/* Games that have ended here, on their way into the box. */
struct finished {
    struct finished_game *first;
    struct finished_game *last; /* the one that ended last, wherever it is now; NULL: none */
    int64_t retry;              /* when to try again, by system_millis */
    int kept, dropped;          /* so far */
    const char *trouble;        /* why some are not in the box yet; NULL: all are */
};

void finished_init(struct finished *);

/* The table's nth match is over. The box takes only games that its owner played. */
void finished_add(struct finished *, uint32_t match, const char *record, size_t size,
                  const struct boxed_tags *);

/* The record of the table's nth match; NULL if that is not the one that ended last. */
const char *finished_record(const struct finished *, uint32_t match, size_t *size,
                            struct boxed_tags *);

/* Tries to put them into the box; true if all are there. */
bool finished_keep(struct finished *);
void finished_free(struct finished *);

#endif
