/* SPDX-License-Identifier: MIT */
/*
 * Gobblet, rules G1–G14 and rulings GR1–GR12 of docs/rules/gobblet.en.md.
 *
 *             touch (G12)                 no move for it (GR5)
 *     turn ──────────────▶ touched ─┐   ┌──────────────────────▶ the other's turn
 *      │                            ▼   │
 *      └───────────────────────▶ one gobblet played ─▶ judged (GR2, GR4) ─▶ the other's turn,
 *                                                                           or over
 *
 * Invariants
 *   1. A bit of `men` is one gobblet: 16 bits a size, one a square. Sizes on a square are all
 *      different, since only a larger gobblet covers, so this gives every stack and its order.
 *   2. `tops` is the visible part of `men`; every move updates it.
 *   3. The reserves follow from the board: a stack gives up its sizes from 4 to 1, so of each size
 *      at least as many are on the board as of the next smaller one.
 *   4. `history` holds the board moves since the last new gobblet. No earlier position can recur,
 *      because its reserve was larger. A position has occurred before when the moves since then
 *      cancel out, so keeping the moves is enough, and there is no hash that could collide.
 *
 * A viewer knows everything (GR7).
 */
#include <string.h>

#include "base/check.h"
#include "rules/gobblet.h"

enum result { GOING, WHITE_WON, BLACK_WON, DRAWN };

enum {
    REPEATS_FROM = 4,     /* turns: two rounds of lost turns show a position a third time */
    PLIES_OF_ONE = 65535, /* far more than any seen: docs/decisions/004-gobblet-history.md */
};

enum { CORE_SIZE = offsetof(struct gobblet, history) };

_Static_assert(CORE_SIZE == 64, "no padding, one cache line");
_Static_assert(sizeof(struct gobblet) <= STATE_MAX, "STATE_MAX");

/* ---- the board ---- */

/* Puts down and lifts gobblets of one colour. It works on values and stores them once: reading back
 * what was just stored would be the greatest cost here. */
static void change(struct gobblet *g, int colour, uint64_t men)
{
    uint64_t mine = g->men[colour] ^ men, theirs = g->men[!colour], all = mine | theirs;
    uint64_t covered = all >> 16 | all >> 32 | all >> 48;
    g->men[colour] = mine;
    g->tops[colour] = mine & ~covered;
    g->tops[!colour] = theirs & ~covered;
}

/* G9, GR1: nonzero in the lower half if `a` shows all of one of the ten lines, in the upper half
 * if `b` does. Checks both at once, since every move is judged for both. */
static unsigned full_lines(uint64_t a, uint64_t b)
{
    unsigned shown = squares(a) | squares(b) << 16;
    unsigned row = shown & shown >> 1, column = shown & shown >> SIDE;
    unsigned rising = shown & shown >> (SIDE + 1), falling = shown & shown >> (SIDE - 1);
    return (row & row >> 2 & 0x11111111) | (column & column >> 2 * SIDE & 0x000f000f) |
           (rising & rising >> 2 * (SIDE + 1) & 0x00010001) |
           (falling & falling >> 2 * (SIDE - 1) & 0x00080008);
}

/* Which bits of `starts` begin a line of four, in steps of `apart`, with at least three set? */
static unsigned three_of_four(unsigned shown, int apart, unsigned starts)
{
    unsigned a = shown, b = shown >> apart, c = shown >> 2 * apart, d = shown >> 3 * apart;
    return ((a & b & (c | d)) | (c & d & (a | b))) & starts;
}

/* G6, GR1: the squares that show this colour in every line that shows three of it. */
static unsigned in_threes(unsigned shown)
{
    unsigned lines = three_of_four(shown, 1, 0x1111) * 0x000f;
    lines |= three_of_four(shown, SIDE, 0x000f) * 0x1111;
    lines |= three_of_four(shown, SIDE + 1, 0x0001) * 0x8421;
    lines |= three_of_four(shown >> (SIDE - 1), SIDE - 1, 0x0001) * 0x1248;
    return lines & shown;
}

