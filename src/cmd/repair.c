/* SPDX-License-Identifier: MIT */
/*
 * `kufsa repair`: what can be saved of a damaged file, and exactly what was lost. The store finds
 * rows; here their events must make tables.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/system.h"
#include "store/repair.h"
#include "table/table.h"

enum {
    PROGRESS_MILLIS = 100,
    KIBIBYTE = 1024,
    NAME_MAX_SIZE = 4096,
    STATUS_NOT_POSSIBLE = 2, /* 0: nothing was wrong; 1: something was */
    BAR = 30,
};

struct mending {
    const struct arguments *arguments;
    bool terminal, shown;
    int64_t told_ms; /* when progress was last shown */
    struct table *table;
    struct table_desk *desk;
};

/* ---- do the events make a table? ---- */

static struct ply *lend(void *context, struct ply *old, uint32_t count, uint32_t capacity)
{
    (void)context, (void)count;
    return realloc(old, capacity * sizeof(struct ply));
}

static void begin_table(void *context)
{
    struct mending *mending = context;
    free(mending->table->match.log);
    *mending->table = (struct table){0};
}

static bool take_event(void *context, const struct store_event *event)
{
    struct mending *mending = context;
    const char *bytes = event->bytes ? (const char *)event->bytes : "";
    return table_restore(mending->table, mending->desk, bytes, event->size) == NULL;
}

static void describe(void *context, char code[STORE_CODE_MAX + 1], struct text *setup,
                     int64_t *games)
{
    const struct mending *mending = context;
    const struct table *table = mending->table;
    struct text text;
    text_init(&text, code, STORE_CODE_MAX + 1);
    text_string(&text, table->code);
    text_string(setup, table->game ? table->game->name : "");
    *games = (int64_t)table->matches - (table->phase == PHASE_PLAY);
}

/* ---- what it says ---- */

static void end_progress(struct mending *mending)
{
    if (mending->shown)
        fprintf(mending->arguments->err.file, "\r%60s\r", "");
    mending->shown = false;
}

/* Only on a terminal, and at most ten times a second. */
static bool show_progress(void *context, int64_t done, int64_t total)
{
    struct mending *mending = context;
    FILE *file = mending->arguments->err.file;
    int64_t now = system_millis();
    if (!mending->terminal || now - mending->told_ms < PROGRESS_MILLIS)
        return true;
    mending->told_ms = now;
    mending->shown = true;
    int full = total > 0 ? (int)(done * BAR / total) : BAR;
    fputs("\r[", file);
    for (int i = 0; i < BAR; i++)
        fputc(i < full ? '#' : '.', file);
    fprintf(file, "] %3d %%", total > 0 ? (int)(done * 100 / total) : 100);
    fflush(file);
    return true;
}

static void tell_table(void *context, const struct repair_table *table)
{
    struct mending *mending = context;
    const struct voice *out = &mending->arguments->out;
    const char *code = table->code[0] != '\0' ? table->code : "?";
    end_progress(mending);
    if (table->newer != 0)
        voice_say(out, "repair.table.code",
                  WITH(word_string("code", code), word_number("id", table->id),
                       word_number("newer", table->newer)));
    else if (table->kept < 0 && table->told < 0)
        voice_say(out, "repair.table.gone",
                  WITH(word_string("code", code), word_number("id", table->id)));
    else if (table->kept < 0)
        voice_say(out, "repair.table.lost",
                  WITH(word_string("code", code), word_number("id", table->id),
                       word_number("told", table->told)));
    else if (table->told < 0)
        voice_say(out, "repair.table.rowless",
                  WITH(word_string("code", code), word_number("id", table->id),
                       word_number("kept", table->kept)));
    else
        voice_say(out, "repair.table.short",
                  WITH(word_string("code", code), word_number("id", table->id),
                       word_number("kept", table->kept), word_number("told", table->told)));
    if (table->beyond > 0)
        voice_say(out, "repair.table.beyond", WITH(word_number("n", table->beyond)));
    if (table->closed)
        voice_say(out, "repair.table.closed", WITH_NOTHING);
}

static void say_count(const struct voice *out, const char *key, const char *more,
                      const struct repair_count *count)
{
    if (count->saved == 0 && count->lost == 0 && !count->perhaps_more)
        return;
    voice_say(out, key, WITH(word_number("saved", count->saved), word_number("lost", count->lost)));
    if (count->perhaps_more)
        voice_say(out, more, WITH_NOTHING);
}

