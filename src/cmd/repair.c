/* SPDX-License-Identifier: MIT */
/*
 * `kufsa repair`: saves what it can of a damaged file, and says exactly what was lost. The store
 * finds rows; here their events must make tables.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "cmd/command.h"
#include "store/repair.h"
#include "system/system.h"
#include "table/heap.h"

enum {
    PROGRESS_MILLIS = 100,
    KIBIBYTE = 1024,
    NAME_MAX_SIZE = 4096,
    STATUS_NOT_POSSIBLE = 2, /* 0: nothing was wrong; 1: something was */
    BAR = 30,
};

struct repair_work {
    const struct arguments *arguments;
    bool terminal, shown;
    int64_t told_ms; /* when progress was last shown */
    struct table *table;
    struct table_workspace *workspace;
};

/* ---- do the events make a table? ---- */

static void begin_table(void *context)
{
    struct repair_work *work = context;
    free(work->table->match.log);
    *work->table = (struct table){0};
}

static bool take_event(void *context, const struct store_event *event)
{
    struct repair_work *work = context;
    const char *bytes = event->bytes ? (const char *)event->bytes : "";
    return table_restore(work->table, work->workspace, bytes, event->size) == NULL;
}

static void describe(void *context, char code[STORE_CODE_MAX + 1], int64_t *games)
{
    const struct repair_work *work = context;
    const struct table *table = work->table;
    struct text text;
    text_init(&text, code, STORE_CODE_MAX + 1);
    text_string(&text, table->code);
    *games = (int64_t)table->matches - (table->phase == PHASE_PLAY);
}

/* ---- output ---- */

static void end_progress(struct repair_work *work)
{
    if (work->shown)
        fprintf(work->arguments->err.file, "\r%60s\r", "");
    work->shown = false;
}

/* Only on a terminal, and at most ten times a second. */
static bool show_progress(void *context, int64_t done, int64_t total)
{
    struct repair_work *work = context;
    FILE *file = work->arguments->err.file;
    int64_t now = system_millis();
    if (!work->terminal || now - work->told_ms < PROGRESS_MILLIS)
        return true;
    work->told_ms = now;
    work->shown = true;
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
    struct repair_work *work = context;
    const struct voice *out = &work->arguments->out;
    const char *code = table->code[0] != '\0' ? table->code : "?";
    end_progress(work);
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

static int say_result(const struct repair_work *work, const struct store_repair *repair,
                      const struct store_repaired *repaired)
{
    const struct voice *out = &work->arguments->out;
    if (repaired->damaged)
        say_damage(out, repair->from, repaired);
    voice_say(out, "repair.tables",
              WITH(word_number("whole", repaired->whole), word_number("short", repaired->shortened),
                   word_number("lost", repaired->tables.lost)));
    if (repaired->tables.perhaps_more)
        voice_say(out, "repair.tables.more", WITH_NOTHING);
    say_count(out, "repair.records", "repair.records.more", &repaired->records);
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

static int repair_file(struct repair_work *work, const struct store_repair *repair)
{
    const struct arguments *arguments = work->arguments;
    char buffer[STORE_WHY_MAX];
    struct text why;
    struct store_repaired repaired;
    text_init(&why, buffer, sizeof buffer);
    enum store_status status = store_repair(repair, &repaired, &why);
    end_progress(work);
    if (status == STORE_OK)
        return say_result(work, repair, &repaired);
    const char *reason = words_find(arguments->err.language, store_reason(status));
    const char *key = status == STORE_LOCKED ? "repair.locked" : "repair.failed";
    complain(arguments, key, WITH(word_string("reason", reason), word_string("why", buffer)));
    return STATUS_NOT_POSSIBLE;
}

static int run_repair(const struct arguments *arguments)
{
    char usual[NAME_MAX_SIZE];
    struct text text;
    struct repair_work work = {
        .arguments = arguments,
        .terminal = isatty(STDERR_FILENO) == 1,
        .told_ms = system_millis(),
        .table = calloc(1, sizeof(struct table)),
        .workspace = calloc(1, sizeof(struct table_workspace)),
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
        .context = &work,
        .begin = begin_table,
        .event = take_event,
        .describe = describe,
        .tell = tell_table,
        .progress = show_progress,
    };
    int status = STATUS_NOT_POSSIBLE;
    if (work.table && work.workspace && !text.overflow) {
        work.workspace->lend = heap_lend;
        status = repair_file(&work, &repair);
        free(work.table->match.log);
    } else {
        complain(arguments, "store.no_memory", WITH_NOTHING);
    }
    free(work.table);
    free(work.workspace);
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