/* G9, GR1: the squares of every line that shows four of this colour. */
static unsigned in_fours(unsigned shown)
{
    static const uint16_t lines[] = {0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111,
                                     0x2222, 0x4444, 0x8888, 0x8421, 0x1248};
    unsigned full = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if ((shown & lines[i]) == lines[i])
            full |= lines[i];
    return full;
}

/* Does this player have a stack whose outermost gobblet has this size (G3, invariant 3)? */
static bool in_reserve(const struct gobblet *g, int colour, int size)
{
    int played = __builtin_popcount(of_size(g->men[colour], size));
    int larger = size + 1 < SIZES ? __builtin_popcount(of_size(g->men[colour], size + 1)) : OF_EACH;
    return played < larger;
}

/* G7, G8: squares that are empty or show something smaller. A gobblet's own square never is
 * (GR3). */
static unsigned open_to(const struct gobblet *g, int size)
{
    return ~squares((g->men[WHITE] | g->men[BLACK]) >> 16 * size) & ALL;
}

/* The squares whose gobblet a new one may cover if it is larger: any (GR11), or those of G6. A
 * line of three of the opponent's shows only the opponent's gobblets, so GR8 follows. */
static unsigned coverable(const struct gobblet *g)
{
    bool free_reserve = g->head.option[OPTION_RESERVE] == RESERVE_FREE;
    return free_reserve ? ALL : in_threes(squares(g->tops[!g->turn]));
}

/* G5, G6, GR11: where a new gobblet may go. */
static unsigned open_to_new(const struct gobblet *g, int size)
{
    unsigned taken = squares(g->men[WHITE] | g->men[BLACK]);
    return (~taken & ALL) | (coverable(g) & open_to(g, size));
}

/* ---- deal, legal, apply ---- */

static void deal(struct state *state, struct chance *chance)
{
    struct gobblet *g = (struct gobblet *)state;
    (void)chance; /* the game has no chance */
    g->turn = WHITE;
    state->actors = 1 << WHITE;
    state->size = CORE_SIZE;
}

static move *emit(move *out, enum gobblet_kind kind, int from, unsigned targets)
{
    for (; targets; targets &= targets - 1)
        *out++ = make_move(kind, from, __builtin_ctz(targets));
    return out;
}

static move *emit_shifts(const struct gobblet *g, int from, move *out)
{
    return emit(out, SHIFT, from, open_to(g, size_on(g->tops[g->turn], from)));
}

/* The number of moves legal() lists, without making them. */
static int count(const struct gobblet *g)
{
    uint64_t tops = g->tops[g->turn];
    if (g->touched)
        return __builtin_popcount(open_to(g, size_on(tops, g->touched - 1)));
    unsigned taken = squares(g->men[WHITE] | g->men[BLACK]);
    unsigned covers = coverable(g);
    int total = g->head.option[OPTION_TOUCH] ? __builtin_popcount(squares(tops)) : 0;
    for (int size = 0; size < SIZES; size++) {
        unsigned open = open_to(g, size);
        total += __builtin_popcount(of_size(tops, size)) * __builtin_popcount(open);
        if (in_reserve(g, g->turn, size))
            total += __builtin_popcount((~taken & ALL) | (covers & open));
    }
    return total;
}

static int legal(const struct state *state, int seat, move *out)
{
    const struct gobblet *g = (const struct gobblet *)state;
    move *first = out;
    if (!state_acts(state, seat))
        return 0;
    if (!out)
        return count(g);
    if (g->touched)
        return (int)(emit_shifts(g, g->touched - 1, out) - first);
    for (int size = 0; size < SIZES; size++)
        if (in_reserve(g, seat, size))
            out = emit(out, NEW, size, open_to_new(g, size));
    unsigned mine = squares(g->tops[seat]);
    for (unsigned left = mine; left; left &= left - 1)
        out = emit_shifts(g, __builtin_ctz(left), out);
    if (state->option[OPTION_TOUCH]) /* GR9: any visible gobblet of one's own */
        for (unsigned left = mine; left; left &= left - 1)
            *out++ = make_move(TOUCH, __builtin_ctz(left), 0);
    CHECK(out > first); /* GR5 */
    return (int)(out - first);
}