static void say_damage(const struct voice *out, const char *file,
                       const struct store_repaired *repaired)
{
    voice_say(out, "repair.damaged",
              WITH(word_string("file", file), word_string("why", repaired->what)));
    if (repaired->pages_missing > 0)
        voice_say(out, "repair.pages.missing",
                  WITH(word_number("n", repaired->pages_missing),
                       word_number("all", repaired->pages + repaired->pages_missing)));
    if (repaired->pages_unreadable > 0)
        voice_say(out, "repair.pages.unreadable",
                  WITH(word_number("n", repaired->pages_unreadable)));
    if (repaired->log_damaged)
        voice_say(out, "repair.log", WITH_NOTHING);
}

static int say_result(const struct mending *mending, const struct store_repair *repair,
                      const struct store_repaired *repaired)
{
    const struct voice *out = &mending->arguments->out;
    if (repaired->unchecked)
        voice_say(out, "repair.unchecked", WITH_NOTHING);
    if (repaired->damaged)
        say_damage(out, repair->from, repaired);
    voice_say(out, "repair.tables",
              WITH(word_number("whole", repaired->whole), word_number("short", repaired->shortened),
                   word_number("lost", repaired->tables.lost)));
    if (repaired->tables.perhaps_more)
        voice_say(out, "repair.tables.more", WITH_NOTHING);
    say_count(out, "repair.records", "repair.records.more", &repaired->records);
    say_count(out, "repair.tokens", "repair.tokens.more", &repaired->tokens);
    say_count(out, "repair.values", "repair.values.more", &repaired->values);
    if (!repaired->damaged)
        voice_say(out, "repair.sound", WITH(word_string("file", repair->from)));
    else if (repaired->written)
        voice_say(out, "repair.written",
                  WITH(word_string("file", repair->to), word_string("from", repair->from),
                       word_number("size", repaired->size / KIBIBYTE)));
    else
        voice_say(out, "repair.looked", WITH(word_string("file", repair->from)));
    return repaired->damaged ? STATUS_FAILED : STATUS_OK;
}

/* ---- the command ---- */

static int mend(struct mending *mending, const struct store_repair *repair)
{
    const struct arguments *arguments = mending->arguments;
    char buffer[STORE_WHY_MAX];
    struct text why;
    struct store_repaired repaired;
    text_init(&why, buffer, sizeof buffer);
    enum store_status status = store_repair(repair, &repaired, &why);
    end_progress(mending);
    if (status == STORE_OK)
        return say_result(mending, repair, &repaired);
    const char *reason = words_find(arguments->err.language, store_reason(status));
    const char *key = status == STORE_LOCKED ? "repair.locked" : "repair.failed";
    complain(arguments, key, WITH(word_string("reason", reason), word_string("why", buffer)));
    return STATUS_NOT_POSSIBLE;
}

static int run_repair(const struct arguments *arguments)
{
    char usual[NAME_MAX_SIZE];
    struct text text;
    struct mending mending = {
        .arguments = arguments,
        .terminal = isatty(STDERR_FILENO) == 1,
        .told_ms = system_millis(),
        .table = calloc(1, sizeof(struct table)),
        .desk = calloc(1, sizeof(struct table_desk)),
    };
    const char *to = arguments_value(arguments, "out");
    text_init(&text, usual, sizeof usual);
    text_string(&text, arguments->words[0]);
    text_string(&text, ".repaired");
    struct store_repair repair = {
        .from = arguments->words[0],
        .to = to ? to : usual,
        .force = arguments_has(arguments, "force"),
        .check_only = arguments_has(arguments, "check"),
        .context = &mending,
        .begin = begin_table,
        .event = take_event,
        .describe = describe,
        .tell = tell_table,
        .progress = show_progress,
    };
    int status = STATUS_NOT_POSSIBLE;
    if (mending.table && mending.desk && !text.overflow) {
        mending.desk->lend = lend;
        status = mend(&mending, &repair);
        free(mending.table->match.log);
    } else {
        complain(arguments, "store.no_memory", WITH_NOTHING);
    }
    free(mending.table);
    free(mending.desk);
    return status;
}

static const struct parameter parameters[] = {
    {"out", "FILE", "repair.parameter.out"},
    {"force", NULL, "repair.parameter.force"},
    {"check", NULL, "repair.parameter.check"},
    {NULL, NULL, NULL},
};

const struct command command_repair = {
    .name = "repair",
    .usage = "DATA [--out FILE] [--force] [--check]",
    .help = "repair.help",
    .more = "repair.more",
    .words_min = 1,
    .words_max = 1,
    .parameters = parameters,
    .run = run_repair,
};
