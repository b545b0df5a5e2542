/* SPDX-License-Identifier: MIT */
/*
 * The engine on any bytes: cut into lines, each non-empty line gets exactly one line back, which is
 * a JSON object with an id; an empty line gets none. A position that it shows can be read back, and
 * is shown the same way again.
 */
#include <string.h>

#include "base/check.h"
#include "engine/engine.h"
#include "system/system.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum {
    ANSWER_MAX = 1 << 24,
    ANSWER_VALUES_MAX = 1 << 19,
    NODES_MAX = 30, /* keeps every request short */
    DEPTH_MAX = 1,
};

static struct engine engine;
static struct json_value values[ANSWER_VALUES_MAX];

static struct {
    size_t size;
    char bytes[ANSWER_MAX];
} answer;

/* Replaces src/system/system.c: an input must behave the same every time. */
int64_t system_millis(void)
{
    return 0;
}

void system_random(void *random, size_t size)
{
    memset(random, 7, size);
}

static void sink(void *context, const char *written, size_t size)
{
    (void)context;
    CHECK(size <= ANSWER_MAX - answer.size);
    memcpy(answer.bytes + answer.size, written, size);
    answer.size += size;
}

static void ask(const char *line, size_t size)
{
    answer.size = 0;
    engine_answer(&engine, line, size);
    engine_flush(&engine);
}

/* Checks that the answer is one line with an object; returns its member of this name, or 0. */
static uint32_t read_answer(struct json *json, const char *member)
{
    CHECK(answer.size > 0 && answer.bytes[answer.size - 1] == '\n');
    CHECK(!memchr(answer.bytes, '\n', answer.size - 1));
    CHECK(!json_read(json, values, ANSWER_VALUES_MAX, answer.bytes, answer.size - 1));
    CHECK(json_member(json, 0, "id") != 0);
    return json_member(json, 0, member);
}

/* Asks `show` for the position in the answer, and checks that its text is the same again. */
static void show_again(const struct json *json, uint32_t position)
{
    static char request[POSITION_MAX * 2], before[POSITION_MAX], after[POSITION_MAX];
    struct text text;
    struct json again;
    struct json_out out;
    CHECK(json_string(json, position, before, sizeof before) >= 0);
    json_out_start(&out, &text, request, sizeof request);
    json_out_open(&out, '{');
    json_put_string(&out, "do", "show");
    json_put_string(&out, "game", engine.game->name);
    json_put_open(&out, "options", '{');
    for (int i = 0; engine.game->options[i].name; i++) {
        json_put_string(&out, engine.game->options[i].name,
                        engine.game->options[i].values[engine.state.head.option[i]]);
    }
    json_out_close(&out, '}');
    json_put_string(&out, "position", before);
    json_out_close(&out, '}');
    CHECK(!text.overflow);
    ask(request, text.size);
    uint32_t found = read_answer(&again, "position");
    CHECK(found != 0 && json_string(&again, found, after, sizeof after) >= 0);
    CHECK(string_equal(before, after));
}

static void run_line(const char *line, size_t size)
{
    struct json json;
    ask(line, size);
    if (size == 0 || (size == 1 && line[0] == '\r')) {
        CHECK(answer.size == 0);
        return;
    }
    uint32_t position = read_answer(&json, "position");
    if (position != 0)
        show_again(&json, position);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *line = (const char *)bytes, *end = line + size;
    engine_init(&engine, sink, NULL);
    engine.nodes_max = NODES_MAX;
    engine.depth_max = DEPTH_MAX;
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline ? newline : end;
        run_line(line, (size_t)(stop - line));
        line = stop + 1;
    }
    return 0;
}
