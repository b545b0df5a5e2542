/* SPDX-License-Identifier: MIT */
/*
 * What a browser page asks: requests and answers are JSON objects, one at a time. The module that
 * pages load exports one of these; natively it is an ordinary library, for tests.
 *
 *     look ─▶ the present view ─▶ reach, why, explain, after, moves, advise, judge
 *     open, restore ─▶ the page's own table ─▶ guest, command, tick, greet, think, pause, wake
 *     replay, verify, review ─▶ the record given last; given, give ─▶ the table plays on from it
 *     play, games, levels, qr
 *
 * 1. All memory is in the struct; nothing comes from the host: no clock, no randomness, no files.
 * 2. Every request gets an answer; one that cannot be served gets {"error":WORD or KEY of the
 *    catalogue}, with "field" if a member is to blame.
 * 3. The page may do what it likes with its own table; the server's is elsewhere.
 *
 * web/src/engine/types.ts has the shapes of the answers.
 */
#ifndef KUFSA_PAGE_PAGE_H
#define KUFSA_PAGE_PAGE_H

#include "base/json.h"
#include "bots/bot.h"
#include "match/reach.h"
#include "match/walk.h"
#include "review/review.h"
#include "table/table.h"

enum {
    PAGE_IN_MAX = 1 << 19,   /* bytes of a request */
    PAGE_VALUES_MAX = 16384, /* values in a request */
    PAGE_MOVES_MAX = 256,    /* moves listed at once */
    PAGE_ADVICE_MAX = 5,     /* moves advised */
    PAGE_MEMORY = 16 << 20,  /* for bots */
    PAGE_PLIES_MAX = 1 << 18,
    /* no ply of a record has fewer than four bytes: "0 p\n" */
    PAGE_REPLAY_MAX = RECORD_TEXT_MAX / 4,
    /* Events that one call can cause. A command is one event after a tick, in which the host may
     * change, each seat's time may run out, each seat may pass, and one bot may move, which ends
     * all thinking; and those who wait may be given up. */
    PAGE_EVENTS_MAX = 1 + 1 + SEATS_MAX + SEATS_MAX + 1 + 1,
    /* Each event is sent once to each viewer; and a record may double in size when it is
     * quoted. */
    PAGE_OUT_MAX = PAGE_EVENTS_MAX * ((SEATS_MAX + 1) * (NEWS_MAX + 128) + 2 * EVENT_TEXT_MAX) +
                   2 * RECORD_TEXT_MAX + 2 * NEWS_MAX,
};

/* A position as one viewer sees it, and what that viewer may do. */
struct page_view {
    const struct game *game; /* NULL: none yet */
    union any_state state;
    struct moves moves;
};

/* The table in this page, if there is one. */
struct page_table {
    bool there;
    struct table table;
    struct table_workspace workspace;
    struct ply log[PAGE_PLIES_MAX];
    struct text kept; /* events of this call, a line each */
    char kept_bytes[PAGE_EVENTS_MAX * EVENT_TEXT_MAX];
    bool ended; /* a match ended in this call */
    struct text record;
    char record_bytes[RECORD_TEXT_MAX];
};

/* The record given last, and where its reader is. */
struct page_replay {
    bool there;
    struct record record;
    char text[RECORD_TEXT_MAX];
    uint32_t count;
    struct ply plies[PAGE_REPLAY_MAX];
    uint64_t hashes[PAGE_REPLAY_MAX + 1]; /* of all positions up to each */
    struct walk walk;
};

/* The review of that record. */
struct page_review {
    bool begun, finished;
    struct review review;
};

struct page {
    struct json json;
    struct json_value values[PAGE_VALUES_MAX];
    const char *field; /* the member to blame; NULL */
    int64_t at;        /* where in it; -1 */
    struct json_out to;
    struct text out;
    char out_bytes[PAGE_OUT_MAX];
    union any_state read; /* scratch */
    struct glimpse glimpse;
    struct moves moves;   /* scratch */
    struct facts facts;   /* scratch */
    struct events events; /* scratch */
    struct page_view view;
    struct gestures steps; /* of the present view; made when first needed */
    struct page_table table;
    struct page_replay replay;
    struct page_review review;
    uint64_t nodes_max; /* for any question to a bot; 0: the bot's own */
    struct advice advice;
    _Alignas(max_align_t) char memory[PAGE_MEMORY];
};

/* The answer is in page->out until the next request. A zeroed page is ready. */
void page_ask(struct page *, const char *request, size_t size);

/* ---- what the module exports; exports.c ---- */

char *page_in_buffer(void);
const char *page_out_buffer(void);
int page_ask_buffer(int size); /* size of the answer */

#endif
