/* SPDX-License-Identifier: MIT */
/* Figures as text. */
#include "server/metrics.h"

static void write_head(struct text *text, const char *name, const char *help, const char *type)
{
    text_string(text, "# HELP kufsa_");
    text_string(text, name);
    text_char(text, ' ');
    text_string(text, help);
    text_string(text, "\n# TYPE kufsa_");
    text_string(text, name);
    text_char(text, ' ');
    text_string(text, type);
    text_char(text, '\n');
}

static void write_value(struct text *text, const char *name, const char *label, int64_t value)
{
    text_string(text, "kufsa_");
    text_string(text, name);
    if (label) {
        text_string(text, "{why=\"");
        text_string(text, label);
        text_string(text, "\"}");
    }
    text_char(text, ' ');
    text_number(text, value);
    text_char(text, '\n');
}

void metrics_write(const struct metrics *metrics, const struct gauge *gauges, int count,
                   struct text *text)
{
    static const char *const counters[][2] = {
#define COUNTER_ROW(name, wire, help) {wire, help},
        COUNTERS(COUNTER_ROW)
#undef COUNTER_ROW
    };
    static const char *const refusals[] = {
#define REFUSAL_ROW(name, wire) wire,
        REFUSALS(REFUSAL_ROW)
#undef REFUSAL_ROW
    };
    for (int i = 0; i < COUNTERS_COUNT; i++) {
        write_head(text, counters[i][0], counters[i][1], "counter");
        write_value(text, counters[i][0], NULL, (int64_t)metrics->counter[i]);
    }
    write_head(text, "refused_total", "what was refused, and why", "counter");
    for (int i = 0; i < REFUSALS_COUNT; i++)
        write_value(text, "refused_total", refusals[i], (int64_t)metrics->refused[i]);
    for (int i = 0; i < count; i++) {
        write_head(text, gauges[i].name, gauges[i].help, "gauge");
        write_value(text, gauges[i].name, NULL, gauges[i].value);
    }
}
