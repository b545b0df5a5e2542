/* SPDX-License-Identifier: MIT */
/* `kufsa copy`: everything that a server keeps, from a file into a database or the other way. */
#include "cmd/progress.h"
#include "store/store.h"

struct copying {
    const struct arguments *arguments;
    struct progress progress;
};

static bool show(void *context, int64_t done, int64_t total)
{
    struct copying *copying = context;
    return progress_show(&copying->progress, done, total);
}

static void say_damaged(void *context, const struct store_table *table, const char *why)
{
    struct copying *copying = context;
    progress_clear(&copying->progress);
    voice_say(&copying->arguments->err, "store.copy.damaged",
              WITH(word_string("code", table->code), word_string("why", why)));
}

static int run_copy(const struct arguments *arguments)
{
    char buffer[STORE_WHY_MAX], shown[STORE_PATH_MAX];
    struct text why, name;
    struct copying copying = {arguments, progress_begin(arguments, "store.backup.progress")};
    struct store_transfer transfer = {
        .from = arguments->words[0],
        .to = arguments->words[1],
        .progress = show,
        .damaged = say_damaged,
        .context = &copying,
    };
    struct store_transferred done;
    text_init(&why, buffer, sizeof buffer);
    text_init(&name, shown, sizeof shown);
    store_name_of(transfer.to, &name);
    enum store_status status = store_transfer(&transfer, &done, &why);
    progress_clear(&copying.progress);
    if (status != STORE_OK) {
        const char *reason = words_find(arguments->err.language, store_reason(status));
        complain(arguments, "store.backup.failed",
                 WITH(word_string("reason", reason), word_string("why", buffer)));
        return STATUS_FAILED;
    }
    voice_say(&arguments->out, "store.copy.done",
              WITH(word_string("file", shown), word_number("tables", done.tables),
                   word_number("events", done.events), word_number("records", done.records)));
    if (done.damaged == 0)
        return STATUS_OK;
    complain(arguments, "store.copy.some", WITH(word_number("n", done.damaged)));
    return STATUS_FAILED;
}

static const struct parameter parameters[] = {{NULL, NULL, NULL}};

const struct command command_copy = {
    .name = "copy",
    .usage = "FROM TO",
    .help = "store.copy.help",
    .more = "store.copy.more",
    .words_min = 2,
    .words_max = 2,
    .parameters = parameters,
    .run = run_copy,
};
