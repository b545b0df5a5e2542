/* SPDX-License-Identifier: MIT */
/*
 * One line per event, as `name=value` pairs on standard error:
 *
 *     time=2026-01-31T12:00:00.000Z level=info what=listen port=8080
 *
 * Nothing in it is about a person: no addresses, names, room codes or tokens.
 */
#ifndef KUFSA_SERVER_LOG_H
#define KUFSA_SERVER_LOG_H

#include <stdint.h>

enum log_level { LOG_INFO, LOG_WARN, LOG_ERROR };

/* A value to log: text, or a number if text is NULL. */
struct log_field {
    const char *name, *text;
    int64_t number;
};

#define LOG_TEXT(name, text) ((struct log_field){name, text, 0})
#define LOG_NUMBER(name, number) ((struct log_field){name, NULL, (int64_t)(number)})
#define LOG_FIELDS(...)                                                                            \
    (const struct log_field[]){__VA_ARGS__},                                                       \
        (int)(sizeof((const struct log_field[]){__VA_ARGS__}) / sizeof(struct log_field))
#define LOG_NOTHING NULL, 0

void log_line(enum log_level, const char *what, const struct log_field *, int count);

#endif
