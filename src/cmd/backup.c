/* SPDX-License-Identifier: MIT */
/* `kufsa backup`: a copy of a server's file, even while the server runs. */
#include "cmd/progress.h"
#include "store/store.h"

enum { KIBIBYTE = 1024 };

static int run_backup(const struct arguments *arguments)
{
    char buffer[STORE_WHY_MAX];
    struct text why;
    struct progress progress = progress_begin(arguments, "store.backup.progress");
    struct store_backup backup = {
        .from = arguments->words[0],
        .to = arguments->words[1],
        .force = arguments_has(arguments, "force"),
        .progress = progress_show,
        .context = &progress,
    };
    struct store_copy copy;
    text_init(&why, buffer, sizeof buffer);
    enum store_status status = store_backup(&backup, &copy, &why);
    progress_clear(&progress);
    if (status == STORE_OK) {
        voice_say(&arguments->out, "store.backup.done",
                  WITH(word_string("file", backup.to), word_number("size", copy.size / KIBIBYTE)));
        return STATUS_OK;
    }
    if (status == STORE_CORRUPT && copy.size > 0) {
        complain(arguments, copy.beside ? "store.backup.beside" : "store.backup.damaged",
                 WITH(word_string("file", copy.beside ? copy.name : backup.to),
                      word_number("size", copy.size / KIBIBYTE), word_string("why", buffer)));
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
