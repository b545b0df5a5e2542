/* SPDX-License-Identifier: MIT */
/*
 * The record of a game at the keyboard, kept up to date: after every move the file is a whole
 * record, so that a program that is killed leaves one too. Only what is new is written, over the
 * result of before; after an undo all moves are.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "cmd/play.h"

enum { OPENING_MAX = 4096, CLOSING_MAX = 1024, DATE_MAX = 32 };

static void put(struct recorder *recorder, const struct text *text)
{
    if (fwrite(text->bytes, 1, text->size, recorder->file) != text->size)
        recorder->failed = true;
}

static bool refuse(const struct sitting *sitting, const char *problem)
{
    return complain(sitting->arguments, "play.record.failed",
                    WITH(word_string("file", arguments_value(sitting->arguments, "record")),
                         word_string("problem", problem)));
}

static void write_opening(struct sitting *sitting)
{
    char buffer[OPENING_MAX], date[DATE_MAX] = "";
    struct text text;
    struct tm day;
    time_t now = time(NULL);
    if (gmtime_r(&now, &day))
        strftime(date, sizeof date, "date %Y-%m-%d\n", &day);
    text_init(&text, buffer, sizeof buffer);
    record_write_opening(&text, &sitting->match, date, RECORD_WITH_KEY);
    put(&sitting->recorder, &text);
    sitting->recorder.moves_at = ftell(sitting->recorder.file);
}

/* To before the first move. */
static void rewind_record(struct sitting *sitting)
{
    struct recorder *recorder = &sitting->recorder;
    match_restart(&sitting->match, &recorder->state.head);
    recorder->hash = record_hash(HASH_START, sitting->game, &recorder->state.head);
    recorder->count = 0;
    recorder->end_at = recorder->moves_at;
}

/* A file that is there already may be a record that somebody wants to keep. */
bool play_record_open(struct sitting *sitting)
{
    const char *name = arguments_value(sitting->arguments, "record");
    if (!name)
        return true;
    if (sitting->match.start)
        return complain(sitting->arguments, "play.record.position", WITH_NOTHING);
    sitting->recorder.file = fopen(name, "wbx");
    if (!sitting->recorder.file)
        return refuse(sitting, strerror(errno));
    write_opening(sitting);
    rewind_record(sitting);
    play_record(sitting);
    return true;
}

static void put_move(struct sitting *sitting, const struct ply *ply)
{
    struct recorder *recorder = &sitting->recorder;
    struct state *state = &recorder->state.head;
    char buffer[2 * MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    record_write_move(&text, sitting->game, state, ply->seat, ply->move);
    put(recorder, &text);
    game_apply(sitting->game, state, ply->seat, ply->move, NULL);
    recorder->hash = record_hash(recorder->hash, sitting->game, state);
    recorder->count++;
}

void play_record(struct sitting *sitting)
{
    struct recorder *recorder = &sitting->recorder;
    char buffer[CLOSING_MAX];
    struct text text;
    if (!recorder->file || recorder->failed)
        return;
    if (sitting->match.count < recorder->count)
        rewind_record(sitting);
    recorder->failed |= fseek(recorder->file, recorder->end_at, SEEK_SET) != 0;
    while (recorder->count < sitting->match.count)
        put_move(sitting, &sitting->match.log[recorder->count]);
    recorder->end_at = ftell(recorder->file);
    text_init(&text, buffer, sizeof buffer);
    record_write_closing(&text, &sitting->match, recorder->hash);
    put(recorder, &text);
    recorder->failed |= fflush(recorder->file) != 0 ||
                        ftruncate(fileno(recorder->file), ftell(recorder->file)) != 0;
}

bool play_record_close(struct sitting *sitting)
{
    struct recorder *recorder = &sitting->recorder;
    if (!recorder->file)
        return true;
    recorder->failed |= fclose(recorder->file) != 0;
    recorder->file = NULL;
    return !recorder->failed || refuse(sitting, strerror(EIO));
}