static struct place on_board(int square)
{
    return (struct place){ZONE_BOARD, NO_SEAT, (int8_t)(square % SIDE), (int8_t)(square / SIDE)};
}

static int piece_code(int colour, int size)
{
    return 1 + colour * SIZES + size;
}

/* The outermost size of each of a player's stacks, descending, 0 for an empty one (G3). */
static void read_reserve(const struct gobblet *g, int colour, int outermost[STACKS])
{
    for (int stack = 0; stack < STACKS; stack++) {
        outermost[stack] = SIZES;
        for (int size = 0; size < SIZES; size++)
            if (__builtin_popcount(of_size(g->men[colour], size)) >= STACKS - stack)
                outermost[stack]--;
    }
}

static struct place in_stack(const struct gobblet *g, int colour, int size)
{
    int outermost[STACKS], stack = 0;
    read_reserve(g, colour, outermost);
    while (outermost[stack] != size + 1)
        CHECK(++stack < STACKS);
    return (struct place){ZONE_RESERVE, (int8_t)colour, (int8_t)stack, 0};
}

static void remember(struct gobblet *g, int size, int from, int to)
{
    if (g->head.flags & STATE_FORGETFUL) {
        g->past = 0;
        return;
    }
    if (g->past == HISTORY_MAX) {
        g->past = HISTORY_MAX / 2;
        memmove(g->history, g->history + HISTORY_MAX / 2, sizeof g->history / 2);
    }
    g->history[g->past++] = (uint16_t)(g->turn << 10 | size << 8 | from << 4 | to);
}

/* GR4: has the position after the moves in history occurred twice before? */
static bool third_time(const struct gobblet *g)
{
    uint64_t moved[2] = {0, 0};
    int times = 1;
    for (int back = 1; back <= g->past; back++) {
        int entry = g->history[g->past - back], size = entry >> 8 & 3;
        moved[entry >> 10] ^= man(size, entry >> 4 & 15) ^ man(size, entry & 15);
        if (back % 2 == 0 && (moved[WHITE] | moved[BLACK]) == 0)
            times++;
    }
    return times >= 3;
}

static enum result won_by(int colour)
{
    return colour == WHITE ? WHITE_WON : BLACK_WON;
}

/* GR2: the side to move next is judged first. */
static enum result judge(const struct gobblet *g, int next)
{
    unsigned full = full_lines(g->tops[next], g->tops[!next]);
    if (full)
        return won_by(full & ALL ? next : !next);
    return g->past >= REPEATS_FROM && third_time(g) ? DRAWN : GOING;
}

static void begin_turn(struct gobblet *g, int colour)
{
    enum result result = judge(g, colour);
    g->touched = 0;
    g->turn = (uint8_t)colour;
    g->result = (uint8_t)result;
    g->head.size = (uint16_t)(CORE_SIZE + g->past * sizeof *g->history);
    g->head.actors = result == GOING ? (uint16_t)(1 << colour) : 0;
}

static void log_move(const struct gobblet *g, move m, struct events *log)
{
    bool new = move_kind(m) == NEW;
    int from = move_from(m), size = new ? from : size_on(g->tops[g->turn], from);
    struct event event = {.kind = EVENT_TOUCH,
                          .seat = (int8_t)g->turn,
                          .seen = SEEN_BY_ALL,
                          .piece = (int16_t)piece_code(g->turn, size),
                          .to = on_board(from)};
    if (move_kind(m) != TOUCH) {
        event.kind = EVENT_MOVE;
        event.from = new ? in_stack(g, g->turn, size) : on_board(from);
        event.to = on_board(move_to(m));
    }
    events_add(log, event);
}

