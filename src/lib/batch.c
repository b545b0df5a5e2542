/* SPDX-License-Identifier: MIT */
/*
 * Tables side by side. A step looks at all actions before it takes the first; then each table goes
 * on by itself, so that threads can share the work and the result is the same.
 *
 *     action ─▶ a move, or a part of one, or none ─▶ applied ─▶ over? deal the next game
 *            ─▶ the seat to ask ─▶ legal moves ─▶ mask, observation
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "lib/encode.h"
#include "lib/lib.h"
#include "think/crew.h"

enum {
    TABLES_MAX = 1 << 20,
    HISTORY_MAX = 1024,
    CHUNK = 64, /* tables that a thread takes at a time */
    ROOM_MIN = 64,
};

struct batch_table {
    uint64_t seed, round;
    int32_t seat; /* the one to ask; NO_SEAT: over, or cut off */
    int32_t last; /* the one that moved last */
    uint16_t waited;
    bool cut;        /* the game was cut off, and the table waits for a reset */
    uint32_t events; /* that happened in this game */
    uint32_t count, room;
    uint64_t *list; /* legal moves of the seat to ask, if needed and not in the batch's list */
    struct move_parts partial;
};

struct move_list {
    uint64_t *moves;
    size_t count, room;
};

struct kufsa_batch {
    const struct game *game;
    const struct encoding *encoding;
    struct kufsa_setup setup;
    struct kufsa_spec spec;
    int16_t option[OPTIONS_MAX];
    bool lists;   /* the caller chooses from lists */
    bool dealt;   /* reset at least once */
    bool starved; /* ran out of memory in mid-step: unusable */
    size_t stride;
    struct batch_table *tables;
    uint8_t *states;         /* stride bytes each */
    uint8_t *masks;          /* spec.actions bytes each */
    struct event *history;   /* setup.history each, a ring */
    struct moves *moves;     /* scratch, one for each thread */
    struct events *logs;     /* likewise */
    uint32_t *first;         /* of kufsa_lists */
    struct move_list joined; /* the moves of all tables */
    struct move_list next; /* those after this step, so that nothing is copied; not with threads */
    bool direct;           /* moves are listed there at once */
};

static struct state *state_at(const struct kufsa_batch *batch, int table)
{
    return (struct state *)(void *)(batch->states + batch->stride * (size_t)table);
}

/* ---- making one ---- */

static const char *check_setup(const struct kufsa_setup *setup)
{
    if (setup->tables < 1 || setup->tables > TABLES_MAX || setup->history < 0 ||
        setup->history > HISTORY_MAX || setup->threads < 0 || setup->threads > THREADS_MAX ||
        setup->form < KUFSA_FORM_USUAL || setup->form > KUFSA_FORM_LIST || setup->keep < 0 ||
        setup->keep > 1)
        return "library.batch.range";
    return NULL;
}

/* Numbers if each names a whole move; lists if moves take several steps, unless the caller asks
 * otherwise. */
static const struct encoding *choose_encoding(const struct game *game, int form)
{
    const struct encoding *numbers = encoding_find(game, true);
    if (form == KUFSA_FORM_LIST || (form == KUFSA_FORM_USUAL && (!numbers || numbers->stepwise)))
        return encoding_find(game, false);
    return numbers;
}

static int slice_size(const struct slice_row *row, int seats)
{
    return row->per_seat ? row->size * seats : row->size;
}

static void fill_spec(struct kufsa_batch *batch)
{
    struct kufsa_spec *spec = &batch->spec;
    spec->tables = batch->setup.tables;
    spec->seats = batch->setup.seats;
    spec->actions = batch->encoding->actions;
    spec->features = batch->lists ? batch->encoding->features : 0;
    for (const struct slice_row *row = batch->encoding->slices; row->name; row++) {
        spec->observation += slice_size(row, spec->seats);
        spec->slices++;
    }
    if (batch->setup.history > 0) {
        spec->observation += EVENT_BYTES * batch->setup.history;
        spec->slices++;
    }
}

