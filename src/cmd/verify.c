/* SPDX-License-Identifier: MIT */
/* `kufsa verify`: are these records true? Each check prints a line. */
#include "cmd/command.h"
#include "cmd/record_file.h"

enum { NUMBERS_MAX = 128 };

struct verify {
    const struct arguments *arguments;
    bool quiet;
    const char *indent;
    struct record record;
};

static void say(const struct verify *verify, const char *key, const struct word_arg *args,
                int count)
{
    if (verify->quiet)
        return;
    fputs(verify->indent, verify->arguments->out.file);
    voice_say(&verify->arguments->out, key, args, count);
}

static void say_numbers(const struct verify *verify, const char *key, const int64_t *numbers)
{
    char list[NUMBERS_MAX];
    struct text text;
    text_init(&text, list, sizeof list);
    for (int seat = 0; seat < verify->record.state.head.seats; seat++) {
        text_string(&text, seat ? " " : "");
        text_number(&text, numbers[seat]);
    }
    say(verify, key, WITH(word_string("numbers", list)));
}

static void say_result(const struct verify *verify)
{
    static const char *const ends[] = {
        [ENDING_NONE] = "verify.end.going",        [ENDING_RULES] = "verify.end.rules",
        [ENDING_RESIGNED] = "verify.end.resigned", [ENDING_AGREED] = "verify.end.agreed",
        [ENDING_TIME] = "verify.end.time",         [ENDING_STOPPED] = "verify.end.stopped",
    };
    const struct record *record = &verify->record;
    struct outcome outcome;
    int64_t places[SEATS_MAX], scores[SEATS_MAX];
    record_outcome(record, &outcome);
    for (int seat = 0; seat < record->state.head.seats; seat++) {
        places[seat] = outcome.place[seat];
        scores[seat] = outcome.score[seat];
    }
    say(verify, ends[record->ending], WITH(word_number("seat", record->loser)));
    if (outcome.place[0] > 0)
        say_numbers(verify, "verify.result", places);
    if (record->told & RECORD_SCORES)
        say_numbers(verify, "verify.scores", scores);
    else if (outcome.scored)
        say(verify, "verify.scores.none", WITH_NOTHING);
    say(verify, record->told & RECORD_POSITIONS ? "verify.positions" : "verify.positions.none",
        WITH_NOTHING);
}

/* NULL, or a reason. */
static const char *check(struct verify *verify, const struct record_file *file)
{
    struct record *record = &verify->record;
    int moves = 0;
    bool more = true;
    const char *reason = record_open(record, file->bytes, file->size);
    if (reason)
        return reason;
    say(verify, "verify.deal", WITH_NOTHING);
    if (record->told & RECORD_COMMIT)
        say(verify, "verify.commit", WITH_NOTHING);
    if (record->told & RECORD_SECRET)
        say(verify, "verify.secret", WITH_NOTHING);
    while (!reason && more) {
        reason = record_step(record, &more);
        moves += more;
    }
    say(verify, "verify.moves", WITH(word_number("n", moves)));
    if (!reason)
        reason = record_finish(record);
    if (!reason)
        say_result(verify);
    return reason;
}

static bool verify_file(struct verify *verify, const char *name)
{
    struct record_file file;
    if (!record_file_read(verify->arguments, name, &file))
        return false;
    if (verify->arguments->word_count > 1 && !verify->quiet)
        fprintf(verify->arguments->out.file, "%s\n", name);
    const char *reason = check(verify, &file);
    if (reason) {
        fflush(verify->arguments->out.file); /* passed checks come before the failure */
        record_file_complain(verify->arguments, &file, &verify->record, reason);
    }
    record_file_free(&file);
    return !reason;
}

static int run_verify(const struct arguments *arguments)
{
    static struct verify verify;
    int failed = 0;
    verify.arguments = arguments;
    verify.quiet = arguments_has(arguments, "quiet");
    verify.indent = arguments->word_count > 1 ? "  " : "";
    for (int i = 0; i < arguments->word_count; i++)
        failed += !verify_file(&verify, arguments->words[i]);
    return failed ? STATUS_FAILED : STATUS_OK;
}

static const struct parameter parameters[] = {
    {"quiet", NULL, "verify.parameter.quiet"},
    {NULL, NULL, NULL},
};

const struct command command_verify = {
    .name = "verify",
    .usage = "FILE…",
    .help = "verify.help",
    .more = "verify.more",
    .words_min = 1,
    .words_max = ARGUMENTS_MAX,
    .parameters = parameters,
    .run = run_verify,
};
