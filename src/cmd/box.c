/* SPDX-License-Identifier: MIT */
/*
 * `kufsa box`: the finished games of this machine. A game is named by its number in the list, the
 * latest being 1, or by its name, which never changes.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/looking.h"
#include "cmd/setup.h"
#include "plain/box.h"
#include "plain/play.h"
#include "system/system.h"

struct boxing {
    const struct arguments *arguments;
    struct game_box box;
    struct box_page page;
};

static int refuse(const struct boxing *boxing, int error)
{
    complain(boxing->arguments, error == ENOENT ? "box.absent" : box_trouble(error),
             WITH(word_string("given", boxing->arguments->words[1])));
    return STATUS_FAILED;
}

/* ---- one game ---- */

/* NULL after reporting that there is none. */
static struct boxed *find(const struct boxing *boxing)
{
    const char *word = boxing->arguments->words[1];
    int at = box_find(&boxing->box, word);
    if (at >= 0)
        return &boxing->box.games[at];
    complain(boxing->arguments, "box.absent", WITH(word_string("given", word)));
    return NULL;
}

/* Its record; false after reporting that it is gone. */
static bool take_record(const struct boxing *boxing, const struct boxed *boxed,
                        struct record_file *file)
{
    struct boxed_tags tags = {.mine = 0};
    *file = (struct record_file){.name = boxed->id};
    file->bytes = box_record(boxed->id, &file->size, &tags);
    file->mine = tags.mine;
    return file->bytes || refuse(boxing, ENOENT) == STATUS_OK;
}

static int show(struct boxing *boxing)
{
    const struct boxed *boxed = find(boxing);
    struct record_file file;
    if (!boxed || !take_record(boxing, boxed, &file))
        return STATUS_FAILED;
    int status = replay_file(boxing->arguments, &file);
    record_file_free(&file);
    return status;
}

/* A review of a game with one owner is kept in its tags. */
static int look_back(struct boxing *boxing)
{
    const struct boxed *boxed = find(boxing);
    struct record_file file;
    if (!boxed || !take_record(boxing, boxed, &file))
        return STATUS_FAILED;
    struct review_found found = {.seat = 0};
    while (found.seat < boxed->seats && boxed->tags.mine != 1u << found.seat)
        found.seat++;
    bool owned = found.seat < boxed->seats;
    int status = review_file(boxing->arguments, &file, owned ? &found : NULL);
    record_file_free(&file);
    if (status != STATUS_OK || !owned)
        return status;
    int error = box_judge(boxed->id, &found.judged);
    return error != 0 ? refuse(boxing, error) : STATUS_OK;
}

static int mark(struct boxing *boxing, bool star)
{
    struct boxed *boxed = find(boxing);
    if (!boxed)
        return STATUS_FAILED;
    int error = box_star(boxed->id, star);
    if (error != 0)
        return refuse(boxing, error);
    boxed->tags.star = star;
    box_print_row(&boxing->page, (int)(boxed - boxing->box.games));
    return STATUS_OK;
}

static int star(struct boxing *boxing)
{
    return mark(boxing, true);
}

static int unstar(struct boxing *boxing)
{
    return mark(boxing, false);
}

static int delete (struct boxing *boxing)
{
    const struct voice *voice = &boxing->arguments->out;
    const struct boxed *boxed = find(boxing);
    char line[PLAY_LINE_MAX];
    if (!boxed)
        return STATUS_FAILED;
    box_print_row(&boxing->page, (int)(boxed - boxing->box.games));
    voice_say(voice, "box.delete.type", WITH_NOTHING);
    fputs("> ", voice->file);
    bool sure = play_read_line(voice, isatty(STDIN_FILENO) != 1, line) &&
                (line[0] == 'y' || line[0] == 'Y');
    int error = sure ? box_delete(boxed->id) : 0;
    if (error != 0)
        return refuse(boxing, error);
    voice_say(voice, sure ? "box.deleted" : "box.delete.not", WITH_NOTHING);
    return sure ? STATUS_OK : STATUS_FAILED;
}

/* ---- the file ---- */

