/* SPDX-License-Identifier: MIT */
/*
 * The laws: playing a game from a seed, and the checks of every state and every move. Expensive
 * checks are in the neighbouring files and run in some states only, unless thorough.
 *
 *     deal ─▶ state: head, audit, legal … ─▶ move: events, gain … ─▶ state … ─▶ over ─▶ replay
 */
#include "laws.h"

#include <string.h>

#include "base/hash.h"
#include "laws_parts.h"

enum {
    DEEP_ONE_IN = 24,  /* states of a quick run that get the expensive checks */
    REPLAY_ONE_IN = 8, /* games of a quick run that are played twice */
    SAMPLE = 4,        /* moves that a greedy or eager player considers */
    AIMLESS_MAX = 600, /* plies; in Super Taki aimless players may need 170,000 */
    DIRT = 0xa5,       /* behind the bytes in use */
    SEED_KEY = 1,      /* what a generator is for */
    SEED_PLAY = 2,
    SEED_CHECK = 3,
};

/* Ways to choose a move. */
enum { AIMLESS, HIGH, GREEDY, EAGER, POLICIES };

static const char *const words[] = {
#define LAW_WORD(name, word, sentence) [LAW_##name] = word,
    LAWS(LAW_WORD)
#undef LAW_WORD
};

static const char *const sentences[] = {
#define LAW_SENTENCE(name, word, sentence) [LAW_##name] = sentence,
    LAWS(LAW_SENTENCE)
#undef LAW_SENTENCE
};

const char *law_word(enum law law)
{
    return words[law];
}

const char *law_sentence(enum law law)
{
    return sentences[law];
}

const struct game *laws_game_at(int index)
{
    const struct game *game = game_at(index);
    bool behind_last = !game && (index == 0 || game_at(index - 1));
    return behind_last ? &game_null : game;
}

/* ---- reports ---- */

bool law_broken(struct laws *l, enum law law, const char *detail)
{
    if (!l->report.broken) { /* the first is the cause */
        l->report.broken = true;
        l->report.law = law;
        l->report.detail = detail;
    }
    return false;
}

bool law_broken_texts(struct laws *l, enum law law, const char *detail, const char *expected,
                      const char *got)
{
    struct text text;
    text_init(&text, l->report.expected, sizeof l->report.expected);
    text_string(&text, expected);
    text_init(&text, l->report.got, sizeof l->report.got);
    text_string(&text, got);
    return law_broken(l, law, detail);
}

void law_note_move(struct laws *l, const struct state *state, move m)
{
    struct text text;
    text_init(&text, l->report.move, sizeof l->report.move);
    l->game->write_move(state, m, &text);
}

void laws_check_failed(struct laws *l, const char *text)
{
    l->report.broken = false; /* this is what happened, whatever was noted before */
    law_broken(l, LAW_CHECK, text);
}

static void explain_setting(const struct laws *l, struct text *text)
{
    text_string(text, "  game      ");
    text_string(text, l->game->name);
    for (int i = 0; l->game->options[i].name; i++) {
        text_char(text, ' ');
        text_string(text, l->game->options[i].name);
        text_char(text, '=');
        text_string(text, l->game->options[i].values[l->option[i]]);
    }
    text_string(text, ", ");
    text_number(text, l->seats);
    text_string(text, " seats, seed ");
    text_number(text, (int64_t)l->seed);
    text_string(text, ", ply ");
    text_number(text, l->ply);
    text_char(text, '\n');
}

static void explain_row(struct text *text, const char *title, const char *value)
{
    if (value[0] == '\0')
        return;
    text_string(text, title);
    text_string(text, value);
    text_char(text, '\n');
}

