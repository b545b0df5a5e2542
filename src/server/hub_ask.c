/* SPDX-License-Identifier: MIT */
/*
 * Who waits for the store: for a table that is not in memory, a record, or a new table that is not
 * durable yet.
 *
 *     hello ─▶ parked ─▶ store_ask ─▶ answer ─┬─▶ restored, a slice a turn ─▶ in memory ─┐
 *                 ▲                           ├─▶ it is another server's: `elsewhere`    │
 *                 │                           └─▶ refused                                │
 *                 └── what they say meanwhile                    the hello again ◀───────┘
 *
 * 1. Everybody who asks the same waits for the same answer.
 * 2. Whoever leaves is forgotten at once; the answer may come later, and finds nobody.
 * 3. An answer from before this server lost its tables is wrong: it is asked again.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "server/hub_parts.h"
#include "server/log.h"

enum { OPEN_TRIES_MAX = 20 };

/* ---- questions ---- */

static struct hub_ask **bucket(struct hub *hub, const struct store_question *question)
{
    uint64_t hash = hash_bytes(HASH_START, &question->table, sizeof question->table);
    return &hub->asks[hash_bytes(hash, question->code, string_size(question->code)) % ASK_BUCKETS];
}

static bool is_same(const struct store_question *one, const struct store_question *other)
{
    return one->what == other->what && one->table == other->table && one->number == other->number &&
           string_equal(one->code, other->code);
}

static struct hub_ask *find_ask(struct hub *hub, const struct store_question *question)
{
    struct hub_ask *ask = *bucket(hub, question);
    while (ask && (ask->internal || ask->concluding || !is_same(&ask->question, question)))
        ask = ask->next;
    return ask;
}

/* NULL: too many wait. */
static struct hub_ask *new_ask(struct hub *hub, const struct store_question *question)
{
    struct hub_ask *ask = calloc(1, sizeof *ask);
    if (!ask)
        return NULL;
    ask->question = *question;
    ask->number = store_ask(hub->settings.store, question);
    if (ask->number == 0) {
        free(ask);
        return NULL;
    }
    struct hub_ask **at = bucket(hub, question);
    ask->next = *at;
    *at = ask;
    return ask;
}

static void stop_restoring(struct hub *hub, struct hub_ask *ask)
{
    if (!ask->entry)
        return;
    hub_free_entry(ask->entry);
    store_answer_free(ask->answer);
    ask->entry = NULL;
    ask->answer = NULL;
    hub->restoring_count--;
    struct hub_ask **at = &hub->restoring;
    while (*at != ask)
        at = &(*at)->next_restoring;
    *at = ask->next_restoring;
    if (hub->last_restoring == &ask->next_restoring)
        hub->last_restoring = at;
}

static void drop_ask(struct hub *hub, struct hub_ask *ask)
{
    struct hub_ask **at = bucket(hub, &ask->question);
    CHECK(!ask->parked);
    stop_restoring(hub, ask);
    while (*at != ask)
        at = &(*at)->next;
    *at = ask->next;
    free(ask);
}

void hub_ask_for_itself(struct hub *hub, const struct store_question *question)
{
    struct hub_ask *ask = new_ask(hub, question);
    if (ask)
        ask->internal = true;
}

/* ---- who waits ---- */

static void link_parked(struct hub_parked **list, struct hub_parked *parked)
{
    while (*list)
        list = &(*list)->next;
    parked->next = NULL;
    parked->link = list;
    *list = parked;
}

static void unlink_parked(struct hub_parked *parked)
{
    *parked->link = parked->next;
    if (parked->next)
        parked->next->link = parked->link;
    parked->next = NULL;
    parked->link = NULL;
}

static void free_parked(struct hub_parked *parked)
{
    for (struct hub_letter *letter = parked->first, *next; letter; letter = next) {
        next = letter->next;
        free(letter);
    }
    free(parked);
}

/* No longer in any list; its member does not wait any more. */
static void release(struct hub_parked *parked)
{
    unlink_parked(parked);
    parked->member->parked = NULL;
}

