/* SPDX-License-Identifier: MIT */
/* The rule of thumb of Iota's player. A hand has at most sixteen subsets, so the value of keeping
 * each is worked out once a turn and then looked up for each play. */
#include "bots/iota_policy.h"

#include "bots/iota_weights.h"

enum { PILE_EARLY = 24, PILE_LATE = 8 };

/* In a race (IR12) points do not count: what counts is getting rid of cards, once the pile is
 * empty. */
enum { RACE_CARD = 10 };

int iota_phase(const struct iota_world *world)
{
    if (world->pile_count >= PILE_LATE)
        return world->pile_count >= PILE_EARLY ? 0 : 1;
    return world->pile_count > 0 ? 2 : 3;
}

/* ---- what is kept ---- */

static int differences(int a, int b)
{
    int apart = (a - 1) ^ (b - 1);
    return ((apart & 3) != 0) + ((apart & 12) != 0) + ((apart & 48) != 0);
}

static void note_three(const struct iota_eye *eye, const uint8_t *card, float *feature)
{
    struct iota_line line =
        iota_joined(iota_joined(iota_joined(iota_nothing, card[0]), card[1]), card[2]);
    if (!iota_agrees(line)) {
        feature[IOTA_THREE_NOT] += 1;
        return;
    }
    int fourth = iota_fourth(line);
    feature[(eye->unseen >> (fourth - 1) & 1) != 0 ? IOTA_THREE_OPEN : IOTA_THREE_SHUT] += 1;
}

static void note_plain(const struct iota_eye *eye, const uint8_t *cards, int plain, float *feature)
{
    for (int i = 0; i < plain; i++) {
        feature[IOTA_NUMBER_1 + (cards[i] - 1) % 4] += 1;
        for (int j = 0; j < i; j++)
            feature[IOTA_PAIR_1 + differences(cards[i], cards[j]) - 1] += 1;
    }
    if (plain == 3)
        note_three(eye, cards, feature);
    if (plain < IOTA_HAND)
        return;
    struct iota_line line = iota_nothing;
    for (int skip = 0; skip < IOTA_HAND; skip++) {
        uint8_t three[3];
        for (int i = 0, n = 0; i < IOTA_HAND; i++)
            if (i != skip)
                three[n++] = cards[i];
        note_three(eye, three, feature);
        line = iota_joined(line, cards[skip]);
    }
    if (iota_agrees(line))
        feature[IOTA_LOT] = 1;
}

void iota_leave_features(const struct iota_eye *eye, const uint8_t *cards, int count,
                         float feature[IOTA_FEATURES_COUNT])
{
    int plain = count;
    memset(feature, 0, IOTA_FEATURES_COUNT * sizeof *feature);
    feature[IOTA_KEPT_0 + count] = 1;
    while (plain > 0 && cards[plain - 1] == IOTA_WILD)
        plain--;
    note_plain(eye, cards, plain, feature);
    if (plain == count)
        return;
    feature[IOTA_WILDS_KEPT] = (float)(count - plain);
    feature[IOTA_WILDS_BOTH] = count - plain == IOTA_WILDS;
    if (plain >= 2)
        feature[IOTA_WILD_PAIR] = 1;
    if (feature[IOTA_THREE_OPEN] + feature[IOTA_THREE_SHUT] > 0)
        feature[IOTA_WILD_THREE] = 1;
}

static float iota_leave_value(const struct iota_eye *eye, const struct iota_weights *weights,
                              int phase, const uint8_t *cards, int count)
{
    float feature[IOTA_FEATURES_COUNT], value = 0;
    iota_leave_features(eye, cards, count, feature);
    for (int i = 0; i < IOTA_GIVEN; i++)
        value += weights->weight[phase][i] * feature[i];
    return value;
}

/* ---- what a seat knows ---- */

static void find_unseen(struct iota_eye *eye, const struct iota_world *world)
{
    const uint8_t *hand = world->hand[world->turn];
    int next = (world->turn + 1) % world->seats, hidden = world->pile_count;
    eye->unseen = ~world->board.lying;
    eye->unseen_wilds = world->deck_wilds - world->board.wilds;
    for (int k = 0; k < world->count[world->turn]; k++) {
        if (hand[k] == IOTA_WILD)
            eye->unseen_wilds--;
        else
            eye->unseen &= ~(UINT64_C(1) << (hand[k] - 1));
    }
    for (int seat = 0; seat < world->seats; seat++)
        if (seat != world->turn)
            hidden += world->count[seat];
    eye->share = hidden > 0 ? (float)world->count[next] / (float)hidden : 0;
}

static void weigh_threes(struct iota_eye *eye, const struct iota_world *world, const float *weight)
{
    struct iota_threes *threes = &eye->threes;
    const uint8_t *hand = world->hand[world->turn];
    float given = weight[IOTA_GIVEN] * eye->share;
    for (int card = 1; card <= IOTA_PLAIN; card++)
        threes->plain[card] = (eye->unseen >> (card - 1) & 1) != 0 ? given : 0;
    memset(threes->in_hand, 0, sizeof threes->in_hand);
    for (int k = 0; k < world->count[world->turn] && hand[k] != IOTA_WILD; k++) {
        threes->plain[hand[k]] = weight[IOTA_PLANNED];
        threes->in_hand[hand[k]] = (uint8_t)(1u << k);
    }
    threes->wild = given * (float)eye->unseen_wilds;
    threes->loose = 3 * given;
}

