/* SPDX-License-Identifier: MIT */
/* `kufsa review`: judges a record's moves, and tells what was luck and what was skill. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>

#include "base/check.h"
#include "cmd/looking.h"
#include "cmd/progress.h"
#include "plain/review.h"
#include "system/system.h"
#include "tell/advice.h"

enum { OUT_SIZE = 1 << 16, NODES_MAX = 1000000000 };

static atomic_bool interrupted;

static void on_signal(int number)
{
    (void)number;
    atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

static void catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    CHECK(sigaction(SIGINT, &action, NULL) == 0);
}

/* ---- judging ---- */

/* False if it was interrupted. */
static bool judge_all(const struct arguments *arguments, struct review *review)
{
    static _Alignas(max_align_t) char memory[JUDGE_MEMORY];
    struct progress progress = progress_begin(arguments, "review.progress");
    catch_interrupt();
    while (review_step(review, &interrupted, memory))
        progress_show(&progress, review->judged, review->count);
    progress_clear(&progress);
    if (review->judged == review->count)
        return true;
    voice_say(&arguments->err, "review.stopped",
              WITH(word_number("judged", review->judged), word_number("of", review->count)));
    return false;
}

/* ---- JSON ---- */

struct json_file {
    const struct voice *voice;
    struct text text;
    char bytes[2 * OUT_SIZE];
};

static void spill(void *context)
{
    struct json_file *out = context;
    CHECK(!out->text.overflow);
    if (out->text.size < OUT_SIZE)
        return;
    fwrite(out->text.bytes, 1, out->text.size, out->voice->file);
    text_clear(&out->text);
}

static void say_reason(void *context, struct json_out *to, const struct game *game,
                       const struct reason *reason)
{
    const struct json_file *out = context;
    char sentence[REASON_TEXT_MAX], name[4];
    struct text text;
    text_init(&text, name, sizeof name);
    text_number(&text, reason->seat);
    text_init(&text, sentence, sizeof sentence);
    advice_write_reason(&text, out->voice->language, game, reason, name);
    json_put_string(to, "text", sentence);
}

static void print_json(const struct voice *voice, struct review *review)
{
    static struct json_file out;
    const struct review_teller teller = {say_reason, &out};
    struct json_out to;
    out.voice = voice;
    json_out_start(&to, &out.text, out.bytes, sizeof out.bytes);
    json_out_open(&to, '{');
    json_put_integer(&to, "plies", review->walk.count);
    review_json(&to, review, &teller, spill, &out);
    json_out_close(&to, '}');
    text_char(&out.text, '\n');
    fwrite(out.text.bytes, 1, out.text.size, voice->file);
}

/* ---- the command ---- */

/* The first person's seat, unless another is given. */
static bool choose_seat(const struct arguments *arguments, const struct review *review,
                        const struct review_found *found, int *seat)
{
    const int seats = review->walk.state.head.seats;
    int64_t given = 0;
    while (given < seats && review->record.seats[given].owner != HOLDER_PERSON)
        given++;
    given = found ? found->seat : given < seats ? given : 0;
    bool read = arguments_number(arguments, "seat", 0, seats - 1, &given);
    *seat = (int)given;
    return read;
}

static int print_review(const struct arguments *arguments, struct review *review,
                        struct review_found *found)
{
    struct review_show show = {.voice = &arguments->out,
                               .ascii = arguments_has(arguments, "ascii") || arguments->out.ascii,
                               .all = arguments_has(arguments, "all")};
    if (!choose_seat(arguments, review, found, &show.seat))
        return STATUS_USAGE;
    if (!judge_all(arguments, review))
        return SYSTEM_SIGNALLED + SIGINT;
    review_finish(review);
    if (found) {
        const struct review_seat *of = &review->seat[found->seat];
        found->judged =
            (struct boxed_judged){of->luck, of->others, of->slips, of->decisions - of->forced};
    }
    if (arguments_has(arguments, "json"))
        print_json(&arguments->out, review);
    else
        review_print(&show, review);
    return STATUS_OK;
}

int review_file(const struct arguments *arguments, const struct record_file *file,
                struct review_found *found)
{
    static struct review review;
    int64_t nodes = 0;
    if (!arguments_number(arguments, "nodes", 1, NODES_MAX, &nodes))
        return STATUS_USAGE;
    const char *reason = review_open(&review, file->bytes, file->size, (uint64_t)nodes);
    if (!reason)
        return print_review(arguments, &review, found);
    record_file_complain(arguments, file, &review.record, reason);
    return STATUS_FAILED;
}

static int run_review(const struct arguments *arguments)
{
    struct record_file file;
    if (!record_file_read(arguments, arguments->words[0], &file))
        return STATUS_FAILED;
    int status = review_file(arguments, &file, NULL);
    record_file_free(&file);
    return status;
}

static const struct parameter parameters[] = {
    {"all", NULL, "review.parameter.all"},   {"seat", "N", "review.parameter.seat"},
    {"json", NULL, "review.parameter.json"}, {"nodes", "N", "review.parameter.nodes"},
    {"ascii", NULL, "cmd.play.ascii"},       {NULL, NULL, NULL},
};

const struct command command_review = {
    .name = "review",
    .usage = "FILE [--all] [--seat N] [--json] …",
    .help = "review.help",
    .more = "review.more",
    .words_min = 1,
    .words_max = 1,
    .parameters = parameters,
    .run = run_review,
};