void laws_explain(const struct laws *l, struct text *text)
{
    const struct law_report *report = &l->report;
    text_string(text, "broken law: ");
    text_string(text, law_word(report->law));
    text_string(text, " (");
    text_string(text, law_sentence(report->law));
    text_string(text, ")\n");
    explain_setting(l, text);
    explain_row(text, "  found     ", report->detail);
    text_string(text, "  seat      ");
    text_number(text, report->seat);
    text_string(text, report->viewer == TRUTH ? ", seen by all-knowing" : ", seen by ");
    if (report->viewer == SPECTATOR)
        text_string(text, "a spectator");
    else if (report->viewer != TRUTH)
        text_number(text, report->viewer);
    text_char(text, '\n');
    explain_row(text, "  position  ", l->position);
    explain_row(text, "  move      ", report->move);
    explain_row(text, "  expected  ", report->expected);
    explain_row(text, "  got       ", report->got);
}

/* ---- small things for all files ---- */

void law_copy(union any_state *to, const struct state *from)
{
    memset(to, DIRT, sizeof *to);
    state_copy(&to->head, from);
}

bool law_audit(struct laws *l, const struct state *state)
{
    const char *wrong = l->game->audit(state);
    return wrong ? law_broken(l, LAW_AUDIT, wrong) : true;
}

bool law_chance(struct laws *l, uint32_t one_in)
{
    return l->level == LAWS_THOROUGH || search_rng_below(&l->check, one_in) == 0;
}

static void seed_rng(struct search_rng *rng, uint64_t seed, uint64_t use)
{
    search_rng_init(rng, seed * 4 + use);
}

/* ---- a game ---- */

uint64_t laws_settings(const struct game *game)
{
    uint64_t settings = (uint64_t)(game->seats_max - game->seats_min + 1);
    for (int i = 0; game->options[i].name; i++)
        settings *= (uint64_t)game->options[i].count;
    return settings;
}

/* All combinations of seats and options, in turn. */
static void choose_setting(struct laws *l, uint64_t seed)
{
    const struct game *game = l->game;
    uint64_t seat_counts = (uint64_t)(game->seats_max - game->seats_min + 1);
    l->seats = (int)(game->seats_min + seed % seat_counts);
    seed /= seat_counts;
    memset(l->option, 0, sizeof l->option);
    for (int i = 0; game->options[i].name; i++) {
        uint64_t count = (uint64_t)game->options[i].count;
        l->option[i] = (int16_t)(seed % count);
        seed /= count;
    }
}

static void deal(struct laws *l, union any_state *state)
{
    memset(state, DIRT, sizeof *state);
    game_init(l->game, &state->head, l->seats);
    memcpy(state->head.option, l->option, sizeof l->option);
    game_deal(l->game, &state->head, l->key);
}

void law_deal(struct laws *l, uint64_t seed)
{
    struct search_rng rng;
    l->seed = seed;
    l->ply = 0;
    l->game_hash = HASH_START;
    l->position[0] = '\0';
    memset(&l->report, 0, sizeof l->report);
    l->report.seat = NO_SEAT;
    l->report.viewer = TRUTH;
    l->whole_deck = l->game->hidden;
    choose_setting(l, seed);
    seed_rng(&rng, seed, SEED_KEY);
    for (int i = 0; i < CHANCE_KEY_SIZE; i++)
        l->key[i] = (uint8_t)search_rng_next(&rng);
    seed_rng(&l->play, seed, SEED_PLAY);
    l->policy = (int)search_rng_below(&l->play, POLICIES);
    seed_rng(&l->check, seed, SEED_CHECK);
    deal(l, &l->truth);
}

static int choose_seat(struct search_rng *rng, const struct state *state)
{
    int chosen = (int)search_rng_below(rng, (uint32_t)__builtin_popcount(state->actors));
    for (int seat = 0; seat < state->seats; seat++)
        if (state_acts(state, seat) && chosen-- == 0)
            return seat;
    return NO_SEAT;
}