static bool get_memory(struct kufsa_batch *batch)
{
    size_t tables = (size_t)batch->spec.tables, history = (size_t)batch->setup.history;
    size_t threads = (size_t)(batch->setup.threads > 1 ? batch->setup.threads : 1);
    batch->stride = (batch->game->state_size + 63u) / 64 * 64;
    if (tables > SIZE_MAX / batch->stride || history > (SIZE_MAX - 1) / tables)
        return false;
    batch->tables = calloc(tables, sizeof *batch->tables);
    batch->states = aligned_alloc(64, tables * batch->stride);
    batch->masks = calloc(tables, (size_t)batch->spec.actions + 1);
    batch->history = calloc(tables * history + 1, sizeof *batch->history);
    batch->moves = malloc(threads * sizeof *batch->moves);
    batch->logs = malloc(threads * sizeof *batch->logs);
    batch->first = calloc(tables + 1, sizeof *batch->first);
    return batch->tables && batch->states && batch->masks && batch->history && batch->moves &&
           batch->logs && batch->first;
}

const char *kufsa_batch_new(const struct kufsa_setup *setup, struct kufsa_batch **out)
{
    const struct game *game = setup ? lib_game(setup->game) : NULL;
    union any_state head;
    if (!setup || !out)
        return "library.argument.null";
    const char *reason = game ? check_setup(setup) : "library.game.unknown";
    if (reason)
        return reason;
    int seats = setup->seats == 0 ? game->seats_min : setup->seats;
    reason = lib_setting(setup->game, seats, setup->options, false, &game, &head.head);
    if (reason)
        return reason;
    const struct encoding *encoding = choose_encoding(game, setup->form);
    if (!encoding)
        return "library.batch.numbers";
    struct kufsa_batch *batch = calloc(1, sizeof *batch);
    if (!batch)
        return "library.memory.none";
    batch->game = game;
    batch->encoding = encoding;
    batch->setup = *setup;
    batch->setup.seats = seats;
    batch->setup.game = batch->setup.options = NULL; /* the caller's strings may go */
    if (setup->plies == 0 || setup->plies > game->plies_max)
        batch->setup.plies = game->plies_max;
    batch->lists = encoding->actions == 0;
    batch->direct = batch->lists && setup->threads <= 1;
    memcpy(batch->option, head.head.option, sizeof batch->option);
    fill_spec(batch);
    if (!get_memory(batch)) {
        kufsa_batch_free(batch);
        return "library.memory.none";
    }
    for (int i = 0; i < setup->tables; i++)
        batch->tables[i].seed = (uint64_t)i; /* so that no two play the same game */
    *out = batch;
    return NULL;
}

void kufsa_batch_free(struct kufsa_batch *batch)
{
    if (!batch)
        return;
    for (int i = 0; batch->tables && i < batch->spec.tables; i++)
        free(batch->tables[i].list);
    free(batch->tables);
    free(batch->states);
    free(batch->masks);
    free(batch->history);
    free(batch->moves);
    free(batch->logs);
    free(batch->first);
    free(batch->joined.moves);
    free(batch->next.moves);
    free(batch);
}

const char *kufsa_batch_spec(const struct kufsa_batch *batch, struct kufsa_spec *spec)
{
    if (!batch || !spec)
        return "library.argument.null";
    *spec = batch->spec;
    return NULL;
}

const char *kufsa_batch_slice(const struct kufsa_batch *batch, int index, struct kufsa_slice *slice)
{
    int at = 0;
    if (!batch || !slice)
        return "library.argument.null";
    if (index < 0 || index >= batch->spec.slices)
        return "library.batch.range";
    for (const struct slice_row *row = batch->encoding->slices; row->name; row++) {
        int size = slice_size(row, batch->spec.seats);
        if (index-- == 0) {
            *slice = (struct kufsa_slice){row->name, row->about, at, size};
            return NULL;
        }
        at += size;
    }
    *slice = (struct kufsa_slice){"history", "the last events as the seat saw them, newest first",
                                  at, batch->spec.observation - at};
    return NULL;
}

/* ---- one table ---- */

/* What happens at one table in one step; the same for every thread but for its scratch. */
struct batch_work {
    struct kufsa_batch *batch;
    const struct kufsa_out *out;
    const uint64_t *seeds;
    const uint8_t *which;
    const int32_t *actions; /* NULL: a reset */
    atomic_int next;
    atomic_bool starved;
};

