/* SPDX-License-Identifier: MIT */
/* `kufsa backup`: a copy of a server's file, also while the server runs. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/system.h"
#include "store/store.h"

enum { PROGRESS_MILLIS = 100, KIBIBYTE = 1024 };

struct showing {
    const struct voice *voice;
    bool terminal, shown;
    int64_t told_ms; /* when progress was last shown */
};

/* Only on a terminal, and at most ten times a second. */
static bool show_progress(void *context, int64_t done, int64_t total)
{
    struct showing *showing = context;
    int64_t now = system_millis();
    if (!showing->terminal || now - showing->told_ms < PROGRESS_MILLIS)
        return true;
    showing->told_ms = now;
    showing->shown = true;
    fputc('\r', showing->voice->file);
    voice_part_say(showing->voice, "store.backup.progress",
                   WITH(word_number("percent", total > 0 ? done * 100 / total : 100)));
    return true;
}

static void end_progress(const struct showing *showing)
{
    if (showing->shown)
        fprintf(showing->voice->file, "\r%60s\r", "");
}

static int run_backup(const struct arguments *arguments)
{
    char buffer[STORE_WHY_MAX];
    struct text why;
    struct showing showing = {
        .voice = &arguments->err,
        .terminal = isatty(STDERR_FILENO) == 1,
        .told_ms = system_millis(),
    };
    struct store_backup backup = {
        .from = arguments->words[0],
        .to = arguments->words[1],
        .force = arguments_has(arguments, "force"),
        .progress = show_progress,
        .context = &showing,
    };
    struct store_copy copy;
    text_init(&why, buffer, sizeof buffer);
    enum store_status status = store_backup(&backup, &copy, &why);
    end_progress(&showing);
    if (status == STORE_OK) {
        voice_say(&arguments->out, "store.backup.done",
                  WITH(word_string("file", backup.to), word_number("size", copy.size / KIBIBYTE)));
        return STATUS_OK;
    }
    if (status == STORE_CORRUPT && copy.size > 0) {
        complain(arguments, copy.beside ? "store.backup.beside" : "store.backup.damaged",
                 WITH(word_string("file", backup.to), word_number("size", copy.size / KIBIBYTE),
                      word_string("why", buffer)));
        return STATUS_FAILED;
    }
    const char *reason = words_find(arguments->err.language, store_reason(status));
    complain(arguments, "store.backup.failed",
             WITH(word_string("reason", reason), word_string("why", buffer)));
    return STATUS_FAILED;
}

static const struct parameter parameters[] = {
    {"force", NULL, "store.backup.force"},
    {NULL, NULL, NULL},
};

const struct command command_backup = {
    .name = "backup",
    .usage = "DATA TARGET [--force]",
    .help = "store.backup.help",
    .more = "store.backup.more",
    .words_min = 2,
    .words_max = 2,
    .parameters = parameters,
    .run = run_backup,
};