void hub_unpark(struct hub *hub, struct member *member)
{
    struct hub_parked *parked = member->parked;
    if (hub->resuming == member)
        hub->resuming = NULL;
    if (!parked)
        return;
    struct hub_ask *ask = parked->ask;
    release(parked);
    free_parked(parked);
    if (ask && !ask->parked && !ask->concluding)
        drop_ask(hub, ask);
}

static struct hub_parked *new_parked(struct member *member, enum parked_kind kind)
{
    struct hub_parked *parked = calloc(1, sizeof *parked);
    if (!parked)
        return NULL;
    CHECK(!member->parked && !member->table);
    parked->member = member;
    parked->kind = kind;
    parked->last = &parked->first;
    return parked;
}

/* NULL, or why it cannot wait. */
static const char *park(struct hub *hub, struct hub_parked *parked,
                        const struct store_question *question)
{
    struct hub_ask *ask = parked ? find_ask(hub, question) : NULL;
    if (parked && !ask)
        ask = new_ask(hub, question);
    if (!ask) {
        if (parked)
            free_parked(parked);
        return "store.queue_full";
    }
    parked->ask = ask;
    parked->member->parked = parked;
    link_parked(&ask->parked, parked);
    return NULL;
}

static bool add_letter(struct hub_parked *parked, const char *text, size_t size)
{
    struct hub_letter *letter =
        parked->letter_count < HUB_LETTERS_MAX ? malloc(sizeof *letter + size) : NULL;
    if (!letter)
        return false;
    letter->next = NULL;
    letter->size = size;
    memcpy(letter->bytes, text, size);
    *parked->last = letter;
    parked->last = &letter->next;
    parked->letter_count++;
    return true;
}

static void set_code(struct store_question *question, const char *code)
{
    struct text text;
    text_init(&text, question->code, sizeof question->code);
    text_string(&text, code);
}

const char *hub_park_hello(struct hub *hub, struct member *member, enum store_asking what,
                           const char *code, int64_t id, const char *text, size_t size)
{
    struct store_question question = {.what = what, .table = id};
    struct hub_parked *parked = new_parked(member, PARKED_HELLO);
    if (code)
        set_code(&question, code);
    if (parked && !add_letter(parked, text, size)) {
        free_parked(parked);
        parked = NULL;
    }
    return park(hub, parked, &question);
}

void hub_park_more(struct hub *hub, struct member *member, const char *text, size_t size)
{
    if (!add_letter(member->parked, text, size))
        hub_refuse(hub, member, text, size, "serve.rate.often");
}

/* ---- replies to those who are no members ---- */

static void reply(struct hub *hub, struct hub_parked *parked, const struct hub_reply *what)
{
    struct member *member = parked->member;
    release(parked);
    free_parked(parked);
    hub->settings.reply(hub->settings.context, member, what);
}

static void reply_room(struct hub *hub, struct member *member, const struct hub_table *entry)
{
    struct hub_reply what = {.id = entry->id, .table = entry->table, .ticket = entry->ticket};
    if (hub->status != STORE_OK && entry->ticket > hub->durable)
        what.reason = store_reason(hub->status);
    hub->settings.reply(hub->settings.context, member, &what);
}

void hub_ask_room(struct hub *hub, struct member *member, const char *code, int64_t now)
{
    struct hub_reply failed = {.reason = NULL};
    struct store_question question = {.what = STORE_ASK_TABLE};
    const struct hub_table *entry = hub_get(hub, code, 0, now, &failed.reason);
    if (entry) {
        reply_room(hub, member, entry);
        return;
    }
    set_code(&question, code);
    if (failed.reason == hub_ask_store)
        failed.reason = park(hub, new_parked(member, PARKED_ROOM), &question);
    if (failed.reason)
        hub->settings.reply(hub->settings.context, member, &failed);
}