static void observe(const struct kufsa_batch *batch, int index, int seat, uint8_t *out)
{
    const struct batch_table *table = &batch->tables[index];
    const struct state *state = state_at(batch, index);
    memset(out, 0, (size_t)batch->spec.observation);
    const struct move_parts *partial = batch->encoding->stepwise ? &table->partial : NULL;
    out = batch->encoding->observe(batch->game, state, seat, partial, out);
    uint32_t kept = (uint32_t)batch->setup.history;
    uint32_t count = table->events < kept ? table->events : kept;
    const struct event *ring = batch->history + (size_t)index * kept;
    for (uint32_t i = 0; i < count; i++, out += EVENT_BYTES)
        encode_event(state, &ring[(table->events - 1 - i) % kept], seat, out);
}

/* The seat to ask. */
static int choose_seat(const struct kufsa_batch *batch, const struct state *state,
                       const struct batch_table *table)
{
    if ((state->actors & (state->actors - 1)) == 0)
        return __builtin_ctz(state->actors);
    if (batch->encoding->ask)
        return batch->encoding->ask(state, table->last, table->waited);
    int seat = table->last;
    while (!state_acts(state, seat))
        seat = seat + 1 < state->seats ? seat + 1 : 0;
    return seat;
}

static bool keep_list(struct batch_table *table, const move *list, int count)
{
    if (table->room < (uint32_t)count) {
        uint32_t room = table->room > 0 ? table->room : ROOM_MIN;
        while (room < (uint32_t)count)
            room *= 2;
        uint64_t *larger = realloc(table->list, room * sizeof *larger);
        if (!larger)
            return false;
        table->list = larger;
        table->room = room;
    }
    memcpy(table->list, list, (size_t)count * sizeof *list);
    table->count = (uint32_t)count;
    return true;
}

/* Space for more moves at the end. */
static bool list_grow(struct move_list *list, size_t more)
{
    size_t wanted = list->count + more;
    if (wanted <= list->room)
        return true;
    if (wanted > UINT32_MAX) /* first[] could not say where they are */
        return false;
    uint64_t *larger = realloc(list->moves, 2 * wanted * sizeof *larger);
    if (!larger)
        return false;
    list->moves = larger;
    list->room = 2 * wanted;
    return true;
}

/* The legal moves of a table. */
static const uint64_t *moves_of(const struct kufsa_batch *batch, int index)
{
    return batch->direct ? batch->joined.moves + batch->first[index] : batch->tables[index].list;
}

/* Puts a table's moves behind those of the tables before it, or those it had (`same`). */
static bool list_next(struct kufsa_batch *batch, int index, bool same)
{
    struct batch_table *table = &batch->tables[index];
    struct move_list *next = &batch->next;
    if (!list_grow(next, MOVES_MAX))
        return false;
    uint64_t *moves = next->moves + next->count;
    if (same)
        memcpy(moves, moves_of(batch, index), table->count * sizeof *moves);
    else if (table->seat == NO_SEAT)
        table->count = 0;
    else
        table->count = (uint32_t)batch->game->legal(state_at(batch, index), table->seat, moves);
    batch->first[index] = (uint32_t)next->count;
    next->count += table->count;
    return true;
}

static void set_mask(const struct kufsa_batch *batch, int index, const struct asked *asked)
{
    size_t actions = (size_t)batch->spec.actions;
    uint8_t *mask = batch->masks + actions * (size_t)index;
    memset(mask, 0, actions);
    if (asked->seat != NO_SEAT)
        batch->encoding->mask(asked, mask);
}

/* Chooses the seat to ask and works out what it may do. In mid-move the list stays. */
static bool ask_seat(struct kufsa_batch *batch, int index, struct moves *moves, bool same)
{
    struct batch_table *table = &batch->tables[index];
    const struct state *state = state_at(batch, index);
    struct asked asked = {.state = state, .partial = &table->partial};
    bool kept = batch->lists || batch->encoding->stepwise;
    if (!same) {
        bool ended = table->cut || state_over(state);
        table->seat = ended ? NO_SEAT : choose_seat(batch, state, table);
    }
    if (batch->direct)
        return list_next(batch, index, same);
    if (!same) {
        moves->count = 0;
        if (table->seat != NO_SEAT)
            moves->count = batch->game->legal(state, table->seat, moves->list);
        if (kept && !keep_list(table, moves->list, moves->count))
            return false;
    }
    asked.seat = table->seat;
    asked.list = kept ? table->list : moves->list;
    asked.count = kept ? (int)table->count : moves->count;
    if (!batch->lists)
        set_mask(batch, index, &asked);
    return true;
}