/* After the turn: what a lifted gobblet revealed, a lost turn, the end. */
static void log_outcome(const struct gobblet *g, move m, struct events *log)
{
    int from = move_from(m);
    for (int colour = WHITE; colour <= BLACK; colour++) {
        int size = size_on(g->tops[colour], from);
        if (move_kind(m) == SHIFT && size >= 0)
            events_add(log, (struct event){.kind = EVENT_SHOW,
                                           .seat = (int8_t)colour,
                                           .seen = SEEN_BY_ALL,
                                           .piece = (int16_t)piece_code(colour, size),
                                           .to = on_board(from)});
    }
    if (move_kind(m) == TOUCH)
        events_add(log, (struct event){.kind = EVENT_LOSE_TURN, .seat = (int8_t)!g->turn});
    if (state_over(&g->head))
        events_add(log, (struct event){.kind = EVENT_OVER, .seat = NO_SEAT});
}

static void apply(struct state *state, int seat, move m, struct events *log)
{
    struct gobblet *g = (struct gobblet *)state;
    int from = move_from(m), to = move_to(m), size;
    state->ply++;
    if (log)
        log_move(g, m, log);
    switch (move_kind(m)) {
    case NEW:
        change(g, seat, man(from, to));
        g->past = 0;
        break;
    case SHIFT:
        size = size_on(g->tops[seat], from);
        change(g, seat, man(size, from) ^ man(size, to));
        remember(g, size, from, to);
        break;
    case TOUCH:
        if (open_to(g, size_on(g->tops[seat], from))) {
            g->touched = (uint8_t)(from + 1);
            return; /* the turn continues */
        }
        remember(g, 0, from, from); /* GR5: the turn is lost; GR9: this counts as an occurrence */
        break;
    }
    begin_turn(g, !seat);
    if (log)
        log_outcome(g, m, log);
}

static int32_t gain(const struct state *state, int seat, move m)
{
    (void)state, (void)seat, (void)m;
    return 0; /* no points */
}

static void tally(const struct state *state, struct outcome *outcome)
{
    const struct gobblet *g = (const struct gobblet *)state;
    outcome->scored = false;
    for (int seat = WHITE; seat <= BLACK; seat++) {
        bool lost = g->result == won_by(!seat);
        outcome->score[seat] = 0;
        outcome->place[seat] = lost ? 2 : 1;
    }
}

/* ---- views ---- */

static void observe(const struct state *state, int viewer, struct state *view)
{
    (void)viewer; /* GR7: everybody knows everything */
    memcpy((char *)view + sizeof *view, (const char *)state + sizeof *state,
           state->size - sizeof *state);
    view->size = state->size;
}

static void imagine(struct state *view, struct search_rng *rng)
{
    (void)rng;
    view->viewer = TRUTH;
}

/* ---- screens ---- */

static int scene(const struct state *state, struct item *out)
{
    const struct gobblet *g = (const struct gobblet *)state;
    const uint64_t *shown = state->option[OPTION_PEEK] ? g->men : g->tops;
    struct item *first = out;
    for (int square = 0; square < SQUARES; square++)
        for (int size = 0; size < SIZES; size++)
            for (int colour = WHITE; colour <= BLACK; colour++)
                if (shown[colour] & man(size, square))
                    *out++ = (struct item){on_board(square), (int16_t)piece_code(colour, size), 1};
    for (int colour = WHITE; colour <= BLACK; colour++) {
        int outermost[STACKS];
        read_reserve(g, colour, outermost);
        for (int stack = 0; stack < STACKS; stack++)
            if (outermost[stack] > 0) /* those nested inside count, but are not visible */
                *out++ = (struct item){{ZONE_RESERVE, (int8_t)colour, (int8_t)stack, 0},
                                       (int16_t)piece_code(colour, outermost[stack] - 1),
                                       (int16_t)outermost[stack]};
    }
    return (int)(out - first);
}

/* The squares where one of `targets` wins for this player: four in a row, none shown to the other
 * (GR2). `lifted` is where the gobblet comes from, or 0. */
