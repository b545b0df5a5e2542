/* SPDX-License-Identifier: MIT */
/*
 * Requests to the page's module, one per line: whatever they are, each gets one JSON object back,
 * and the module goes on. Earlier requests do not change the answer to `games`.
 */
#include <string.h>

#include "base/check.h"
#include "page/page.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum {
    INPUT_MAX = 1 << 15,
    ANSWER_VALUES_MAX = 1 << 16,
    NODES_MAX = 30, /* keeps every request short */
};

static struct page page;
static struct json_value values[ANSWER_VALUES_MAX];

/* Reads the answer as JSON; returns a member of it, or 0. */
static uint32_t read_answer(struct json *json, const char *member)
{
    CHECK(json_read(json, values, ANSWER_VALUES_MAX, page.out.bytes, page.out.size) == NULL);
    CHECK(values[0].type == JSON_OBJECT);
    return json_member(json, 0, member);
}

/* Every offer can be touched: taking the first one each time completes a move. */
static void touch_first(void)
{
    static char request[PAGE_IN_MAX];
    char done[STEPS_MAX * 128];
    struct text steps, text;
    struct json json;
    text_init(&steps, done, sizeof done);
    for (int i = 0; i <= STEPS_MAX; i++) {
        text_init(&text, request, sizeof request);
        text_string(&text, "{\"do\":\"reach\",\"steps\":[");
        text_bytes(&text, steps.bytes, steps.size);
        text_string(&text, "]}");
        CHECK(!text.overflow && !steps.overflow);
        page_ask(&page, request, text.size);
        uint32_t next = read_answer(&json, "next");
        CHECK(next != 0 && values[json_member(&json, 0, "count")].type == JSON_NUMBER);
        if (values[next].count == 0) {
            CHECK(i == 0 || values[json_member(&json, 0, "move")].type == JSON_OBJECT);
            return;
        }
        text_string(&steps, i > 0 ? "," : "");
        text_bytes(&steps, page.out.bytes + values[next + 1].start, values[next + 1].size);
    }
    CHECK(!"an end");
}

static void run_line(const char *line, size_t size)
{
    struct json json;
    page_ask(&page, line, size);
    if (read_answer(&json, "scene") != 0)
        touch_first();
}

/* As if it had just been loaded; clearing all of its memory would take too long. */
static void start(void)
{
    page.nodes_max = NODES_MAX;
    page.view.game = NULL;
    page.table.there = page.replay.there = page.review.begun = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char games[] = "{\"do\":\"games\"}";
    static size_t games_size;
    const char *line = (const char *)bytes, *end = line + size;
    if (size > INPUT_MAX)
        return 0;
    start();
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline ? newline : end;
        run_line(line, (size_t)(stop - line));
        line = stop + 1;
    }
    page_ask(&page, games, sizeof games - 1);
    CHECK(games_size == 0 || games_size == page.out.size);
    games_size = page.out.size;
    return 0;
}