static void deal(struct kufsa_batch *batch, int index)
{
    struct batch_table *table = &batch->tables[index];
    struct state *state = state_at(batch, index);
    uint8_t key[CHANCE_KEY_SIZE];
    kufsa_key(table->seed, table->round, key);
    game_init(batch->game, state, batch->spec.seats);
    memcpy(state->option, batch->option, sizeof batch->option);
    game_deal(batch->game, state, key);
    table->last = 0;
    table->waited = 0;
    table->cut = false;
    table->events = 0;
    table->partial = (struct move_parts){0};
}

/* ---- a step of one table ---- */

static void remember(const struct kufsa_batch *batch, int index, const struct events *log)
{
    struct batch_table *table = &batch->tables[index];
    uint32_t kept = (uint32_t)batch->setup.history;
    struct event *ring = batch->history + (size_t)index * kept;
    for (int i = 0; i < log->count; i++)
        ring[table->events++ % kept] = log->list[i];
}

static void play(const struct kufsa_batch *batch, int index, move m, struct events *log)
{
    struct batch_table *table = &batch->tables[index];
    struct state *state = state_at(batch, index);
    bool logs = batch->setup.history > 0;
    log->count = 0;
    batch->game->apply(state, table->seat, m, logs ? log : NULL);
    CHECK((state->flags & STATE_DRY) == 0);
    if (logs)
        remember(batch, index, log);
    table->last = table->seat;
    table->waited = 0;
    table->partial = (struct move_parts){0};
}

/* Each first place has its share of one win; the rewards add up to 0. */
static void reward(const struct game *game, const struct state *state, float *out)
{
    struct outcome outcome;
    int winners = 0, seats = state->seats;
    game->tally(state, &outcome);
    for (int seat = 0; seat < seats; seat++)
        winners += outcome.place[seat] == 1;
    for (int seat = 0; seat < seats; seat++) {
        float share = outcome.place[seat] == 1 ? 1.0F / (float)winners : 0;
        out[seat] = ((float)seats * share - 1) / (float)(seats - 1);
    }
}

/* The move that the action means, or 0; then *next is what has been done of one. */
static move take_action(const struct kufsa_batch *batch, int index, int action,
                        struct move_parts *next)
{
    const struct batch_table *table = &batch->tables[index];
    if (batch->lists)
        return moves_of(batch, index)[action];
    struct asked asked = {state_at(batch, index), table->seat, table->list, (int)table->count,
                          &table->partial};
    return batch->encoding->take(&asked, action, next);
}

/* Returns whether the seat is still in mid-move. */
static bool act(struct kufsa_batch *batch, int index, int action, struct events *log)
{
    struct batch_table *table = &batch->tables[index];
    struct move_parts next = {0};
    move m = take_action(batch, index, action, &next);
    if (m != 0) {
        play(batch, index, m, log);
        return false;
    }
    table->partial = next;
    table->waited |= (uint16_t)(batch->encoding->stepwise ? 0 : 1u << table->seat);
    return batch->encoding->stepwise;
}

/* The game has ended or gone on too long: reports the result and, unless setup.keep is set, deals
 * the next one. */
static void end_game(struct kufsa_batch *batch, int index, bool over, const struct kufsa_out *out)
{
    size_t row = (size_t)index;
    if (over && out->reward)
        reward(batch->game, state_at(batch, index), out->reward + row * (size_t)batch->spec.seats);
    if (out->terminated)
        out->terminated[row] = over;
    if (out->truncated)
        out->truncated[row] = !over;
    if (out->last)
        observe(batch, index, batch->tables[index].last,
                out->last + row * (size_t)batch->spec.observation);
    if (batch->setup.keep) {
        batch->tables[index].cut = !over;
        return;
    }
    batch->tables[index].round++;
    deal(batch, index);
}

static void clear_row(const struct kufsa_batch *batch, int index, const struct kufsa_out *out)
{
    size_t seats = (size_t)batch->spec.seats;
    if (out->reward)
        memset(out->reward + (size_t)index * seats, 0, seats * sizeof *out->reward);
    if (out->terminated)
        out->terminated[index] = 0;
    if (out->truncated)
        out->truncated[index] = 0;
}

/* Tells the caller which seat to ask, and what it sees. */
static void show(const struct kufsa_batch *batch, int index, const struct kufsa_out *out)
{
    const struct batch_table *table = &batch->tables[index];
    if (out->seat)
        out->seat[index] = table->seat;
    if (out->observation)
        observe(batch, index, table->seat == NO_SEAT ? table->last : table->seat,
                out->observation + (size_t)batch->spec.observation * (size_t)index);
}