/* What a way to play thinks of a move: greedy ones want points, eager ones to lay something. */
static int32_t like(const struct laws *l, const struct state *state, int seat, move m)
{
    struct step steps[2 * STEPS_MAX];
    if (l->policy == GREEDY)
        return l->game->gain(state, seat, m);
    l->game->steps(state, seat, m, steps);
    return steps[0].kind == STEP_TAKE;
}

static move choose_move(const struct laws *l, struct search_rng *rng, const struct state *state,
                        int seat, const struct moves *moves)
{
    uint32_t count = (uint32_t)moves->count, chosen = search_rng_below(rng, count);
    if (l->policy == HIGH) {
        uint32_t other = search_rng_below(rng, count);
        chosen = other > chosen ? other : chosen;
    } else if (l->policy != AIMLESS) {
        int32_t best = like(l, state, seat, moves->list[chosen]);
        for (int i = 1; i < SAMPLE; i++) {
            uint32_t other = search_rng_below(rng, count);
            int32_t liked = like(l, state, seat, moves->list[other]);
            if (liked > best) {
                best = liked;
                chosen = other;
            }
        }
    }
    return moves->list[chosen];
}

/* Aimless games may stay unfinished; eager ones end within plies_max. */
static bool leaves(const struct laws *l)
{
    return l->policy != EAGER && l->ply >= AIMLESS_MAX;
}

/* ---- every state ---- */

static bool law_head(struct laws *l)
{
    const struct state *head = &l->truth.head;
    if (head->ply != l->ply)
        return law_broken(l, LAW_HEAD, "the ply is not the number of moves made");
    if (head->size < STATE_MIN || head->size > l->game->state_size)
        return law_broken(l, LAW_HEAD, "the size in use is out of range");
    if (head->seats != l->seats || head->viewer != TRUTH || head->unused != 0)
        return law_broken(l, LAW_HEAD, "seats, viewer or the unused byte changed");
    if (head->flags != 0)
        return law_broken(l, LAW_HEAD, "a flag is set");
    if (memcmp(head->option, l->option, sizeof l->option) != 0)
        return law_broken(l, LAW_HEAD, "the options changed");
    if (head->actors >> l->seats != 0)
        return law_broken(l, LAW_HEAD, "an actor has no seat");
    return true;
}

/* Places once over: the i-th best has place i or, in a tie, a better one. */
static bool law_places(struct laws *l)
{
    const struct outcome *outcome = &l->outcome;
    int at_least[SEATS_MAX + 2] = {0};
    for (int seat = 0; seat < l->seats; seat++) {
        int place = outcome->place[seat];
        if (place < 1 || place > l->seats)
            return law_broken(l, LAW_END, "a place is out of range");
        at_least[place]++;
    }
    if (at_least[1] == 0)
        return law_broken(l, LAW_END, "nobody has place 1");
    for (int place = 1, better = 0; place <= l->seats; better += at_least[place++])
        if (at_least[place] > 0 && better + 1 < place)
            return law_broken(l, LAW_END, "a place is worse than the number of those before it");
    return true;
}

static bool check_state(struct laws *l)
{
    const struct state *truth = &l->truth.head;
    if (!law_head(l) || !law_audit(l, truth) || !law_write(l, truth, l->position))
        return false;
    l->game_hash = hash_bytes(l->game_hash, l->position, string_size(l->position) + 1);
    l->game->tally(truth, &l->outcome);
    if (state_over(truth) && !law_places(l))
        return false;
    for (int seat = 0; seat < l->seats; seat++)
        if (!state_acts(truth, seat) && !law_legal(l, truth, seat, &l->list))
            return false;
    return true;
}

/* The states that get the expensive checks: the first, the last, and some between. */
static bool is_deep(const struct laws *l)
{
    uint64_t mixed = (l->seed * 4 + SEED_CHECK + l->ply) * UINT64_C(0x9e3779b97f4a7c15);
    return l->level == LAWS_THOROUGH || l->ply == 0 || state_over(&l->truth.head) ||
           (mixed >> 32) % DEEP_ONE_IN == 0;
}

