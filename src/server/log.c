/* SPDX-License-Identifier: MIT */
/* Log lines. */
#define _POSIX_C_SOURCE 200809L
#include "server/log.h"

#include <stdio.h>
#include <time.h>

#include "base/text.h"

enum { LINE_SIZE = 1024, TIME_SIZE = 40 };

static void write_time(struct text *text)
{
    char buffer[TIME_SIZE];
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t size = strftime(buffer, sizeof buffer, "%Y-%m-%dT%H:%M:%S", &parts);
    text_bytes(text, buffer, size);
    snprintf(buffer, sizeof buffer, ".%03dZ", (int)(now.tv_nsec / 1000000));
    text_string(text, buffer);
}

static bool is_plain(const char *value)
{
    if (*value == '\0')
        return false;
    for (; *value != '\0'; value++)
        if (*value <= ' ' || *value == '"' || *value == '=' || *value == '\\' || *value == 0x7f)
            return false;
    return true;
}

static void write_value(struct text *text, const char *value)
{
    if (is_plain(value)) {
        text_string(text, value);
        return;
    }
    text_char(text, '"');
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            text_char(text, '\\');
        text_char(text, (unsigned char)*value < ' ' || *value == 0x7f ? ' ' : *value);
    }
    text_char(text, '"');
}

void log_line(enum log_level level, const char *what, const struct log_field *fields, int count)
{
    static const char *const names[] = {"info", "warn", "error"};
    char buffer[LINE_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_string(&text, "time=");
    write_time(&text);
    text_string(&text, " level=");
    text_string(&text, names[level]);
    text_string(&text, " what=");
    text_string(&text, what);
    for (int i = 0; i < count; i++) {
        text_char(&text, ' ');
        text_string(&text, fields[i].name);
        text_char(&text, '=');
        if (fields[i].text)
            write_value(&text, fields[i].text);
        else
            text_number(&text, fields[i].number);
    }
    fprintf(stderr, "%s\n", text.bytes);
}