/* Nothing happens at this table. */
static bool leave(struct kufsa_batch *batch, int index)
{
    return !batch->direct || list_next(batch, index, true);
}

static bool take_step(struct batch_work *work, int index, struct moves *moves, struct events *log)
{
    struct kufsa_batch *batch = work->batch;
    bool same = act(batch, index, work->actions[index], log);
    const struct state *state = state_at(batch, index);
    if (state_over(state) || state->ply >= batch->setup.plies) {
        end_game(batch, index, state_over(state), work->out);
        same = false;
    }
    return ask_seat(batch, index, moves, same);
}

static bool step_table(struct batch_work *work, int index, struct moves *moves, struct events *log)
{
    bool waits = work->batch->tables[index].seat == NO_SEAT;
    clear_row(work->batch, index, work->out);
    if (waits ? !leave(work->batch, index) : !take_step(work, index, moves, log))
        return false;
    show(work->batch, index, work->out);
    return true;
}

static bool reset_table(struct batch_work *work, int index, struct moves *moves)
{
    struct kufsa_batch *batch = work->batch;
    struct batch_table *table = &batch->tables[index];
    const bool dealt = !work->which || work->which[index];
    clear_row(batch, index, work->out);
    if (dealt && work->seeds) {
        table->seed = work->seeds[index];
        table->round = 0;
    } else if (dealt && batch->dealt) {
        table->round++;
    }
    if (dealt)
        deal(batch, index);
    if (dealt ? !ask_seat(batch, index, moves, false) : !leave(batch, index))
        return false;
    show(batch, index, work->out);
    return true;
}

/* ---- all tables ---- */

static void work_on(void *task, int hand)
{
    struct batch_work *work = task;
    struct kufsa_batch *batch = work->batch;
    struct moves *moves = &batch->moves[hand];
    int from;
    while ((from = atomic_fetch_add(&work->next, CHUNK)) < batch->spec.tables) {
        int to = from + CHUNK < batch->spec.tables ? from + CHUNK : batch->spec.tables;
        for (int i = from; i < to; i++) {
            bool fine = work->actions ? step_table(work, i, moves, &batch->logs[hand])
                                      : reset_table(work, i, moves);
            if (!fine)
                atomic_store(&work->starved, true);
        }
    }
}

/* Puts the lists of all tables one after another, or takes those that already are. */
static bool join_lists(struct kufsa_batch *batch)
{
    const int tables = batch->spec.tables;
    if (batch->direct) {
        struct move_list last = batch->joined;
        batch->joined = batch->next;
        batch->next = last;
        batch->first[tables] = (uint32_t)batch->joined.count;
        return true;
    }
    struct move_list *joined = &batch->joined;
    joined->count = 0;
    for (int i = 0; i < tables; i++) {
        const struct batch_table *table = &batch->tables[i];
        if (!list_grow(joined, table->count))
            return false;
        if (table->count > 0)
            memcpy(joined->moves + joined->count, table->list, table->count * sizeof *table->list);
        batch->first[i] = (uint32_t)joined->count;
        joined->count += table->count;
    }
    batch->first[tables] = (uint32_t)joined->count;
    return true;
}

static const char *do_all(struct kufsa_batch *batch, struct batch_work *work)
{
    struct crew crew;
    int threads = batch->setup.threads;
    batch->next.count = 0;
    if (threads > 1 && batch->spec.tables > CHUNK) {
        crew_init(&crew, threads);
        crew.together(&crew, work_on, work);
    } else {
        work_on(work, 0);
    }
    batch->dealt = true;
    batch->starved = atomic_load(&work->starved) || (batch->lists && !join_lists(batch));
    if (batch->starved)
        return "library.memory.none";
    if (work->out->mask && !batch->lists)
        memcpy(work->out->mask, batch->masks,
               (size_t)batch->spec.actions * (size_t)batch->spec.tables);
    return NULL;
}

/* Has the batch been dealt, and is it whole? */
static const char *check_ready(const struct kufsa_batch *batch)
{
    if (!batch)
        return "library.argument.null";
    if (batch->starved)
        return "library.memory.none";
    return batch->dealt ? NULL : "library.batch.undealt";
}

