/* SPDX-License-Identifier: MIT */
/*
 * Answers many questions at once, in three round trips:
 *
 *     codes ─▶ numbers
 *     BEGIN, our row and theirs locked, those without an owner ours ─▶ rows and owners
 *     the events of those that are ours, COMMIT
 *
 * The rows are locked before the statement that takes them, so it sees every node that was there
 * before; a table whose owner is not in `nodes` belongs to nobody. Events are believed only after
 * the commit: it waits for the standby, and what we read was there before what we wrote.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"

enum { EVENTS_TOGETHER = 100000 };

static bool is_claim(const struct store_answer *answer)
{
    return answer->question.what == STORE_ASK_TABLE || answer->question.what == STORE_ASK_ROW;
}

static void fail(struct store_answer *answer, enum store_status status, const char *why)
{
    struct text text;
    answer->status = status;
    text_init(&text, answer->why, sizeof answer->why);
    text_string(&text, why);
}

/* ---- codes ---- */

static int count_codes(const struct store_answer *first)
{
    int count = 0;
    for (const struct store_answer *at = first; at; at = at->next)
        count += is_claim(at) && at->question.table == 0;
    return count;
}

static enum store_status find_codes(struct store_home *home, struct store_answer *first)
{
    int count = count_codes(first), n = 0;
    if (count == 0)
        return STORE_OK;
    packed_clear(&home->asked);
    packed_array(&home->asked, PACKED_NUMBERS, count);
    for (int i = 0; i < count; i++)
        packed_item_number(&home->asked, i);
    packed_array(&home->asked, PACKED_TEXTS, count);
    for (const struct store_answer *at = first; at; at = at->next)
        if (is_claim(at) && at->question.table == 0)
            packed_item_bytes(&home->asked, at->question.code, string_size(at->question.code));
    session_send(&home->read, PG_CODES, &home->asked);
    enum store_status status = session_end(&home->read);
    for (struct store_answer *at = first; at && status == STORE_OK; at = at->next) {
        if (!is_claim(at) || at->question.table != 0)
            continue;
        for (int row = 0; row < session_rows(&home->read, 0); row++)
            if (session_number(&home->read, 0, row, 0) == n)
                at->row.id = session_number(&home->read, 0, row, 1);
        n++;
    }
    return status;
}

/* ---- rows ---- */

typedef bool chosen(const struct store_answer *);

static bool has_id(const struct store_answer *answer)
{
    return is_claim(answer) && answer->row.id != 0;
}

static void pack_ids(struct store_home *home, const struct store_answer *first, chosen *is_chosen)
{
    int count = 0;
    for (const struct store_answer *at = first; at; at = at->next)
        count += is_chosen(at);
    packed_array(&home->asked, PACKED_NUMBERS, count);
    for (const struct store_answer *at = first; at; at = at->next)
        if (is_chosen(at))
            packed_item_number(&home->asked, at->row.id);
}

static void send_ids(struct store_home *home, enum statement statement,
                     const struct store_answer *first, chosen *is_chosen)
{
    packed_clear(&home->asked);
    if (statement == PG_ADOPT)
        packed_number(&home->asked, atomic_load(&home->me));
    pack_ids(home, first, is_chosen);
    session_send(&home->read, statement, &home->asked);
}

/* Whose is it? A name is missing if the owner has just gone, or is a server that believes it is
 * alone. */
static void judge_owner(struct store_home *home, struct store_answer *answer,
                        const struct value values[])
{
    const struct value *owner = &values[PG_SEEN_COLUMNS], *name = owner + 1;
    struct text path;
    answer->status = STORE_OK;
    if (answer->row.finished || owner->number == atomic_load(&home->me))
        return;
    if (name->size == 0 || name->size > STORE_NODE_MAX) {
        answer->status = STORE_BUSY;
        return;
    }
    text_init(&path, answer->at, sizeof answer->at);
    text_string(&path, STORE_AT_START);
    text_bytes(&path, (const char *)name->bytes, name->size);
    answer->wait_ms = postgres_silent(home, owner->number);
    answer->status = answer->wait_ms > 0 ? STORE_HELD : STORE_MOVED;
}