void hub_ask_record(struct hub *hub, struct member *member, int64_t table, int64_t n)
{
    struct store_question question = {.what = STORE_ASK_RECORD, .table = table, .number = n};
    struct hub_reply failed = {.reason = park(hub, new_parked(member, PARKED_RECORD), &question)};
    if (failed.reason)
        hub->settings.reply(hub->settings.context, member, &failed);
}

/* ---- openings ---- */

void hub_open_for(struct hub *hub, struct member *member, const struct hub_opening *opening,
                  int64_t now)
{
    struct hub_reply failed = {.reason = "table.memory.none"};
    struct hub_parked *parked = new_parked(member, PARKED_OPENING);
    if (parked)
        failed.reason = hub_open(hub, opening, &parked->opened, now);
    if (failed.reason) {
        if (parked)
            free_parked(parked);
        hub->settings.reply(hub->settings.context, member, &failed);
        return;
    }
    parked->opening = *opening;
    member->parked = parked;
    link_parked(&hub->openings, parked);
}

void hub_openings_durable(struct hub *hub)
{
    for (struct hub_parked *parked = hub->openings, *next; parked; parked = next) {
        struct hub_opened opened = parked->opened;
        struct hub_reply done = {.opened = &opened, .id = opened.table, .ticket = opened.ticket};
        next = parked->next;
        if (opened.ticket <= hub->durable)
            reply(hub, parked, &done);
    }
}

/* The code belongs to a table that was not in memory: draws another. */
void hub_opening_refused(struct hub *hub, int64_t table, int64_t now)
{
    struct hub_parked *parked = hub->openings;
    while (parked && parked->opened.table != table)
        parked = parked->next;
    if (!parked)
        return;
    struct hub_reply failed = {.reason = "store.conflict"};
    if (parked->tries++ < OPEN_TRIES_MAX)
        failed.reason = hub_open(hub, &parked->opening, &parked->opened, now);
    if (failed.reason)
        reply(hub, parked, &failed);
}

void hub_fail_openings(struct hub *hub, const char *reason)
{
    struct hub_reply failed = {.reason = reason};
    while (hub->openings)
        reply(hub, hub->openings, &failed);
}

/* ---- answers ---- */

/* What became of a question. */
struct hub_verdict {
    const char *reason; /* NULL: the table is in memory, or see the rest */
    const char *home;   /* the path of the server that has it; NULL: this one */
    int wait_ms;
    const struct table *table; /* … as its first event shows it */
    int64_t id;
    const struct hub_seen *seen;
    const struct store_answer *record;
    int64_t now;
};

/* Reads everything again that the member has said, from the hello on. */
static void resume(struct hub *hub, struct hub_parked *parked, const struct hub_verdict *verdict)
{
    struct member *member = parked->member;
    const struct hub_letter *letter = parked->first;
    hub->resuming = member;
    hub_hello_again(hub, member, letter->bytes, letter->size, verdict->seen, verdict->now);
    while (hub->resuming && (letter = letter->next) != NULL)
        hub_message(hub, member, letter->bytes, letter->size, verdict->now);
    hub->resuming = NULL;
}

/* Somebody who guesses codes with a token at hand does not even learn which exist, here or at
 * another server. */
static bool guesses_often(struct hub *hub, const struct hub_parked *parked)
{
    return parked->ask->question.code[0] != '\0' && !hub_may_guess(hub, parked->member);
}

static void refuse_question(struct hub *hub, struct hub_parked *parked,
                            const struct hub_verdict *verdict)
{
    struct member *member = parked->member;
    const struct hub_letter *letter = parked->first;
    bool often = guesses_often(hub, parked);
    struct order order;
    order_parse(&order, letter->bytes, letter->size);
    hub_refuse_hello(hub, member, order.cid, often ? "serve.code.often" : verdict->reason,
                     often ? 0 : verdict->wait_ms);
    hub->resuming = member;
    while (hub->resuming && (letter = letter->next) != NULL)
        hub_message(hub, member, letter->bytes, letter->size, verdict->now);
    hub->resuming = NULL;
}