static bool write_all(const struct boxing *boxing, FILE *file, int *count)
{
    static char bytes[BOXED_MAX + BOXED_TAGS_MAX + 2];
    for (int i = 0; i < boxing->box.count; i++) {
        struct boxed_tags tags;
        struct text text;
        size_t size;
        if (!tally_fits(&boxing->page.filter, &boxing->box.games[i]))
            continue;
        char *record = box_record(boxing->box.games[i].id, &size, &tags);
        if (!record)
            continue; /* deleted meanwhile */
        text_init(&text, bytes, sizeof bytes);
        boxed_join(&text, record, size, &tags);
        free(record);
        fputs(*count > 0 ? "\n" : "", file);
        fwrite(text.bytes, 1, text.size, file);
        (*count)++;
    }
    return fflush(file) == 0 && !ferror(file);
}

static int refuse_file(const struct boxing *boxing, const char *name)
{
    complain(boxing->arguments, "box.export.failed",
             WITH(word_string("file", name), word_string("problem", strerror(errno))));
    return STATUS_FAILED;
}

/* An existing file is never overwritten; one that is not whole does not stay. */
static int export(struct boxing *boxing)
{
    const char *name = boxing->arguments->words[1];
    int count = 0;
    if (string_equal(name, "-")) /* main says it if writing fails */
        return write_all(boxing, stdout, &count) ? STATUS_OK : STATUS_FAILED;
    FILE *file = fopen(name, "wbx");
    if (!file)
        return refuse_file(boxing, name);
    bool written = write_all(boxing, file, &count) && fsync(fileno(file)) == 0;
    int error = errno;
    written = fclose(file) == 0 && written;
    errno = written ? 0 : error;
    if (!written) {
        unlink(name);
        return refuse_file(boxing, name);
    }
    voice_say(&boxing->arguments->out, "box.exported", WITH(word_number("n", count)));
    return STATUS_OK;
}

struct imported {
    int added, known, wrong, dropped, error;
};

/* One of the file's games. Its seats are known once it was replayed. */
static void import_one(const char *bytes, size_t size, int64_t now, struct imported *sums)
{
    static struct record record;
    static char buffer[BOXED_MAX + 1];
    struct boxed_tags tags;
    struct box_added added;
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    boxed_split(bytes, size, now, &text, &tags);
    if (text.overflow || boxed_check(&record, text.bytes, text.size) != NULL) {
        sums->wrong++;
        return;
    }
    tags.mine &= (uint16_t)((1u << record.state.head.seats) - 1);
    sums->error = box_add(text.bytes, text.size, &tags, BOX_FROM_FILE, &added);
    if (sums->error == 0) {
        sums->added += added.added;
        sums->known += !added.added;
        sums->dropped += added.dropped;
    }
}

static void tell_imported(const struct voice *voice, const struct imported *sums)
{
    voice_say(voice, "box.import.added", WITH(word_number("n", sums->added)));
    if (sums->known > 0)
        voice_say(voice, "box.import.known", WITH(word_number("n", sums->known)));
    if (sums->wrong > 0)
        voice_say(voice, "box.import.bad", WITH(word_number("n", sums->wrong)));
    if (sums->dropped > 0)
        voice_say(voice, "box.dropped", WITH(word_number("n", sums->dropped)));
}

static int import(struct boxing *boxing)
{
    struct imported sums = {.added = 0};
    struct record_file file;
    const char *one;
    size_t size;
    if (!record_file_read(boxing->arguments, boxing->arguments->words[1], &file))
        return STATUS_FAILED;
    const char *at = file.bytes, *end = at + file.size;
    int64_t now = system_unix_millis();
    bool any = false;
    while (sums.error == 0 && boxed_next(&at, end, &one, &size)) {
        any = true;
        import_one(one, size, now, &sums);
    }
    box_sync();
    record_file_free(&file);
    if (!any) {
        complain(boxing->arguments, "box.import.wrong", WITH_NOTHING);
        return STATUS_FAILED;
    }
    tell_imported(&boxing->arguments->out, &sums);
    if (sums.error != 0)
        return refuse(boxing, sums.error);
    return sums.wrong > 0 ? STATUS_FAILED : STATUS_OK;
}

/* ---- lists ---- */

static int list(struct boxing *boxing)
{
    if (arguments_has(boxing->arguments, "json"))
        box_list_json(&boxing->page);
    else
        box_print_list(&boxing->page);
    return STATUS_OK;
}

