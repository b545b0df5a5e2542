/* SPDX-License-Identifier: MIT */
/*
 * Questions and answers: reading without anybody waiting for it.
 *
 *     caller:  store_ask ─▶ questions ─┐                        ┌─▶ store_answered
 *     reader:                          └─▶ a few at a time ─────┘   and wake
 *
 * The thread begins with the first question. It rests while more bytes of answers wait to be taken
 * than STORE_ANSWERS_MAX. A back end that never waits answers in store_ask.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "store/queue.h"

enum { TOGETHER_MAX = 128, ANSWER_FIRST = 1024 };

/* An event within the bytes of an answer; its own bytes follow. */
struct event_head {
    int64_t seq, at_ms;
    size_t size;
};

/* ---- what is in an answer ---- */

static char *make_room(struct store_answer *answer, size_t size)
{
    size_t needed = answer->size + size;
    if (needed > answer->capacity) {
        size_t capacity = answer->capacity ? answer->capacity : ANSWER_FIRST;
        while (capacity < needed)
            capacity *= 2;
        char *more = realloc(answer->bytes, capacity);
        if (!more)
            return NULL;
        answer->bytes = more;
        answer->capacity = capacity;
    }
    char *at = answer->bytes + answer->size;
    answer->size = needed;
    return at;
}

bool answer_add_event(struct store_answer *answer, const struct store_event *event)
{
    struct event_head head = {event->seq, event->at_ms, event->size};
    char *at = make_room(answer, sizeof head + event->size);
    if (!at)
        return false;
    memcpy(at, &head, sizeof head);
    if (event->size > 0)
        memcpy(at + sizeof head, event->bytes, event->size);
    return true;
}

bool store_answer_event(const struct store_answer *answer, size_t *at, struct store_event *event)
{
    struct event_head head;
    if (*at >= answer->size)
        return false;
    memcpy(&head, answer->bytes + *at, sizeof head);
    *event = (struct store_event){head.seq, head.at_ms,
                                  (const uint8_t *)answer->bytes + *at + sizeof head, head.size};
    *at += sizeof head + head.size;
    return true;
}

bool answer_set_bytes(struct store_answer *answer, const void *bytes, size_t size)
{
    answer->size = 0;
    char *at = make_room(answer, size + 1);
    if (!at)
        return false;
    memcpy(at, bytes, size);
    at[size] = '\0';
    answer->size = size;
    return true;
}

bool answer_add_row(struct store_answer *answer, const struct store_table *row)
{
    if (!answer->rows)
        answer->rows = malloc(STORE_PAGE_MAX * sizeof *answer->rows);
    if (!answer->rows || answer->row_count == STORE_PAGE_MAX)
        return false;
    answer->rows[answer->row_count++] = *row;
    return true;
}

void store_answer_free(struct store_answer *answer)
{
    if (!answer)
        return;
    free(answer->bytes);
    free(answer->rows);
    free(answer);
}

static size_t weight(const struct store_answer *answer)
{
    return sizeof *answer + answer->capacity + (size_t)answer->row_count * sizeof *answer->rows;
}

/* ---- one question after the other ---- */

struct adding {
    struct store_answer *answer;
    bool lost; /* no memory */
};

static bool add_event(void *context, const struct store_event *event)
{
    struct adding *adding = context;
    adding->lost = !answer_add_event(adding->answer, event);
    return !adding->lost;
}

static bool add_row(void *context, const struct store_table *row)
{
    return answer_add_row(context, row);
}

static enum store_status find_row(struct store *store, struct store_answer *answer)
{
    const struct store_backend *backend = store->options.backend;
    const struct store_question *question = &answer->question;
    return question->table != 0 ? backend->table(store->home, question->table, &answer->row)
                                : backend->table_by_code(store->home, question->code, &answer->row);
}

static enum store_status find_table(struct store *store, struct store_answer *answer)
{
    struct adding adding = {answer, false};
    enum store_status status = find_row(store, answer);
    if (status != STORE_OK || answer->row.finished)
        return status;
    status = store->options.backend->events(store->home, answer->row.id, 1, add_event, &adding);
    return adding.lost ? STORE_NO_MEMORY : status == STORE_ABSENT ? STORE_OK : status;
}

static enum store_status find_record(struct store *store, struct store_answer *answer)
{
    const struct store_question *question = &answer->question;
    struct text text;
    char *bytes = malloc(STORE_RECORD_MAX + 1);
    if (!bytes)
        return STORE_NO_MEMORY;
    text_init(&text, bytes, STORE_RECORD_MAX + 1);
    enum store_status status =
        store->options.backend->record(store->home, question->table, question->number, &text);
    if (status == STORE_OK && !answer_set_bytes(answer, text.bytes, text.size))
        status = STORE_NO_MEMORY;
    free(bytes);
    return status;
}