static unsigned wins_at(const struct gobblet *g, int colour, int size, uint64_t lifted,
                        unsigned targets)
{
    unsigned found = 0;
    for (; targets; targets &= targets - 1) {
        struct gobblet then;
        memcpy(&then, g, CORE_SIZE);
        change(&then, colour, man(size, __builtin_ctz(targets)) ^ lifted);
        unsigned full = full_lines(then.tops[!colour], then.tops[colour]);
        if (full && !(full & ALL))
            found |= targets & -targets;
    }
    return found;
}

/* Where this player would win with one move, also when it is not their turn. */
static unsigned threats(const struct gobblet *g, int colour)
{
    struct gobblet asked;
    unsigned found = 0;
    memcpy(&asked, g, CORE_SIZE);
    asked.turn = (uint8_t)colour;
    bool held = g->touched && g->turn == colour; /* GR9: it must be moved */
    for (int size = 0; size < SIZES && !held; size++)
        if (in_reserve(&asked, colour, size))
            found |= wins_at(&asked, colour, size, 0, open_to_new(&asked, size));
    for (unsigned left = squares(asked.tops[colour]); left; left &= left - 1) {
        int from = __builtin_ctz(left), size = size_on(asked.tops[colour], from);
        if (!held || from == g->touched - 1)
            found |= wins_at(&asked, colour, size, man(size, from), open_to(&asked, size));
    }
    return found;
}

static struct fact *put_squares(struct fact *out, uint8_t name, int seat, unsigned list)
{
    for (; list; list &= list - 1)
        *out++ = (struct fact){
            .name = name, .seat = (int8_t)seat, .place = on_board(__builtin_ctz(list))};
    return out;
}

/* Covered gobblets are reported even without the option peek: everybody may know them (GR7). */
static int facts(const struct state *state, struct fact *out)
{
    const struct gobblet *g = (const struct gobblet *)state;
    struct fact *first = out;
    if (!state_over(state))
        *out++ = (struct fact){.name = FACT_TURN, .seat = (int8_t)g->turn};
    for (int colour = WHITE; colour <= BLACK; colour++) {
        unsigned shown = squares(g->tops[colour]);
        out = put_squares(out, FACT_LINE, colour, in_fours(shown));
        if (state_over(state))
            continue;
        out = put_squares(out, FACT_THREE, colour, in_threes(shown));
        out = put_squares(out, FACT_THREAT, colour, threats(g, colour));
    }
    for (int square = 0; square < SQUARES; square++)
        for (int size = 0; size < SIZES; size++)
            for (int colour = WHITE; colour <= BLACK; colour++)
                if (g->men[colour] & ~g->tops[colour] & man(size, square))
                    *out++ = (struct fact){.name = FACT_COVERED,
                                           .seat = NO_SEAT,
                                           .piece = (int16_t)piece_code(colour, size),
                                           .place = on_board(square)};
    return (int)(out - first);
}

static int steps(const struct state *state, int seat, move m, struct step *out)
{
    const struct gobblet *g = (const struct gobblet *)state;
    int from = move_from(m), size = move_kind(m) == NEW ? from : size_on(g->tops[seat], from);
    out[0] = (struct step){.kind = STEP_TAKE,
                           .piece = (int16_t)piece_code(seat, size),
                           .place = move_kind(m) == NEW ? in_stack(g, seat, size) : on_board(from)};
    if (move_kind(m) == TOUCH)
        out[1] = (struct step){.kind = STEP_CHOOSE, .word = "touch"};
    else
        out[1] = (struct step){.kind = STEP_PUT, .place = on_board(move_to(m))};
    return 2;
}

/* ---- text ---- */

static void write_square(int square, struct text *text)
{
    text_char(text, (char)('a' + square % SIDE));
    text_char(text, (char)('1' + square / SIDE));
}

static void write_place(struct place place, struct text *text)
{
    write_square(place.y * SIDE + place.x, text);
}

static void write_move(const struct state *state, move m, struct text *text)
{
    (void)state;
    if (move_kind(m) == NEW) {
        text_number(text, move_from(m) + 1);
        text_char(text, '@');
    } else {
        write_square(move_from(m), text);
        text_char(text, move_kind(m) == SHIFT ? '-' : '!');
    }
    if (move_kind(m) != TOUCH)
        write_square(move_to(m), text);
}

