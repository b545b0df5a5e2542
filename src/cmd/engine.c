/* SPDX-License-Identifier: MIT */
/*
 * `kufsa engine`: lines from the standard input, answers to the standard
 * output.
 *
 * All lines that have arrived are answered before the answers go out, and they
 * go out before it waits for more: a program that asks one question at a time
 * is answered at once, and one that sends a million is answered in large
 * pieces. A line that outgrows the buffer is skipped to its end and refused.
 */
#define _POSIX_C_SOURCE 200809L
#include "cmd/engine.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/crew.h"

enum { INPUT_SIZE = REQUEST_MAX + 2 }; /* the longest line with a carriage return, and one more */

struct input {
    size_t size;  /* bytes of the line that has not ended yet */
    bool skipped; /* it is too long, and its bytes are gone */
    char bytes[INPUT_SIZE];
};

struct output {
    bool failed;
};

static void write_all(void *context, const char *bytes, size_t size)
{
    struct output *output = context;
    while (size > 0 && !output->failed) {
        ssize_t written = write(STDOUT_FILENO, bytes, size);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        } else if (errno != EINTR) {
            output->failed = true;
        }
    }
}

/* The next bytes behind those there are: how many, 0 at the end, -1 if reading
 * fails. */
static ssize_t read_more(struct input *input)
{
    ssize_t got = 0;
    do
        got = read(STDIN_FILENO, input->bytes + input->size, INPUT_SIZE - input->size);
    while (got < 0 && errno == EINTR);
    return got;
}

static void end_line(struct engine *engine, struct input *input, const char *line, size_t size)
{
    engine_answer(engine, line, input->skipped ? REQUEST_MAX + 2 : size);
    input->skipped = false;
}

/* Answers the lines that are whole and keeps the rest. */
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

static int run_engine(const struct arguments *arguments)
{
    static struct engine engine;
    static struct input input;
    struct output output = {false};
    ssize_t got = 0;
    int64_t threads = 1;
    signal(SIGPIPE, SIG_IGN); /* a reader that has gone is told by write */
    engine_init(&engine, write_all, &output);
    if (!arguments_number(arguments, "threads", 1, THREADS_MAX, &threads))
        return STATUS_USAGE;
    crew_init(&engine.crew, (int)threads);
    if (arguments->language_given)
        engine.language = arguments->out.language;
    while (!output.failed && (got = read_more(&input)) > 0) {
        input.size += (size_t)got;
        answer_lines(&engine, &input);
        engine_flush(&engine);
    }
    if (!output.failed && got == 0 && (input.size > 0 || input.skipped))
        end_line(&engine, &input, input.bytes, input.size);
    engine_flush(&engine);
    if (!output.failed && got == 0)
        return STATUS_OK;
    complain(arguments, output.failed ? "cmd.output.failed" : "cmd.input.failed", WITH_NOTHING);
    return STATUS_FAILED;
}

static const struct parameter parameters[] = {
    {"threads", "N", "cmd.engine.threads"},
    {NULL, NULL, NULL},
};

const struct command command_engine = {
    .name = "engine",
    .usage = "[--threads N]",
    .help = "cmd.engine.help",
    .more = "cmd.engine.more",
    .parameters = parameters,
    .run = run_engine,
};