static bool check_state_closely(struct laws *l)
{
    int count;
    return law_scene(l, &l->truth.head, l->items, &count) && law_position(l) && law_views(l);
}

/* ---- every move ---- */

static bool law_gain(struct laws *l, int seat, int32_t gain)
{
    int32_t points[SEATS_MAX] = {0};
    const struct outcome *now = &l->outcome, *then = &l->outcome_before;
    for (int i = 0; i < l->events.count; i++)
        if (l->events.list[i].kind == EVENT_POINTS)
            points[l->events.list[i].seat] += l->events.list[i].count;
    for (int s = 0; s < l->seats; s++)
        if (now->scored && now->score[s] - then->score[s] != points[s])
            return law_broken(l, LAW_GAIN, "the events of points are not the change of a score");
    if (!now->scored && gain != 0)
        return law_broken(l, LAW_GAIN, "a gain in a game without points");
    if (now->scored && now->score[seat] - then->score[seat] != gain)
        return law_broken(l, LAW_GAIN, "gain() is not the change of the score");
    return true;
}

static void count_items(const struct item *items, int count, int hands[SEATS_MAX], int *pile)
{
    for (int i = 0; i < count; i++)
        if (items[i].place.zone == ZONE_PILE)
            *pile += items[i].count;
        else if (items[i].place.zone == ZONE_HAND)
            hands[items[i].place.seat] += items[i].count;
}

static void count_move(const struct place *place, int by, int hands[SEATS_MAX], int *pile)
{
    if (place->zone == ZONE_PILE)
        *pile += by;
    else if (place->zone == ZONE_HAND)
        hands[place->seat] += by;
}

/* Hands and pile before the move, and what the events say, make hands and pile after it. Where new
 * cards were dealt the comparison starts over. */
static bool law_account(struct laws *l)
{
    int hands[SEATS_MAX] = {0}, hands_now[SEATS_MAX] = {0}, pile = 0, pile_now = 0, count,
        count_now;
    if (!law_scene(l, &l->before.head, l->items, &count) ||
        !law_scene(l, &l->truth.head, l->other_items, &count_now))
        return false;
    count_items(l->items, count, hands, &pile);
    count_items(l->other_items, count_now, hands_now, &pile_now);
    for (int i = 0; i < l->events.count; i++) {
        const struct event *event = &l->events.list[i];
        if (event->kind == EVENT_DEAL)
            return true;
        if (event->kind == EVENT_SHUFFLE)
            pile += event->count;
        if (event->kind == EVENT_MOVE) {
            count_move(&event->from, -1, hands, &pile);
            count_move(&event->to, 1, hands, &pile);
        }
    }
    if (pile != pile_now)
        return law_broken(l, LAW_ACCOUNT, "the pile has another number of cards than events say");
    if (memcmp(hands, hands_now, sizeof hands) != 0)
        return law_broken(l, LAW_ACCOUNT, "a hand has another number of cards than events say");
    return true;
}

/* Without a log, on a copy with garbage after its bytes: the same state. */
static bool law_silent(struct laws *l, int seat, move m)
{
    law_copy(&l->copy, &l->before.head);
    l->game->apply(&l->copy.head, seat, m, NULL);
    if (!state_equal(&l->copy.head, &l->truth.head))
        return law_broken(l, LAW_EVENTS, "without a log a move does something else");
    return true;
}