static void take_row(struct store_home *home, int n, int row, struct store_answer *answer)
{
    struct store_table table;
    if (!postgres_seen_row(&home->read, n, row, &table)) {
        row_say_damaged(answer->why, "the row", 0, answer->row.id);
        answer->status = STORE_CORRUPT;
        return;
    }
    struct value values[PG_SEEN_COLUMNS + 2] = {[PG_SEEN_COLUMNS] = {.kind = VALUE_NUMBER},
                                                [PG_SEEN_COLUMNS + 1] = {.kind = VALUE_TEXT}};
    session_values(&home->read, n, row, values, PG_SEEN_COLUMNS + 2);
    answer->row = table;
    judge_owner(home, answer, values);
}

static void take_rows(struct store_home *home, int n, struct store_answer *first)
{
    for (struct store_answer *at = first; at; at = at->next) {
        if (!is_claim(at))
            continue;
        at->status = STORE_ABSENT;
        for (int row = 0; row < session_rows(&home->read, n) && has_id(at); row++) {
            if (session_number(&home->read, n, row, 0) != at->row.id)
                continue;
            take_row(home, n, row, at);
            break;
        }
    }
}

static enum store_status claim(struct store_home *home, struct store_answer *first)
{
    enum { BEGUN, TOUCHED, LOCKED, ADOPTED, ROWS };
    session_start(&home->read);
    session_send(&home->read, PG_BEGIN, NULL);
    packed_clear(&home->asked);
    packed_number(&home->asked, atomic_load(&home->me));
    session_send(&home->read, PG_TOUCH, &home->asked);
    send_ids(home, PG_LOCK, first, has_id);
    send_ids(home, PG_ADOPT, first, has_id);
    send_ids(home, PG_CLAIMED, first, has_id);
    enum store_status status = session_end(&home->read);
    if (status != STORE_OK)
        return status;
    if (session_rows(&home->read, TOUCHED) == 0)
        return postgres_gone(home, &home->read);
    take_rows(home, ROWS, first);
    return STORE_OK;
}

/* ---- events ---- */

static bool wants_events(const struct store_answer *answer)
{
    return answer->question.what == STORE_ASK_TABLE && answer->status == STORE_OK &&
           !answer->row.finished && !answer->bytes;
}

/* The first event of another node's table says which game it is. */
static bool wants_first(const struct store_answer *answer)
{
    return answer->question.what == STORE_ASK_TABLE &&
           (answer->status == STORE_MOVED || answer->status == STORE_HELD);
}

static struct store_answer *find_answer(struct store_answer *first, int64_t table,
                                        chosen *is_chosen)
{
    while (first && (first->row.id != table || !is_chosen(first)))
        first = first->next;
    return first;
}

static enum store_status add_event(struct store_answer *answer, int64_t *chain,
                                   struct value values[ROW_EVENT], int64_t seq)
{
    struct store_event event;
    if (!row_event(values, *chain, answer->row.id, &event) || event.seq != seq) {
        row_say_damaged(answer->why, "event", answer->row.id, seq);
        return STORE_CORRUPT;
    }
    *chain = values[ROW_EVENT - 1].number;
    return answer_add_event(answer, &event) ? STORE_OK : STORE_NO_MEMORY;
}

/* Rows come table by table, in the order of events. */
static void take_events(struct store_home *home, int n, struct store_answer *first,
                        chosen *is_chosen)
{
    struct store_answer *answer = NULL;
    int64_t chain = 0, seq = 0, table = 0;
    enum store_status status = STORE_OK;
    for (int row = 0; row < session_rows(&home->read, n); row++) {
        struct value values[ROW_EVENT] = {{.kind = VALUE_NUMBER},
                                          {.kind = VALUE_NUMBER},
                                          {.kind = VALUE_NUMBER},
                                          {.kind = VALUE_BYTES},
                                          {.kind = VALUE_NUMBER}};
        session_values(&home->read, n, row, values, ROW_EVENT);
        if (values[0].number != table) {
            table = values[0].number;
            answer = find_answer(first, table, is_chosen);
            chain = sum_start(table);
            seq = 0;
            status = STORE_OK;
        }
        if (!answer || status != STORE_OK)
            continue;
        status = add_event(answer, &chain, values, ++seq);
        if (status != STORE_OK && is_chosen != wants_first)
            answer->status = status;
    }
}

/* Asks for events a part at a time: a table that is marked has been asked for. */
static bool in_part(const struct store_answer *answer)
{
    return answer->row_count < 0;
}