static void tell_hello(struct hub *hub, struct hub_parked *parked,
                       const struct hub_verdict *verdict)
{
    if (verdict->reason || (verdict->home && guesses_often(hub, parked)))
        refuse_question(hub, parked, verdict);
    else if (verdict->home)
        hub_tell_where(hub, parked->member, verdict->home);
    else
        resume(hub, parked, verdict);
}

static void tell_room(struct hub *hub, struct member *member, const struct hub_verdict *verdict)
{
    const struct hub_table *entry = hub_by_id(hub, verdict->id);
    struct hub_reply what = {.reason = verdict->reason,
                             .wait_ms = verdict->wait_ms,
                             .id = verdict->id,
                             .table = verdict->table,
                             .home = verdict->home};
    if (!what.reason && !what.home && entry) {
        reply_room(hub, member, entry);
        return;
    }
    if (!what.reason && !what.table)
        what.reason = "store.busy";
    hub->settings.reply(hub->settings.context, member, &what);
}

static void tell_record(struct hub *hub, struct member *member, const struct hub_verdict *verdict)
{
    struct hub_reply what = {.reason = verdict->reason};
    if (verdict->record) {
        what.record = verdict->record->bytes;
        what.record_size = verdict->record->size;
    }
    hub->settings.reply(hub->settings.context, member, &what);
}

/* Tells everybody who waits, and forgets the question. */
static void conclude(struct hub *hub, struct hub_ask *ask, const struct hub_verdict *verdict)
{
    struct hub_parked *waiting;
    ask->concluding = true;
    while ((waiting = ask->parked) != NULL) {
        struct member *member = waiting->member;
        release(waiting);
        switch (waiting->kind) {
        case PARKED_HELLO: tell_hello(hub, waiting, verdict); break;
        case PARKED_ROOM: tell_room(hub, member, verdict); break;
        case PARKED_RECORD: tell_record(hub, member, verdict); break;
        case PARKED_OPENING: break;
        }
        free_parked(waiting);
    }
    drop_ask(hub, ask);
}

static void ask_again(struct hub *hub, struct hub_ask *ask, int64_t now)
{
    struct hub_verdict full = {.reason = "store.queue_full", .now = now};
    stop_restoring(hub, ask);
    ask->number = store_ask(hub->settings.store, &ask->question);
    if (ask->number == 0)
        conclude(hub, ask, &full);
}

static void log_failure(const struct store_answer *answer)
{
    log_line(LOG_ERROR, "read_failed", LOG_FIELDS(LOG_TEXT("why", answer->why)));
}

static const char *why_failed(struct hub *hub, const struct store_answer *answer, int64_t now)
{
    const struct store_question *question = &answer->question;
    if (answer->status == STORE_ABSENT)
        return question->what == STORE_ASK_RECORD ? "serve.record.unknown" : "serve.table.unknown";
    log_failure(answer);
    if (answer->status != STORE_CORRUPT || question->what == STORE_ASK_RECORD)
        return store_reason(answer->status);
    hub_remember_damaged(hub, question->code[0] != '\0' ? question->code : NULL, question->table,
                         now);
    return hub_damaged_table;
}

/* The game of a table elsewhere is in its first event. */
static struct hub_table *peek(struct hub *hub, const struct store_answer *answer, int64_t now)
{
    struct store_event event;
    size_t at = 0;
    struct hub_table *entry = hub_new_entry(answer->row.id, sizeof(struct table), now);
    if (!entry)
        return NULL;
    if (store_answer_event(answer, &at, &event) &&
        !table_restore(entry->table, &hub->workspace, (const char *)event.bytes, event.size))
        return entry;
    hub_free_entry(entry);
    return NULL;
}

static void take_elsewhere(struct hub *hub, struct hub_ask *ask, const struct store_answer *answer,
                           int64_t now)
{
    struct hub_verdict verdict = {.home = answer->at, .id = answer->row.id, .now = now};
    struct hub_table *entry = hub_by_id(hub, answer->row.id);
    struct hub_table *first = peek(hub, answer, now);
    if (answer->status == STORE_HELD) {
        verdict.reason = "serve.table.held";
        verdict.wait_ms = answer->wait_ms;
    }
    if (entry && !entry->diverged) /* we were wrong about it */
        hub_disown(hub, entry);
    verdict.table = first ? first->table : NULL;
    conclude(hub, ask, &verdict);
    if (first)
        hub_free_entry(first);
}

