/* SPDX-License-Identifier: MIT */
/* `kufsa perft`: counts move sequences, to compare move generators. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/setup.h"
#include "system/system.h"

enum { PROGRESS_MILLIS = 100 };

struct perft {
    const struct arguments *arguments;
    const struct game *game;
    union any_state state, child;
    int depth;
    bool divide, progress;
    int64_t told_ms; /* when progress was last shown */
    struct moves moves;
    struct perft_level levels[PERFT_DEPTH_MAX + 1];
};

/* Only on a terminal, and at most ten times a second. Spaces erase the line. */
static void show_progress(struct perft *p, int done, int count, uint64_t nodes)
{
    const struct voice *voice = &p->arguments->err;
    int64_t now = system_millis();
    if (!p->progress || now - p->told_ms < PROGRESS_MILLIS)
        return;
    p->told_ms = now;
    fputc('\r', voice->file);
    voice_part_say(voice, "cmd.perft.progress",
                   WITH(word_number("done", done), word_number("count", count),
                        word_number("nodes", (int64_t)nodes)));
}

static void end_progress(const struct perft *p)
{
    if (p->progress)
        fprintf(p->arguments->err.file, "\r%60s\r", "");
}

static bool count_child(struct perft *p, int seat, move m, uint64_t *nodes)
{
    state_copy(&p->child.head, &p->state.head);
    p->child.head.flags |= STATE_FORGETFUL;
    if (!game_apply(p->game, &p->child.head, seat, m, NULL))
        return false;
    *nodes = game_perft(p->game, &p->child.head, p->depth - 1, false, p->levels);
    return *nodes != PERFT_DRY;
}

static void write_child(const struct perft *p, int seat, move m, uint64_t nodes)
{
    char buffer[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    p->game->write_move(&p->state.head, m, &text);
    end_progress(p);
    fprintf(p->arguments->out.file, "%d %s %llu\n", seat, buffer, (unsigned long long)nodes);
}

/* One root move at a time, for --divide and to show progress. */
static bool count_root(struct perft *p, uint64_t *total)
{
    *total = p->depth == 0;
    for (int seat = 0; seat < p->state.head.seats && p->depth > 0; seat++) {
        int count = game_legal(p->game, &p->state.head, seat, &p->moves);
        for (int i = 0; i < count; i++) {
            uint64_t nodes;
            show_progress(p, i, count, *total);
            if (!count_child(p, seat, p->moves.list[i], &nodes)) {
                end_progress(p);
                return complain(p->arguments, "cmd.engine.dry", WITH_NOTHING);
            }
            if (p->divide)
                write_child(p, seat, p->moves.list[i], nodes);
            *total += nodes;
        }
    }
    end_progress(p);
    return true;
}

/* The first game in which nothing is hidden: its counts are known. */
static const char *usual_game(void)
{
    for (int i = 0; game_at(i); i++)
        if (!game_at(i)->hidden)
            return game_at(i)->name;
    return game_at(0)->name;
}

/* The last word is the depth; a word before it is the game, which --game may also name. */
static bool read_words(struct perft *p)
{
    const struct arguments *arguments = p->arguments;
    const char *game = arguments_value(arguments, "game");
    const char *given = arguments->words[arguments->word_count - 1];
    struct scan scan = {given};
    int64_t depth;
    if (arguments->word_count > 1)
        game = arguments->words[0];
    if (!scan_number(&scan, 0, PERFT_DEPTH_MAX, &depth) || !scan_end(&scan))
        return complain(arguments, "cmd.perft.depth",
                        WITH(word_string("given", given), word_number("max", PERFT_DEPTH_MAX)));
    p->depth = (int)depth;
    return setup_game(arguments, game ? game : usual_game(), &p->game);
}

static bool prepare(struct perft *p)
{
    const struct arguments *arguments = p->arguments;
    const char *position = arguments_value(arguments, "position");
    struct state *state = &p->state.head;
    uint8_t key[CHANCE_KEY_SIZE];
    if (!read_words(p) || !setup_head(arguments, p->game, state))
        return false;
    if (position)
        return setup_position(arguments, p->game, state, position);
    if (!setup_key(arguments, key))
        return false;
    if (state->seats == 0)
        state->seats = p->game->seats_min;
    game_deal(p->game, state, key);
    return true;
}

static int run_perft(const struct arguments *arguments)
{
    static struct perft perft;
    uint64_t nodes;
    perft.arguments = arguments;
    perft.divide = arguments_has(arguments, "divide");
    perft.progress = isatty(STDERR_FILENO) == 1;
    if (!prepare(&perft))
        return STATUS_USAGE;
    int64_t start = system_millis();
    perft.told_ms = start;
    if (!count_root(&perft, &nodes))
        return STATUS_FAILED;
    int64_t millis = system_millis() - start;
    int64_t second = (int64_t)nodes * 1000 / (millis > 0 ? millis : 1);
    voice_say(&arguments->out, "cmd.perft.total",
              WITH(word_number("nodes", (int64_t)nodes), word_number("millis", millis),
                   word_number("second", second)));
    return STATUS_OK;
}

static const struct parameter parameters[] = {
    {"game", "GAME", "cmd.perft.game"},
    {"position", "TEXT", "cmd.perft.position"},
    {"option", "NAME=VALUE", "cmd.parameter.option"},
    {"seats", "N", "cmd.parameter.seats"},
    {"key", "HEX", "cmd.parameter.key"},
    {"divide", NULL, "cmd.perft.divide"},
    {NULL, NULL, NULL},
};

const struct command command_perft = {
    .name = "perft",
    .usage = "[GAME] DEPTH [--position TEXT] [--divide]",
    .help = "cmd.perft.help",
    .words_min = 1,
    .words_max = 2,
    .parameters = parameters,
    .run = run_perft,
};