static void write_piece(int piece, struct text *text)
{
    text_char(text, "WB"[(piece - 1) / SIZES]);
    text_number(text, (piece - 1) % SIZES + 1);
}

static void write_stack(const struct gobblet *g, int square, struct text *text)
{
    if (!(squares(g->men[WHITE] | g->men[BLACK]) >> square & 1))
        text_char(text, '-');
    for (int size = 0; size < SIZES; size++)
        for (int colour = WHITE; colour <= BLACK; colour++)
            if (g->men[colour] & man(size, square))
                write_piece(piece_code(colour, size), text);
}

static void write_state(const struct state *state, struct text *text)
{
    const struct gobblet *g = (const struct gobblet *)state;
    for (int row = SIDE - 1; row >= 0; row--)
        for (int column = 0; column < SIDE; column++) {
            write_stack(g, SIDE * row + column, text);
            text_char(text, column < SIDE - 1 ? ',' : row > 0 ? '/' : ' ');
        }
    for (int colour = WHITE; colour <= BLACK; colour++) {
        int outermost[STACKS];
        read_reserve(g, colour, outermost);
        for (int stack = 0; stack < STACKS; stack++)
            text_number(text, outermost[stack]);
        text_char(text, ' ');
    }
    text_char(text, "wb"[g->turn]);
    if (g->touched) {
        text_char(text, '!');
        write_square(g->touched - 1, text);
    }
}

static bool scan_square(struct scan *scan, int *square)
{
    struct scan ahead = *scan;
    int column, row;
    if (!scan_one_of(&ahead, "abcd", &column) || !scan_one_of(&ahead, "1234", &row))
        return false;
    *scan = ahead;
    *square = SIDE * row + column;
    return true;
}

static int read_piece(const char *text)
{
    struct scan scan = {text};
    int colour, size;
    if (!scan_one_of(&scan, "WB", &colour) || !scan_one_of(&scan, "1234", &size))
        return NO_PIECE;
    return scan_end(&scan) ? piece_code(colour, size) : NO_PIECE;
}

static const char *scan_stack(struct gobblet *g, int square, struct scan *scan)
{
    int colour, size, below = -1;
    if (scan_char(scan, '-'))
        return NULL;
    while (scan_one_of(scan, "WB", &colour)) {
        if (!scan_one_of(scan, "1234", &size))
            return "gobblet.position.size";
        if (size <= below)
            return "gobblet.position.stack";
        g->men[colour] |= man(size, square);
        below = size;
    }
    return below < 0 ? "gobblet.position.square" : NULL;
}

static const char *scan_board(struct gobblet *g, struct scan *scan)
{
    for (int row = SIDE - 1; row >= 0; row--)
        for (int column = 0; column < SIDE; column++) {
            const char *reason = scan_stack(g, SIDE * row + column, scan);
            if (reason)
                return reason;
            if (!scan_char(scan, column < SIDE - 1 ? ',' : row > 0 ? '/' : ' '))
                return "gobblet.position.square";
        }
    return NULL;
}

/* Invariant 3, on a board from outside. */
static const char *check_counts(const struct gobblet *g)
{
    for (int colour = WHITE; colour <= BLACK; colour++) {
        int larger = OF_EACH;
        for (int size = SIZES - 1; size >= 0; size--) {
            int played = __builtin_popcount(of_size(g->men[colour], size));
            if (played > OF_EACH)
                return "gobblet.position.count";
            if (played > larger)
                return "gobblet.position.order";
            larger = played;
        }
    }
    return NULL;
}

static const char *scan_reserves(const struct gobblet *g, struct scan *scan)
{
    for (int colour = WHITE; colour <= BLACK; colour++) {
        int outermost[STACKS];
        read_reserve(g, colour, outermost);
        for (int stack = 0; stack < STACKS; stack++)
            if (!scan_char(scan, (char)('0' + outermost[stack])))
                return "gobblet.position.reserve";
        if (!scan_char(scan, ' '))
            return "gobblet.position.reserve";
    }
    return NULL;
}