static void begin_restoring(struct hub *hub, struct hub_ask *ask, struct store_answer *answer,
                            int64_t now)
{
    ask->entry = hub_new_entry(answer->row.id, sizeof(struct table), now);
    if (!ask->entry) {
        struct hub_verdict failed = {.reason = "table.memory.none", .now = now};
        store_answer_free(answer);
        conclude(hub, ask, &failed);
        return;
    }
    ask->answer = answer;
    ask->at = 0;
    ask->next_restoring = NULL;
    *hub->last_restoring = ask;
    hub->last_restoring = &ask->next_restoring;
    hub->restoring_count++;
}

static void take_table(struct hub *hub, struct hub_ask *ask, struct store_answer *answer,
                       int64_t now)
{
    struct hub_verdict verdict = {.id = answer->row.id, .now = now};
    if (!answer->row.finished && !hub_by_id(hub, answer->row.id)) {
        begin_restoring(hub, ask, answer, now);
        return;
    }
    if (answer->row.finished)
        verdict.reason = "serve.table.finished";
    store_answer_free(answer);
    conclude(hub, ask, &verdict);
}

static void take_row(struct hub *hub, struct hub_ask *ask, const struct store_answer *answer,
                     int64_t now)
{
    struct hub_seen seen = {answer->row.id, answer->row.seq};
    struct hub_verdict verdict = {.seen = &seen, .id = seen.id, .now = now};
    conclude(hub, ask, &verdict);
}

/* Takes the answer over. */
static void take_answer(struct hub *hub, struct hub_ask *ask, struct store_answer *answer,
                        int64_t now)
{
    enum store_status status = answer->status;
    struct hub_verdict verdict = {.record = answer, .now = now};
    if (status == STORE_OK && answer->question.what == STORE_ASK_TABLE) {
        take_table(hub, ask, answer, now);
        return;
    }
    if (status == STORE_MOVED || status == STORE_HELD) {
        take_elsewhere(hub, ask, answer, now);
    } else if (status == STORE_OK && answer->question.what == STORE_ASK_ROW) {
        take_row(hub, ask, answer, now);
    } else {
        if (status != STORE_OK) {
            verdict.reason = why_failed(hub, answer, now);
            verdict.record = NULL;
        }
        conclude(hub, ask, &verdict);
    }
    store_answer_free(answer);
}

static struct hub_ask *ask_of(struct hub *hub, const struct store_answer *answer)
{
    struct hub_ask *ask = *bucket(hub, &answer->question);
    while (ask && ask->number != answer->number)
        ask = ask->next;
    return ask;
}

static void take_for_itself(struct hub *hub, struct hub_ask *ask, struct store_answer *answer,
                            int64_t now)
{
    bool sound = answer->status == STORE_OK && answer->life == hub->life;
    if (sound && answer->question.what == STORE_ASK_TABLE && !answer->row.finished) {
        begin_restoring(hub, ask, answer, now);
        return;
    }
    if (sound && answer->question.what == STORE_ASK_OLD)
        hub_old_tables(hub, answer, now);
    store_answer_free(answer);
    drop_ask(hub, ask);
}

static void receive_answer(struct hub *hub, struct store_answer *answer, int64_t now)
{
    struct hub_ask *ask = ask_of(hub, answer);
    if (!ask) {
        store_answer_free(answer);
    } else if (ask->internal) {
        take_for_itself(hub, ask, answer, now);
    } else if (answer->life != hub->life) {
        store_answer_free(answer);
        ask_again(hub, ask, now);
    } else if (!store_trusted(hub->settings.store)) {
        struct hub_verdict away = {.reason = store_reason(STORE_AWAY), .now = now};
        store_answer_free(answer);
        conclude(hub, ask, &away);
    } else {
        take_answer(hub, ask, answer, now);
    }
}

