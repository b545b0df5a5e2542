/* SPDX-License-Identifier: MIT */
/* Moments in words. */
#define _POSIX_C_SOURCE 200809L
#include "tell/moment.h"

#include <time.h>

enum { TIME_MAX = 32 };

static bool same_day(const struct tm *a, const struct tm *b)
{
    return a->tm_year == b->tm_year && a->tm_yday == b->tm_yday;
}

void moment_write(struct text *text, enum language language, int64_t seconds)
{
    time_t then = (time_t)seconds, now = time(NULL);
    struct tm moment, today, yesterday;
    char date[TIME_MAX], hour[TIME_MAX];
    if (!localtime_r(&then, &moment) || !localtime_r(&now, &today))
        return;
    yesterday = today;
    yesterday.tm_mday--;
    yesterday.tm_isdst = -1;
    mktime(&yesterday);
    strftime(date, sizeof date, "%Y-%m-%d", &moment);
    strftime(hour, sizeof hour, "%H:%M", &moment);
    words_say(text, language,
              same_day(&moment, &today)       ? "join.left.today"
              : same_day(&moment, &yesterday) ? "join.left.yesterday"
                                              : "join.left.day",
              WITH(word_string("time", hour), word_string("date", date)));
}
