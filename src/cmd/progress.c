/* SPDX-License-Identifier: MIT */
/* How far a long command is. */
#define _POSIX_C_SOURCE 200809L
#include "cmd/progress.h"

#include <unistd.h>

#include "system/system.h"

enum { PROGRESS_MILLIS = 100, BAR_COLUMNS = 20 };

struct progress progress_begin(const struct arguments *arguments, const char *key)
{
    return (struct progress){
        .voice = &arguments->err,
        .key = key,
        .terminal = isatty(STDERR_FILENO) == 1,
        .told_ms = system_millis(),
    };
}

bool progress_show(void *context, int64_t done, int64_t total)
{
    struct progress *progress = context;
    char bar[BAR_COLUMNS + 3] = "[";
    int64_t now = system_millis();
    if (!progress->terminal || now - progress->told_ms < PROGRESS_MILLIS)
        return true;
    progress->told_ms = now;
    progress->shown = true;
    fputc('\r', progress->voice->file);
    for (int column = 0; column < BAR_COLUMNS; column++)
        bar[1 + column] = total > 0 && column * total < done * BAR_COLUMNS ? '#' : '.';
    bar[1 + BAR_COLUMNS] = ']';
    voice_part_say(progress->voice, progress->key,
                   WITH(word_number("percent", total > 0 ? done * 100 / total : 100),
                        word_string("bar", bar)));
    return true;
}

void progress_clear(struct progress *progress)
{
    if (progress->shown)
        fprintf(progress->voice->file, "\r%60s\r", "");
    progress->shown = false;
}