const char *kufsa_batch_reset(struct kufsa_batch *batch, const uint64_t *seeds,
                              const uint8_t *which, const struct kufsa_out *out)
{
    if (!batch || !out)
        return "library.argument.null";
    if (which && !batch->dealt)
        return "library.batch.undealt";
    if (batch->starved)
        return "library.memory.none";
    struct batch_work work = {.batch = batch, .out = out, .seeds = seeds, .which = which};
    return do_all(batch, &work);
}

static bool is_legal(const struct kufsa_batch *batch, int index, int32_t action)
{
    const struct batch_table *table = &batch->tables[index];
    if (action < 0)
        return false;
    if (batch->lists)
        return (uint32_t)action < table->count;
    size_t actions = (size_t)batch->spec.actions;
    return action < batch->spec.actions && batch->masks[actions * (size_t)index + (size_t)action];
}

const char *kufsa_batch_step(struct kufsa_batch *batch, const int32_t *actions,
                             const struct kufsa_out *out, int *table)
{
    const char *reason = check_ready(batch);
    if (reason)
        return reason;
    if (!actions || !out)
        return "library.argument.null";
    for (int i = 0; i < batch->spec.tables; i++) {
        if (batch->tables[i].seat == NO_SEAT || is_legal(batch, i, actions[i]))
            continue;
        if (table)
            *table = i;
        return "library.move.illegal";
    }
    struct batch_work work = {.batch = batch, .out = out, .actions = actions};
    return do_all(batch, &work);
}

/* ---- looking at tables ---- */

const char *kufsa_batch_lists(const struct kufsa_batch *batch, struct kufsa_lists *lists)
{
    const char *reason = check_ready(batch);
    if (reason)
        return reason;
    if (!lists)
        return "library.argument.null";
    if (!batch->lists)
        return "library.batch.numbers";
    *lists =
        (struct kufsa_lists){batch->first, batch->joined.moves, batch->first[batch->spec.tables]};
    return NULL;
}

const char *kufsa_batch_features(const struct kufsa_batch *batch, uint8_t *features)
{
    struct kufsa_lists lists;
    const char *reason = kufsa_batch_lists(batch, &lists);
    if (reason)
        return reason;
    if (!features)
        return "library.argument.null";
    for (int i = 0; i < batch->spec.tables; i++)
        for (uint32_t at = lists.first[i]; at < lists.first[i + 1]; at++)
            batch->encoding->describe(batch->game, state_at(batch, i), batch->tables[i].seat,
                                      lists.moves[at],
                                      features + (size_t)at * (size_t)batch->spec.features);
    return NULL;
}

static const char *check_table(const struct kufsa_batch *batch, int table)
{
    const char *reason = check_ready(batch);
    if (reason)
        return reason;
    return table < 0 || table >= batch->spec.tables ? "library.batch.range" : NULL;
}

const char *kufsa_batch_move(const struct kufsa_batch *batch, int table, int action, uint64_t *code)
{
    struct move_parts next = {0};
    const char *reason = check_table(batch, table);
    if (reason)
        return reason;
    if (!code)
        return "library.argument.null";
    if (batch->tables[table].seat == NO_SEAT)
        return "game.move.over";
    if (!is_legal(batch, table, action))
        return "library.move.illegal";
    *code = take_action(batch, table, action, &next);
    return NULL;
}

const char *kufsa_batch_observe(const struct kufsa_batch *batch, int table, int seat,
                                uint8_t *observation)
{
    const char *reason = check_table(batch, table);
    if (reason)
        return reason;
    if (!observation)
        return "library.argument.null";
    if (seat < 0 || seat >= batch->spec.seats)
        return "game.seat.range";
    observe(batch, table, seat, observation);
    return NULL;
}

const char *kufsa_batch_position(const struct kufsa_batch *batch, int table, int viewer,
                                 struct kufsa_position **out)
{
    union any_state view;
    const char *reason = check_table(batch, table);
    if (reason)
        return reason;
    if (!out)
        return "library.argument.null";
    const struct state *state = state_at(batch, table);
    if (viewer == TRUTH)
        return lib_give(batch->game, state, out);
    if (viewer != SPECTATOR && (viewer < 0 || viewer >= batch->spec.seats))
        return "game.seat.range";
    game_observe(batch->game, state, viewer, &view.head);
    return lib_give(batch->game, &view.head, out);
}