static bool play(struct laws *l, int seat, move m)
{
    struct state *truth = &l->truth.head;
    uint8_t trace[9];
    law_note_move(l, truth, m);
    l->report.seat = seat;
    state_copy(&l->before.head, truth);
    l->outcome_before = l->outcome;
    memcpy(l->position_before, l->position, string_size(l->position) + 1);
    int32_t gain = l->game->gain(truth, seat, m);
    if (!law_reckoning(l, seat, m, gain))
        return false;
    l->events.count = 0;
    if (!game_apply(l->game, truth, seat, m, &l->events))
        return law_broken(l, LAW_DRY, "a deal with its stream ran dry");
    l->ply++;
    l->last_seat = seat;
    l->last_move = m;
    trace[0] = (uint8_t)seat;
    for (int i = 0; i < 8; i++)
        trace[i + 1] = (uint8_t)(m >> 8 * i);
    l->game_hash = hash_bytes(l->game_hash, trace, sizeof trace);
    if (!check_state(l) || !law_events(l, &l->events) || !law_gain(l, seat, gain))
        return false;
    if (l->deep && (!law_account(l) || !law_silent(l, seat, m) || !law_onward(l, seat, m)))
        return false;
    l->report.move[0] = '\0';
    l->report.seat = NO_SEAT;
    return true;
}

static bool turn(struct laws *l)
{
    int seat = choose_seat(&l->play, &l->truth.head);
    for (int other = 0; other < l->seats; other++)
        if (other != seat && state_acts(&l->truth.head, other) &&
            !law_legal(l, &l->truth.head, other, &l->list))
            return false;
    if (!law_legal(l, &l->truth.head, seat, &l->moves))
        return false;
    if (l->deep && !law_moves(l, seat))
        return false;
    return play(l, seat, choose_move(l, &l->play, &l->truth.head, seat, &l->moves));
}

/* The same again, with garbage after the bytes in use before every move. */
static bool law_replay(struct laws *l)
{
    struct state *state = &l->world.head;
    seed_rng(&l->play, l->seed, SEED_PLAY);
    (void)search_rng_below(&l->play, POLICIES);
    deal(l, &l->world);
    for (uint32_t ply = 0; ply < l->ply; ply++) {
        if (state_over(state))
            return law_broken(l, LAW_REPLAY, "the second time the game was over earlier");
        memset((char *)&l->world + state->size, DIRT, sizeof l->world - state->size);
        int seat = choose_seat(&l->play, state);
        l->list.count = l->game->legal(state, seat, l->list.list);
        if (l->list.count <= 0)
            return law_broken(l, LAW_REPLAY, "the second time an actor had no move");
        move m = choose_move(l, &l->play, state, seat, &l->list);
        l->game->apply(state, seat, m, NULL);
    }
    if (!state_equal(state, &l->truth.head))
        return law_broken(l, LAW_REPLAY, "the second time the game ended in other bytes");
    return true;
}

void laws_init(struct laws *l, const struct game *game, enum law_level level)
{
    memset(l, 0, sizeof *l);
    l->game = game;
    l->level = level;
    l->hash = hash_bytes(HASH_START, game->name, string_size(game->name));
}

bool laws_play(struct laws *l, uint64_t seed)
{
    law_deal(l, seed);
    if (!check_state(l))
        return false;
    for (;;) {
        l->deep = is_deep(l);
        seed_rng(&l->check, l->seed + ((uint64_t)l->ply << 32), SEED_CHECK);
        if (l->deep && !check_state_closely(l))
            return false;
        if (state_over(&l->truth.head) || leaves(l))
            break;
        if (l->ply >= l->game->plies_max)
            return law_broken(l, LAW_END, "the game goes on beyond plies_max");
        if (!turn(l))
            return false;
    }
    if (law_chance(l, REPLAY_ONE_IN) && !law_replay(l))
        return false;
    l->games++;
    l->plies += l->ply;
    l->longest = l->ply > l->longest ? l->ply : l->longest;
    for (int i = 0; i < 8; i++) {
        uint8_t byte = (uint8_t)(l->game_hash >> 8 * i);
        l->hash = hash_bytes(l->hash, &byte, 1);
    }
    return true;
}

bool laws_finish(struct laws *l, uint64_t seed)
{
    return law_fair(l, seed);
}
