/* SPDX-License-Identifier: MIT */
/*
 * The Gobblet player.
 *
 *     view ─▶ board, what has been there twice, the moves noticed ─▶ search ─▶ advice
 *
 * With several threads each searches for itself, and they help one another through the table of
 * positions. The first has the say.
 *
 * The lent memory: struct mind, a struct search for each thread, and the table in all the rest.
 */
#include "base/check.h"
#include "bots/gobblet_advice.h"
#include "bots/worlds.h"

extern const struct bot bot_gobblet;

enum {
    STRIDE = 512,         /* moves between looks at the clock: about a tenth of a millisecond */
    NODES_A_MILLI = 8192, /* more than any machine looks at */
    NODES_A_HAND = 10000, /* fewer are not worth a thread */
    MILLIS_MAX = 1 << 20, /* beyond that the table takes whatever memory there is */
    ENTRIES_A_NODE = 2,   /* so that a small budget need not empty a large table */
    TABLE_ALIGN = 64,
};

struct mind {
    struct evaluator evaluator;
    struct table table;
    const struct question *question;
    struct search *searches;
    int hands, ahead;
    struct budget first, helpers;
    atomic_bool done; /* the first thread has its answer */
    struct moves moves;
};

/* ---- the moves to compare ---- */

static act act_of(const struct gobblet *g, move m)
{
    int from = move_from(m), seat = g->turn;
    int size = move_kind(m) == NEW ? from : size_on(g->tops[seat], from);
    return make_act(move_kind(m), from, move_to(m), move_kind(m) == TOUCH ? 0 : size);
}

/* Touching a gobblet that can move is never better than moving it. */
static void add_moves(const struct gobblet *g, const struct moves *moves, struct search *s)
{
    const struct node *root = &s->path[0];
    for (int i = 0; i < moves->count; i++) {
        act a = act_of(g, moves->list[i]);
        if (move_kind(a) != TOUCH || board_allows(&root->board, &root->look, true, a))
            search_add(s, a);
    }
}

/* In random order, so that nothing else decides between equals. */
static void shuffle(struct search *s, struct search_rng *rng)
{
    for (int i = s->root_count - 1; i > 0; i--) {
        int other = (int)search_rng_below(rng, (uint32_t)i + 1);
        struct root_act root = s->root[i];
        s->root[i] = s->root[other];
        s->root[other] = root;
    }
}

static void set_up(struct mind *mind, struct search *s)
{
    const struct question *question = mind->question;
    const struct gobblet *g = (const struct gobblet *)question->view;
    struct board board = {g->men[g->turn], g->men[!g->turn]};
    s->evaluator = &mind->evaluator;
    s->table = &mind->table;
    search_begin(s, &board, question->view->option[OPTION_TOUCH] != 0);
    search_remember(s, g);
    notice_moves(question, &mind->moves);
    add_moves(g, &mind->moves, s);
    if (s->root_count == 0) { /* it noticed only that it may touch */
        game_legal(question->game, question->view, g->turn, &mind->moves);
        add_moves(g, &mind->moves, s);
    }
    shuffle(s, question->rng);
}

/* A win at once that was noticed needs no search. */
static bool take_win(struct search *s)
{
    const struct node *node = &s->path[0];
    for (int i = 0; i < s->root_count; i++) {
        struct board after = board_after(&node->board, s->root[i].act);
        struct look then = board_look(&after);
        if ((then.full & ALL) != 0 || then.full == 0)
            continue;
        struct root_act win = s->root[i];
        win.score = SCORE_WIN - 1;
        win.depth = 1;
        s->root[i] = s->root[0];
        s->root[0] = win;
        s->line[0][0] = win.act;
        s->line_count[0] = 1;
        return true;
    }
    return false;
}

/* ---- thinking ---- */

static void search_with(void *task, int hand)
{
    struct mind *mind = task;
    struct search *s = &mind->searches[hand];
    search_run(s, hand % 2 == 0 ? 1 : 2, mind->ahead);
    if (hand == 0)
        atomic_store_explicit(&mind->done, true, memory_order_relaxed);
}