static const char *scan_turn(struct gobblet *g, struct scan *scan)
{
    int turn, square;
    if (!scan_one_of(scan, "wb", &turn))
        return "gobblet.position.turn";
    begin_turn(g, turn);
    if (!scan_char(scan, '!'))
        return NULL;
    if (!g->head.option[OPTION_TOUCH])
        return "gobblet.G12.off";
    if (!scan_square(scan, &square))
        return "gobblet.position.touched";
    int size = size_on(g->tops[turn], square);
    if (g->result != GOING || size < 0 || open_to(g, size) == 0)
        return "gobblet.position.touched";
    g->touched = (uint8_t)(square + 1);
    return NULL;
}

static const char *read_state(struct state *state, const char *text)
{
    struct gobblet *g = (struct gobblet *)state;
    struct scan scan = {text};
    const char *reason = scan_board(g, &scan);
    state->seats = 2;
    change(g, WHITE, 0);
    if (!reason)
        reason = check_counts(g);
    if (!reason)
        reason = scan_reserves(g, &scan);
    if (!reason)
        reason = scan_turn(g, &scan);
    if (!reason && !scan_end(&scan))
        reason = "gobblet.position.end";
    return reason;
}

/* ---- refusals ---- */

static const char *refuse_new(const struct gobblet *g, int size, int to)
{
    if (g->touched)
        return "gobblet.G12.touched";
    if (!in_reserve(g, g->turn, size))
        return "gobblet.G3.reserve";
    if (g->head.option[OPTION_RESERVE] == RESERVE_FREE)
        return "gobblet.GR11.larger";
    if (squares(g->tops[g->turn]) >> to & 1)
        return "gobblet.GR8.own";
    if (!(coverable(g) >> to & 1))
        return "gobblet.G6.three";
    return "gobblet.G6.larger";
}

static const char *refuse_from(const struct gobblet *g, int from)
{
    if (g->touched && g->touched != from + 1)
        return "gobblet.G12.touched";
    if (squares(g->tops[!g->turn]) >> from & 1)
        return "gobblet.G7.theirs";
    return squares(g->tops[g->turn]) >> from & 1 ? NULL : "gobblet.G7.empty";
}

static const char *refuse_shift(const struct gobblet *g, int from, int to)
{
    const char *reason = refuse_from(g, from);
    if (reason)
        return reason;
    return from == to ? "gobblet.GR3.same" : "gobblet.G7.larger";
}

static const char *refuse_touch(const struct gobblet *g, int from)
{
    const char *reason = refuse_from(g, from);
    if (!g->head.option[OPTION_TOUCH])
        return "gobblet.G12.off";
    return reason ? reason : "gobblet.G12.touched";
}

static const char *refusal(const struct state *state, int seat, const char *text)
{
    const struct gobblet *g = (const struct gobblet *)state;
    struct scan scan = {text};
    int from, to, size;
    if (!state_acts(state, seat))
        return "gobblet.G4.turn";
    if (scan_one_of(&scan, "1234", &size)) {
        if (scan_char(&scan, '@') && scan_square(&scan, &to) && scan_end(&scan))
            return refuse_new(g, size, to);
    } else if (scan_square(&scan, &from)) {
        if (scan_char(&scan, '!') && scan_end(&scan))
            return refuse_touch(g, from);
        if (scan_char(&scan, '-') && scan_square(&scan, &to) && scan_end(&scan))
            return refuse_shift(g, from, to);
    }
    return "gobblet.notation.unknown";
}

/* The square of a place from outside, or -1. */
static int square_at(struct place place)
{
    bool there = place.zone == ZONE_BOARD && place.x >= 0 && place.x < SIDE && place.y >= 0 &&
                 place.y < SIDE;
    return there ? SIDE * place.y + place.x : -1;
}

/* Why a new gobblet is refused. Without a square (-1) it can go nowhere: ask about one of the
 * opponent's. */