static enum store_status find_answer(struct store *store, struct store_answer *answer)
{
    const struct store_question *question = &answer->question;
    switch (question->what) {
    case STORE_ASK_TABLE: return find_table(store, answer);
    case STORE_ASK_ROW: return find_row(store, answer);
    case STORE_ASK_RECORD: return find_record(store, answer);
    case STORE_ASK_OLD:
        return store->options.backend->old(store->home, question->since, question->before, add_row,
                                           answer);
    }
    return STORE_IO;
}

static void find_all(struct store *store, struct store_answer *first)
{
    const struct store_backend *backend = store->options.backend;
    pthread_mutex_lock(&store->lock);
    for (struct store_answer *answer = first; answer; answer = answer->next)
        answer->life = store->life;
    pthread_mutex_unlock(&store->lock);
    pthread_mutex_lock(&store->reading);
    if (backend->answer) {
        backend->answer(store->home, first);
    } else {
        for (struct store_answer *answer = first; answer; answer = answer->next) {
            struct text why;
            answer->status = find_answer(store, answer);
            text_init(&why, answer->why, sizeof answer->why);
            if (answer->status != STORE_OK && answer->status != STORE_ABSENT)
                text_string(&why, backend->read_why(store->home));
        }
    }
    pthread_mutex_unlock(&store->reading);
}

/* ---- the queues, under the lock ---- */

static void push(struct answers *answers, struct store_answer *answer)
{
    answer->next = NULL;
    *answers->last = answer;
    answers->last = &answer->next;
}

static struct store_answer *pop(struct answers *answers)
{
    struct store_answer *first = answers->first;
    if (!first)
        return NULL;
    answers->first = first->next;
    if (!answers->first)
        answers->last = &answers->first;
    first->next = NULL;
    return first;
}

static struct store_answer *take_some(struct store *store)
{
    struct answers some = {NULL, &some.first};
    struct store_answer *answer;
    for (int i = 0; i < TOGETHER_MAX && (answer = pop(&store->questions)) != NULL; i++)
        push(&some, answer);
    return some.first;
}

static void give(struct store *store, struct store_answer *first)
{
    pthread_mutex_lock(&store->lock);
    while (first) {
        struct store_answer *next = first->next;
        store->answer_bytes += weight(first);
        push(&store->answers, first);
        first = next;
    }
    pthread_mutex_unlock(&store->lock);
    store_wake(store);
}

bool store_read_step(struct store *store)
{
    bool any = false;
    for (;;) {
        pthread_mutex_lock(&store->lock);
        struct store_answer *some = take_some(store);
        pthread_mutex_unlock(&store->lock);
        if (!some)
            return any;
        any = true;
        find_all(store, some);
        give(store, some);
    }
}

static void *reader_main(void *argument)
{
    struct store *store = argument;
    pthread_mutex_lock(&store->lock);
    while (!store->stop_reading) {
        struct store_answer *some =
            store->answer_bytes <= STORE_ANSWERS_MAX ? take_some(store) : NULL;
        if (!some) {
            pthread_cond_wait(&store->asked, &store->lock);
            continue;
        }
        pthread_mutex_unlock(&store->lock);
        find_all(store, some);
        give(store, some);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return thread_end(store);
}

/* ---- for the caller ---- */

uint64_t store_ask(struct store *store, const struct store_question *question)
{
    struct store_answer *answer =
        store->unanswered < STORE_ASKS_MAX ? calloc(1, sizeof *answer) : NULL;
    if (!answer)
        return 0;
    if (!store->at_once && !store->options.stepped && !store->has_reader) {
        if (!thread_begin(store, &store->reader, reader_main)) {
            free(answer);
            return 0;
        }
        store->has_reader = true;
    }
    answer->question = *question;
    answer->number = ++store->asks;
    store->unanswered++;
    uint64_t number = answer->number;
    pthread_mutex_lock(&store->lock);
    push(&store->questions, answer);
    pthread_mutex_unlock(&store->lock);
    if (store->at_once)
        store_read_step(store);
    else
        pthread_cond_signal(&store->asked);
    return number;
}

struct store_answer *store_answered(struct store *store)
{
    if (store->unanswered == 0)
        return NULL;
    pthread_mutex_lock(&store->lock);
    struct store_answer *answer = pop(&store->answers);
    if (answer) {
        bool full = store->answer_bytes > STORE_ANSWERS_MAX;
        store->answer_bytes -= weight(answer);
        if (full && store->answer_bytes <= STORE_ANSWERS_MAX)
            pthread_cond_signal(&store->asked);
    }
    pthread_mutex_unlock(&store->lock);
    store->unanswered -= answer != NULL;
    return answer;
}

/* ---- beginning and end ---- */

void reader_start(struct store *store)
{
    CHECK(pthread_mutex_init(&store->reading, NULL) == 0);
    CHECK(pthread_cond_init(&store->asked, NULL) == 0);
    store->questions.last = &store->questions.first;
    store->answers.last = &store->answers.first;
}

void reader_stop(struct store *store)
{
    struct store_answer *answer;
    while ((answer = pop(&store->questions)) || (answer = pop(&store->answers)))
        store_answer_free(answer);
    pthread_cond_destroy(&store->asked);
    pthread_mutex_destroy(&store->reading);
}