static bool mark_part(struct store_answer *first)
{
    int64_t events = 0;
    bool any = false;
    for (struct store_answer *at = first; at; at = at->next) {
        if (!wants_events(at) || (any && events + at->row.seq > EVENTS_TOGETHER))
            continue;
        events += at->row.seq;
        at->row_count = -1;
        any = true;
    }
    return any;
}

/* Somebody may have asked by number, and somebody else by code: the first of them has the events,
 * or why not. */
static void copy_events(struct store_answer *first, struct store_answer *to)
{
    const struct store_answer *from = find_answer(first, to->row.id, in_part);
    if (from != to && from->status != STORE_OK)
        fail(to, from->status, from->why);
    else if (from != to && from->bytes && !answer_set_bytes(to, from->bytes, from->size))
        to->status = STORE_NO_MEMORY;
    if (!to->bytes && !answer_set_bytes(to, "", 0)) /* there are none */
        to->status = STORE_NO_MEMORY;
}

static void unmark(struct store_answer *first)
{
    for (struct store_answer *at = first; at; at = at->next)
        if (in_part(at))
            copy_events(first, at);
    for (struct store_answer *at = first; at; at = at->next)
        at->row_count = at->row_count < 0 ? 0 : at->row_count;
}

static enum store_status fetch_events(struct store_home *home, struct store_answer *first)
{
    enum store_status status = STORE_OK;
    while (status == STORE_OK && mark_part(first)) {
        session_start(&home->read);
        send_ids(home, PG_CLAIMED_EVENTS, first, in_part);
        status = session_end(&home->read);
        if (status == STORE_OK)
            take_events(home, 0, first, in_part);
        unmark(first);
    }
    if (status != STORE_OK)
        return status;
    session_start(&home->read);
    send_ids(home, PG_FIRST_EVENTS, first, wants_first);
    session_send(&home->read, PG_COMMIT, NULL);
    status = session_end(&home->read);
    if (status == STORE_OK && !session_did(&home->read, 1, "COMMIT"))
        return STORE_IO;
    if (status == STORE_OK)
        take_events(home, 0, first, wants_first);
    return status;
}

/* ---- all of them ---- */

static void roll_back(struct store_home *home)
{
    char why[STORE_WHY_MAX];
    if (!home->read.conn)
        return;
    memcpy(why, home->read.why, sizeof why);
    session_start(&home->read);
    session_send(&home->read, PG_ROLLBACK, NULL);
    session_end(&home->read);
    memcpy(home->read.why, why, sizeof why);
}

static void answer_claims(struct store_home *home, struct store_answer *first)
{
    for (struct store_answer *at = first; at; at = at->next)
        at->row.id = at->question.table;
    enum store_status status = postgres_start_read(home);
    if (status == STORE_OK)
        status = find_codes(home, first);
    if (status == STORE_OK) {
        status = claim(home, first);
        if (status == STORE_OK)
            status = fetch_events(home, first);
        if (status != STORE_OK)
            roll_back(home);
    }
    for (struct store_answer *at = first; at && status != STORE_OK; at = at->next)
        if (is_claim(at))
            fail(at, status, home->read.why);
}

static enum store_status answer_record(struct store_home *home, struct store_answer *answer)
{
    const struct store_question *question = &answer->question;
    char *bytes = malloc(STORE_RECORD_MAX + 1);
    struct text text;
    if (!bytes)
        return STORE_NO_MEMORY;
    text_init(&text, bytes, STORE_RECORD_MAX + 1);
    enum store_status status = postgres_record(home, question->table, question->number, &text);
    if (status == STORE_OK && !answer_set_bytes(answer, text.bytes, text.size))
        status = STORE_NO_MEMORY;
    free(bytes);
    return status;
}

static bool add_row(void *context, const struct store_table *row)
{
    return answer_add_row(context, row);
}

void postgres_answer(struct store_home *home, struct store_answer *first)
{
    bool claims = false;
    for (struct store_answer *at = first; at; at = at->next) {
        const struct store_question *question = &at->question;
        enum store_status status = STORE_OK;
        claims = claims || is_claim(at);
        if (question->what == STORE_ASK_RECORD)
            status = answer_record(home, at);
        else if (question->what == STORE_ASK_OLD)
            status = postgres_old(home, question->since, question->before, add_row, at);
        fail(at, status, status == STORE_OK ? "" : home->read.why);
    }
    if (claims)
        answer_claims(home, first);
}
