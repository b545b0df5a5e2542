/* SPDX-License-Identifier: MIT */
/*
 * A game in the box, as text: a record with up to four tags of the box in its head
 * (docs/records.md, "A box"). The page writes and reads the same. Nothing here touches a file.
 *
 * 1. A game's name is a sum of its record without these tags: it is the same wherever it is kept.
 * 2. What lists and statistics show is read from the text; the moves are not replayed. A record is
 *    replayed once, when it comes in (boxed_check).
 */
#ifndef KUFSA_CLIENT_BOXED_H
#define KUFSA_CLIENT_BOXED_H

#include "match/record.h"

enum {
    BOXED_ID_MAX = 17,     /* bytes of a name, with the NUL */
    BOXED_MAX = 1 << 18,   /* bytes of a record without tags; the page's limit too */
    BOXED_TAGS_MAX = 160,  /* bytes of all tags */
    BOXED_SUM_MAX = 1000,  /* of what a review found: these are chances */
    BOXED_MILLIS_MAX = 25, /* bytes of a time, with the NUL */
};

/* What a review found for the box's owner, in chances: skill is others - slips. */
struct boxed_judged {
    double luck, others, slips;
    int64_t choices; /* moves that were a choice */
};

struct boxed_tags {
    int64_t at;    /* when it ended, in milliseconds of Unix time */
    uint16_t mine; /* bit s: a seat of the box's owner */
    bool star;     /* a full box keeps it */
    bool judged;   /* it was reviewed */
    struct boxed_judged found;
};

struct boxed {
    char id[BOXED_ID_MAX];
    struct boxed_tags tags;
    const struct game *game;
    int seats;
    struct match_seat seat[SEATS_MAX];
    int16_t option[OPTIONS_MAX];
    enum ending ending;       /* ENDING_RULES unless the record says otherwise */
    uint8_t place[SEATS_MAX]; /* all 0: there are none */
    bool scored;
    int32_t score[SEATS_MAX];
    uint32_t plies;
    int64_t given; /* so many moves are those of another game: it is counted nowhere; -1: its own */
};

/* How a game ended for its owner: not known if none or several of the players were. */
enum boxed_result { BOXED_NONE, BOXED_WON, BOXED_DRAWN, BOXED_LOST, BOXED_RESULTS };
extern const char *const boxed_results[BOXED_RESULTS]; /* "won", …; NULL: none */
enum boxed_result boxed_result(const struct boxed *);

/* Takes the next record of a file: its bytes go into *one. False after the last, or if the file
 * does not begin with one. *at begins as its first byte. */
bool boxed_next(const char **at, const char *end, const char **one, size_t *size);

/* Divides a record into what it is without the box's tags, with lines that end with LF, and the
 * tags; a time that is missing or lies ahead becomes `now`. The text says whether it fit. */
void boxed_split(const char *bytes, size_t size, int64_t now, struct text *record,
                 struct boxed_tags *);

/* With as many decimals as the box keeps: four. */
struct boxed_judged boxed_rounded(const struct boxed_judged *);

/* Writes a record without tags and these tags into one. */
void boxed_join(struct text *out, const char *record, size_t size, const struct boxed_tags *);

void boxed_name(const char *record, size_t size, char id[BOXED_ID_MAX]);
bool boxed_is_name(const char *);

/* `2026-11-15T18:20:00.000Z` */
void boxed_write_time(int64_t millis, char out[BOXED_MILLIS_MAX]);

/* NULL if this is the record of a finished game, else why not. Replays it. */
const char *boxed_check(struct record *, const char *text, size_t size);

/* Reads what lists show from the text of a record without tags that was checked once; *out has the
 * tags already. NULL, or why it cannot be read: it may come from another version. */
const char *boxed_read(struct boxed *out, struct record *, const char *text, size_t size);

#endif