static int sums(struct boxing *boxing)
{
    if (arguments_has(boxing->arguments, "json"))
        box_sums_json(&boxing->page);
    else
        box_print_sums(&boxing->page);
    return STATUS_OK;
}

/* ---- the command ---- */

static const struct parameter actions[] = {
    {"list", NULL, "box.action.list"},       {"sums", NULL, "box.action.sums"},
    {"show", "N", "box.action.show"},        {"review", "N", "box.action.review"},
    {"star", "N", "box.action.star"},        {"unstar", "N", "box.action.unstar"},
    {"delete", "N", "box.action.delete"},    {"export", "FILE", "box.action.export"},
    {"import", "FILE", "box.action.import"}, {NULL, NULL, NULL},
};

/* In the order of the actions. */
static int (*const runs[])(struct boxing *) = {list,   sums,   show,   look_back, star,
                                               unstar, delete, export, import};

static bool choose_result(const struct arguments *arguments, enum boxed_result *result)
{
    const char *given = arguments_value(arguments, "result");
    *result = BOXED_NONE;
    if (!given)
        return true;
    for (int one = BOXED_NONE + 1; one < BOXED_RESULTS; one++)
        if (string_equal(boxed_results[one], given))
            *result = (enum boxed_result)one;
    return *result != BOXED_NONE ||
           complain(arguments, "box.result.unknown", WITH(word_string("given", given)));
}

static bool choose_games(const struct arguments *arguments, struct tally_filter *filter)
{
    const char *game = arguments_value(arguments, "game");
    filter->against = arguments_value(arguments, "against");
    filter->star = arguments_has(arguments, "starred");
    return (!game || setup_game(arguments, game, &filter->game)) &&
           choose_result(arguments, &filter->result);
}

/* Its index, or -1 after reporting the error. */
static int choose_action(const struct arguments *arguments)
{
    int at = 0;
    if (arguments->word_count == 0)
        return 0;
    while (actions[at].name && !string_equal(actions[at].name, arguments->words[0]))
        at++;
    if (!actions[at].name) {
        complain(arguments, "box.action.unknown", WITH(word_string("given", arguments->words[0])));
        return -1;
    }
    if (actions[at].value && arguments->word_count < 2) {
        arguments_few(arguments);
        return -1;
    }
    if (!actions[at].value && arguments->word_count > 1) {
        arguments_many(arguments);
        return -1;
    }
    return at;
}

static int run_box(const struct arguments *arguments)
{
    static struct boxing boxing;
    int action = choose_action(arguments);
    boxing.arguments = arguments;
    boxing.page =
        (struct box_page){.voice = &arguments->out,
                          .box = &boxing.box,
                          .ascii = arguments_has(arguments, "ascii") || arguments->out.ascii};
    if (action < 0 || !choose_games(arguments, &boxing.page.filter))
        return STATUS_USAGE;
    signal(SIGXFSZ, SIG_IGN); /* a file size limit then looks like a full disk */
    box_open(&boxing.box);
    int status = runs[action](&boxing);
    box_free(&boxing.box);
    return status;
}

static const struct parameter parameters[] = {
    {"game", "GAME", "box.parameter.game"},
    {"against", "NAME", "box.parameter.against"},
    {"result", "won|drawn|lost", "box.parameter.result"},
    {"starred", NULL, "box.parameter.starred"},
    {"json", NULL, "box.parameter.json"},
    {"as", "SEAT", "replay.parameter.as"},
    {"plain", NULL, "join.parameter.plain"},
    {"ascii", NULL, "cmd.play.ascii"},
    {"bidi", "on|off", "join.parameter.bidi"},
    {"positions", NULL, "replay.parameter.positions"},
    {"at", "N", "replay.parameter.at"},
    {"from", "N", "replay.parameter.from"},
    {"to", "N", "replay.parameter.to"},
    {"all", NULL, "review.parameter.all"},
    {"seat", "N", "review.parameter.seat"},
    {"nodes", "N", "review.parameter.nodes"},
    {NULL, NULL, NULL},
};

const struct command command_box = {
    .name = "box",
    .usage = "[ACTION] [FILE|N] [--game GAME] [--against NAME] …",
    .help = "box.help",
    .more = "box.more",
    .words_max = 2,
    .parameters = parameters,
    .actions = actions,
    .run = run_box,
};