/* ---- slices ---- */

/* False: that was all of it. */
static bool restore_slice(struct hub *hub, struct hub_ask *ask, const char **wrong, int *done)
{
    struct store_event event;
    *wrong = NULL;
    for (int i = 0; i < HUB_SLICE_TABLE && !*wrong; i++) {
        if (!store_answer_event(ask->answer, &ask->at, &event))
            return false;
        *wrong = table_restore(ask->entry->table, &hub->workspace, (const char *)event.bytes,
                               event.size);
        ++*done;
    }
    return *wrong == NULL;
}

static void end_restoring(struct hub *hub, struct hub_ask *ask, const char *wrong, int64_t now)
{
    struct hub_table *entry = ask->entry;
    struct store_answer *answer = ask->answer;
    struct hub_verdict verdict = {.id = entry->id, .now = now};
    ask->entry = NULL;
    ask->answer = NULL;
    hub->restoring_count--;
    if (ask->internal) {
        if (!wrong && entry->table->game)
            hub_old_lobby(hub, entry, now);
        hub_free_entry(entry);
    } else if (wrong || !entry->table->game) {
        log_line(LOG_ERROR, "table_broken",
                 LOG_FIELDS(LOG_TEXT("why", wrong ? wrong : "empty"),
                            LOG_NUMBER("version", entry->table->version)));
        hub_remember_damaged(hub, answer->row.code, answer->row.id, now);
        hub_free_entry(entry);
        verdict.reason = hub_damaged_table;
    } else {
        verdict.reason = hub_add(hub, entry, &answer->row, now);
    }
    store_answer_free(answer);
    conclude(hub, ask, &verdict);
}

/* Each in its turn, so that a short table does not wait for a long one. */
static void restore_some(struct hub *hub, int64_t now)
{
    int done = 0;
    while (hub->restoring && done < HUB_SLICE_EVENTS) {
        struct hub_ask *ask = hub->restoring;
        const char *wrong;
        hub->restoring = ask->next_restoring;
        if (!hub->restoring)
            hub->last_restoring = &hub->restoring;
        if (restore_slice(hub, ask, &wrong, &done)) {
            ask->next_restoring = NULL;
            *hub->last_restoring = ask;
            hub->last_restoring = &ask->next_restoring;
        } else {
            done++;
            end_restoring(hub, ask, wrong, now);
        }
    }
}

void hub_answers(struct hub *hub, int64_t now)
{
    struct store_answer *answer;
    while (hub->restoring_count < HUB_RESTORING_MAX &&
           (answer = store_answered(hub->settings.store)) != NULL)
        receive_answer(hub, answer, now);
    hub->behind = hub->restoring_count >= HUB_RESTORING_MAX;
    restore_some(hub, now);
}

/* ---- all of them ---- */

static void each_ask(struct hub *hub, void (*visit)(struct hub *, struct hub_ask *))
{
    for (int i = 0; i < ASK_BUCKETS; i++) {
        for (struct hub_ask *ask = hub->asks[i], *next; ask; ask = next) {
            next = ask->next;
            visit(hub, ask);
        }
    }
}

/* What has not been answered yet will say a life that is over. */
static void renew(struct hub *hub, struct hub_ask *ask)
{
    if (ask->entry)
        ask_again(hub, ask, 0);
}

void hub_ask_anew(struct hub *hub)
{
    each_ask(hub, renew);
    hub_fail_openings(hub, "store.conflict");
}

static void free_all(struct hub_parked *list)
{
    for (struct hub_parked *parked = list, *next; parked; parked = next) {
        next = parked->next;
        release(parked);
        free_parked(parked);
    }
}

static void forget(struct hub *hub, struct hub_ask *ask)
{
    free_all(ask->parked);
    drop_ask(hub, ask);
}

void hub_free_asks(struct hub *hub)
{
    each_ask(hub, forget);
    free_all(hub->openings);
}