static const char *refuse_entry(const struct gobblet *g, const struct step *take, int to)
{
    unsigned theirs = squares(g->tops[!g->turn]);
    if (take->place.seat != g->turn || take->piece == NO_PIECE)
        return NULL;
    if (to < 0)
        to = theirs ? __builtin_ctz(theirs) : 0;
    return refuse_new(g, (take->piece - 1) % SIZES, to);
}

static const char *refuse_steps(const struct state *state, int seat, const struct step *steps,
                                int count)
{
    const struct gobblet *g = (const struct gobblet *)state;
    const struct step *take = NULL, *last = &steps[count - 1];
    for (int i = 0; i < count; i++)
        take = steps[i].kind == STEP_TAKE ? &steps[i] : take;
    if (!state_acts(state, seat))
        return "gobblet.G4.turn";
    int to = last->kind == STEP_PUT ? square_at(last->place) : -1;
    if (!take || (last->kind == STEP_PUT && to < 0))
        return NULL;
    if (take->place.zone == ZONE_RESERVE)
        return last->kind == STEP_CHOOSE ? NULL : refuse_entry(g, take, to);
    int from = square_at(take->place);
    if (from < 0)
        return NULL;
    if (last->kind == STEP_CHOOSE)
        return refuse_touch(g, from);
    return refuse_shift(g, from, to);
}

/* ---- audit ---- */

static const char *audit(const struct state *state)
{
    const struct gobblet *g = (const struct gobblet *)state;
    struct gobblet fresh = *g;
    change(&fresh, WHITE, 0);
    if ((g->men[WHITE] & g->men[BLACK]) != 0)
        return "two gobblets of one size on one square";
    if (fresh.tops[WHITE] != g->tops[WHITE] || fresh.tops[BLACK] != g->tops[BLACK])
        return "the visible tops are out of date";
    if (check_counts(g))
        return "the board has gobblets that no reserve gave";
    if (state->seats != 2 || g->turn > BLACK || g->past > HISTORY_MAX || g->touched > SQUARES)
        return "a field is out of range";
    for (int i = 0; i < g->past; i++)
        if (g->history[i] >> 11 != 0)
            return "a move of the past is none";
    if (state->size != CORE_SIZE + g->past * sizeof *g->history)
        return "the size in use is wrong";
    if (g->result != (uint8_t)judge(g, g->turn))
        return "the result is not what the board says";
    if (state->actors != (g->result == GOING ? 1 << g->turn : 0))
        return "the actors are not who is to move";
    if (g->touched && (!state->option[OPTION_TOUCH] || state_over(state) ||
                       size_on(g->tops[g->turn], g->touched - 1) < 0 || count(g) == 0))
        return "the touched gobblet cannot be played";
    return NULL;
}

static const char *const off_on[] = {"off", "on"};
static const char *const reserves[] = {"threes", "free"};

static const struct option options[] = {
    [OPTION_TOUCH] = {.name = "touch", .values = off_on, .count = 2},
    [OPTION_PEEK] = {.name = "peek", .values = off_on, .count = 2},
    [OPTION_RESERVE] = {.name = "reserve", .values = reserves, .count = 2, .house = 1},
    {.name = NULL},
};

const struct game game_gobblet = {
    .name = "gobblet",
    .rules_version = 1,
    .state_size = sizeof(struct gobblet),
    .moves_max = MOVES_OF_ONE,
    .plies_max = PLIES_OF_ONE,
    .seats_min = 2,
    .seats_max = 2,
    .hidden = false,
    .chance = false,
    .options = options,
    .deal = deal,
    .legal = legal,
    .apply = apply,
    .gain = gain,
    .tally = tally,
    .observe = observe,
    .imagine = imagine,
    .scene = scene,
    .facts = facts,
    .write_place = write_place,
    .steps = steps,
    .write_move = write_move,
    .write_piece = write_piece,
    .read_piece = read_piece,
    .write_state = write_state,
    .read_state = read_state,
    .refusal = refusal,
    .refuse_steps = refuse_steps,
    .audit = audit,
};