void iota_eye_init(struct iota_eye *eye, const struct iota_world *world,
                   const struct iota_weights *weights)
{
    const uint8_t *hand = world->hand[world->turn];
    const int count = world->count[world->turn], phase = iota_phase(world);
    find_unseen(eye, world);
    weigh_threes(eye, world, weights->weight[phase]);
    for (unsigned kept = 0; kept < 1u << count; kept++) {
        uint8_t cards[IOTA_HAND];
        int n = 0;
        for (int k = 0; k < count; k++)
            if ((kept >> k & 1) != 0)
                cards[n++] = hand[k];
        eye->leave[kept] = iota_leave_value(eye, weights, phase, cards, n);
    }
}

/* ---- moves ---- */

/* The value of a play. `eye` is that of the seat whose turn it is. */
static struct iota_choice iota_judge(const struct iota_world *world, const struct iota_eye *eye,
                                     const struct iota_play *play)
{
    unsigned kept = ((1u << world->count[world->turn]) - 1) & ~(unsigned)play->used;
    struct iota_choice choice = {
        .move = play->move,
        .gain = iota_world_gain(world, play->move, play->points, iota_play_laid(play))};
    if (kept != 0 || world->pile_count > 0)
        choice.leave = eye->leave[kept] + play->threes;
    choice.value =
        choice.leave + (float)(world->race ? RACE_CARD * iota_play_laid(play) : choice.gain);
    return choice;
}

/* A trade of the cards not kept, or a pass. */
static struct iota_choice judge_idle(const struct iota_world *world, const struct iota_eye *eye,
                                     unsigned kept)
{
    const uint8_t *hand = world->hand[world->turn];
    struct iota_choice choice = {.leave = eye->leave[kept], .value = eye->leave[kept]};
    int traded = 0;
    for (int k = 0; k < world->count[world->turn]; k++)
        if ((kept >> k & 1) == 0)
            choice.move |= iota_move_card(traded++, hand[k]);
    choice.move |= iota_move(traded > 0 ? IOTA_TRADE : IOTA_PASS);
    return choice;
}

/* Of two wilds one may be traded, no matter which: the code is that of the first. */
static bool is_twin(const uint8_t *hand, int count, unsigned kept)
{
    return count >= 2 && hand[count - 1] == hand[count - 2] && (kept >> (count - 2) & 3) == 2;
}

/* Lists all trades, and the pass last. */
static int list_idle(const struct iota_world *world, const struct iota_eye *eye,
                     struct iota_choice *out)
{
    const int count = world->count[world->turn];
    const unsigned all = (1u << count) - 1;
    int found = 0;
    for (unsigned kept = world->pile_count > 0 ? 0 : all; kept <= all; kept++)
        if (!is_twin(world->hand[world->turn], count, kept))
            out[found++] = judge_idle(world, eye, kept);
    return found;
}

/* I17: a wild is worth more than any plain card, so one is taken back whenever possible, with the
 * card that is missed least. */
static bool choose_take(struct iota_world *world, const struct iota_weights *weights,
                        struct iota_choice *best)
{
    move takes[IOTA_TAKES_MAX];
    const uint8_t *hand = world->hand[world->turn];
    const int count = world->count[world->turn];
    int found = iota_board_takes(&world->board, hand, count, takes);
    if (found == 0)
        return false;
    struct iota_eye eye;
    find_unseen(&eye, world);
    for (int i = 0; i < found; i++) {
        uint8_t cards[IOTA_HAND];
        int n = 0;
        for (int k = 0; k < count; k++)
            if (hand[k] != iota_card(takes[i], 0))
                cards[n++] = hand[k];
        cards[n++] = IOTA_WILD;
        float value = iota_leave_value(&eye, weights, iota_phase(world), cards, n);
        if (i == 0 || value > best->value)
            *best = (struct iota_choice){.move = takes[i], .value = value, .leave = value};
    }
    return true;
}

struct iota_choice iota_choose(struct iota_world *world, const struct iota_weights *weights,
                               struct iota_play *plays)
{
    struct iota_choice best, idle[1 << IOTA_HAND];
    struct iota_eye eye;
    if (world->board.wilds > 0 && choose_take(world, weights, &best))
        return best;
    iota_eye_init(&eye, world, weights);
    int idles = list_idle(world, &eye, idle);
    best = idle[idles - 1];
    for (int i = 0; i < idles; i++)
        if (idle[i].value > best.value)
            best = idle[i];
    int count = iota_board_drafts(&world->board, world->hand[world->turn],
                                  world->count[world->turn], &eye.threes, plays);
    for (int i = 0; i < count; i++) {
        struct iota_choice choice = iota_judge(world, &eye, &plays[i]);
        if (choice.value > best.value &&
            (!plays[i].suspect || iota_board_confirms(&world->board, &plays[i])))
            best = choice;
    }
    return best;
}

int iota_rank(struct iota_world *world, const struct iota_weights *weights,
              struct iota_world *after, struct iota_play *plays, struct iota_choice *out)
{
    struct iota_eye eye;
    move takes[IOTA_TAKES_MAX];
    const uint8_t *hand = world->hand[world->turn];
    int count = world->count[world->turn], found = 0;
    int takes_count = iota_board_takes(&world->board, hand, count, takes);
    for (int i = 0; i < takes_count; i++) {
        *after = *world;
        iota_world_play(after, takes[i], 0);
        out[found] = iota_choose(after, weights, plays);
        out[found++].move = takes[i];
    }
    iota_eye_init(&eye, world, weights);
    found += list_idle(world, &eye, out + found);
    int plays_count = iota_board_plays(&world->board, hand, count, &eye.threes, plays);
    for (int i = 0; i < plays_count; i++)
        out[found++] = iota_judge(world, &eye, &plays[i]);
    return found;
}
