/* SPDX-License-Identifier: MIT */
/*
 * The engine's input and output: reads lines from standard input, writes answers to standard
 * output.
 *
 *     reader's thread: read ─▶ looks for cancels ─▶ queue ─▶ this thread: lines ─▶ answers ─▶ write
 *
 * Every line that has arrived is answered before the answers are written, and they are written
 * before it waits for more: a program that asks one question at a time is answered at once, and
 * one that sends a million gets its answers in large pieces. A line too long for the buffer is
 * skipped to its end and refused. The queue is bounded: if a program does not read its answers, we
 * stop reading its requests.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "engine/engine.h"

enum {
    INPUT_SIZE = REQUEST_MAX + 2, /* the longest line with a carriage return, and one more */
    QUEUE_SIZE = REQUEST_MAX,
    PIECE_SIZE = 1 << 16, /* bytes that are read at once */
};

/* What has been read and not yet been taken. */
struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool ended, failed;
    size_t size;
    char bytes[QUEUE_SIZE];
};

struct line_reader {
    struct queue *queue;
    struct cancels *cancels;
    uint64_t line;
    size_t size; /* of the line so far; more than the buffer holds: not looked at */
    char start[CANCEL_LINE_MAX];
    char piece[PIECE_SIZE];
};

struct input {
    size_t size;  /* bytes of the unfinished line */
    bool skipped; /* it is too long, and its bytes were dropped */
    char bytes[INPUT_SIZE];
};

/* ---- the reader ---- */

/* Keeps the beginning of the current line, and looks for a cancellation in it when it is whole. */
static void note_lines(struct line_reader *reader, const char *bytes, size_t size)
{
    const char *end = bytes + size;
    while (bytes < end) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t part = (size_t)((newline ? newline : end) - bytes);
        if (reader->size + part <= sizeof reader->start)
            memcpy(reader->start + reader->size, bytes, part);
        reader->size += part;
        bytes += part;
        if (!newline)
            return;
        if (reader->size <= sizeof reader->start)
            cancels_look(reader->cancels, reader->line, reader->start, reader->size);
        reader->line++;
        reader->size = 0;
        bytes++;
    }
}

static void queue_put(struct queue *queue, const char *bytes, size_t size)
{
    CHECK(pthread_mutex_lock(&queue->lock) == 0);
    while (size > 0) {
        while (queue->size == QUEUE_SIZE)
            pthread_cond_wait(&queue->changed, &queue->lock);
        size_t part = QUEUE_SIZE - queue->size < size ? QUEUE_SIZE - queue->size : size;
        memcpy(queue->bytes + queue->size, bytes, part);
        queue->size += part;
        bytes += part;
        size -= part;
        pthread_cond_signal(&queue->changed);
    }
    CHECK(pthread_mutex_unlock(&queue->lock) == 0);
}

static void put_end(struct queue *queue, bool failed)
{
    CHECK(pthread_mutex_lock(&queue->lock) == 0);
    queue->ended = true;
    queue->failed = failed;
    pthread_cond_signal(&queue->changed);
    CHECK(pthread_mutex_unlock(&queue->lock) == 0);
}

static void *read_input(void *context)
{
    struct line_reader *reader = context;
    ssize_t got;
    while ((got = read(STDIN_FILENO, reader->piece, sizeof reader->piece)) > 0 ||
           (got < 0 && errno == EINTR)) {
        if (got < 0)
            continue;
        note_lines(reader, reader->piece, (size_t)got);
        queue_put(reader->queue, reader->piece, (size_t)got);
    }
    put_end(reader->queue, got < 0);
    return NULL;
}

static bool start_reader(struct queue *queue, struct cancels *cancels)
{
    static struct line_reader reader;
    pthread_t thread;
    reader.queue = queue;
    reader.cancels = cancels;
    CHECK(pthread_mutex_init(&queue->lock, NULL) == 0);
    CHECK(pthread_cond_init(&queue->changed, NULL) == 0);
    return pthread_create(&thread, NULL, read_input, &reader) == 0 && pthread_detach(thread) == 0;
}

/* Waits for bytes and takes as many as there is room for: 0 at the end. */
static size_t queue_take(struct queue *queue, char *bytes, size_t room)
{
    CHECK(pthread_mutex_lock(&queue->lock) == 0);
    while (queue->size == 0 && !queue->ended)
        pthread_cond_wait(&queue->changed, &queue->lock);
    size_t part = queue->size < room ? queue->size : room;
    memcpy(bytes, queue->bytes, part);
    queue->size -= part;
    memmove(queue->bytes, queue->bytes + part, queue->size);
    pthread_cond_signal(&queue->changed);
    CHECK(pthread_mutex_unlock(&queue->lock) == 0);
    return part;
}

/* ---- lines and answers ---- */

static void write_all(void *context, const char *bytes, size_t size)
{
    bool *failed = context;
    while (size > 0 && !*failed) {
        ssize_t written = write(STDOUT_FILENO, bytes, size);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        } else if (errno != EINTR) {
            *failed = true;
        }
    }
}

static void end_line(struct engine *engine, struct input *input, const char *line, size_t size)
{
    engine_answer(engine, line, input->skipped ? REQUEST_MAX + 2 : size);
    input->skipped = false;
}

/* Answers the complete lines and keeps the rest. */
static void answer_lines(struct engine *engine, struct input *input)
{
    const char *line = input->bytes, *end = input->bytes + input->size, *newline;
    while ((newline = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        end_line(engine, input, line, (size_t)(newline - line));
        line = newline + 1;
    }
    input->size = (size_t)(end - line);
    memmove(input->bytes, line, input->size);
    if (input->size == INPUT_SIZE) {
        input->skipped = true;
        input->size = 0;
    }
}

/* Both threads wait on one condition; never at the same time, since the queue is then both full
 * and empty. */
const char *engine_run(struct engine *engine)
{
    static struct input input;
    static struct queue queue;
    static struct cancels cancels;
    bool failed = false;
    size_t got;
    signal(SIGPIPE, SIG_IGN); /* write reports a reader that has gone */
    engine->sink = write_all;
    engine->context = &failed;
    cancels_init(&cancels);
    engine->cancels = &cancels;
    if (!start_reader(&queue, &cancels))
        return "cmd.input.failed";
    while (!failed &&
           (got = queue_take(&queue, input.bytes + input.size, INPUT_SIZE - input.size)) > 0) {
        input.size += got;
        answer_lines(engine, &input);
        engine_flush(engine);
    }
    if (!failed && !queue.failed && (input.size > 0 || input.skipped))
        end_line(engine, &input, input.bytes, input.size);
    engine_flush(engine);
    if (failed)
        return "cmd.output.failed";
    return queue.failed ? "cmd.input.failed" : NULL;
}