/* The threads share the nodes, if these are bounded. The helpers stop with the first one. */
static void search_together(struct mind *mind)
{
    struct search *first = &mind->searches[0];
    mind->first = mind->helpers = mind->question->budget;
    mind->first.nodes /= (uint64_t)mind->hands;
    mind->helpers.nodes /= (uint64_t)mind->hands;
    mind->helpers.stop = &mind->done;
    atomic_store_explicit(&mind->done, false, memory_order_relaxed);
    meter_init(&first->meter, &mind->first, STRIDE);
    for (int hand = 1; hand < mind->hands; hand++) {
        mind->searches[hand] = *first;
        meter_init(&mind->searches[hand].meter, &mind->helpers, STRIDE);
    }
    if (mind->hands == 1)
        search_with(mind, 0);
    else
        mind->question->crew->together(mind->question->crew, search_with, mind);
}

/* More than one only where the time bounds the search (a count of nodes must give the same advice
 * everywhere), there is room, and each has something to do. */
static int count_hands(const struct question *question)
{
    const struct budget *budget = &question->budget;
    size_t room = (question->memory_size - sizeof(struct mind)) / 4 / sizeof(struct search);
    if (!question->crew || (!budget->clock_ms && budget->nodes > 0))
        return 1;
    int hands = question->crew->hands < THREADS_MAX ? question->crew->hands : THREADS_MAX;
    if (budget->nodes > 0 && budget->nodes / NODES_A_HAND < (uint64_t)hands)
        hands = (int)(budget->nodes / NODES_A_HAND);
    hands = room < (size_t)hands ? (int)room : hands;
    return hands > 1 ? hands : 1;
}

static uint64_t entries_wanted(const struct budget *budget, int hands)
{
    uint64_t wanted = UINT64_MAX / ENTRIES_A_NODE;
    if (budget->nodes > 0 && budget->nodes < wanted)
        wanted = budget->nodes;
    if (budget->clock_ms) {
        int64_t millis = budget->deadline_ms - budget->clock_ms();
        millis = millis < 1 ? 1 : millis < MILLIS_MAX ? millis : MILLIS_MAX;
        uint64_t timed = (uint64_t)millis * NODES_A_MILLI * (uint64_t)hands;
        wanted = timed < wanted ? timed : wanted;
    }
    return ENTRIES_A_NODE * wanted;
}

static void lay_out(struct mind *mind, const struct question *question)
{
    mind->question = question;
    mind->hands = count_hands(question);
    mind->ahead = question->skill.ahead ? question->skill.ahead : DEPTH_MAX;
    mind->searches = (struct search *)(void *)(mind + 1);
    size_t used = sizeof *mind + (size_t)mind->hands * sizeof *mind->searches;
    used = (used + TABLE_ALIGN - 1) / TABLE_ALIGN * TABLE_ALIGN;
    table_init(&mind->table, (char *)question->memory + used, question->memory_size - used,
               entries_wanted(&question->budget, mind->hands));
    evaluator_init(&mind->evaluator, &gobblet_weights);
}

static void think(const struct question *question, struct advice *advice)
{
    struct mind *mind = (struct mind *)question->memory;
    lay_out(mind, question);
    struct search *first = &mind->searches[0];
    set_up(mind, first);
    advice->nodes = 0;
    if (!take_win(first)) {
        search_together(mind);
        for (int hand = 0; hand < mind->hands; hand++)
            advice->nodes += mind->searches[hand].meter.nodes;
    }
    gobblet_advise(first, question->view->viewer, advice);
}

static const struct skill levels[LEVELS_COUNT] = {
    [LEVEL_GENTLE] = {.nodes = 20000, .millis = 50, .overlook = 300, .ahead = 1},
    [LEVEL_CASUAL] = {.nodes = 50000, .millis = 100, .overlook = 120, .ahead = 2},
    [LEVEL_CLUB] = {.nodes = 200000, .millis = 300, .ahead = 3},
    [LEVEL_MASTER] = {.nodes = 50000000, .millis = 1000},
};

const struct bot bot_gobblet = {
    .name = "gobblet",
    .memory_min = sizeof(struct mind) + sizeof(struct search) + (1 << 16),
    .levels = levels,
    .usual = {.nodes = 50000000, .millis = 1000},
    .think = think,
};

_Static_assert(sizeof(struct mind) + sizeof(struct search) + (1 << 16) <= BOT_MEMORY_MIN,
               "BOT_MEMORY_MIN");
