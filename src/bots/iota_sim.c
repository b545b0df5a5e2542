/* SPDX-License-Identifier: MIT */
/*
 * Comparing moves of Iota in imagined worlds.
 *
 *     the field: the best moves by the rule of thumb
 *       ─▶ world after world: every move of the field, then the rule of thumb for all seats
 *            ─▶ a move that is worse beyond doubt leaves the field
 *       ─▶ the leader, or the rule's own choice if that is not clearly worse
 *
 * worlds.c does the same for any game. This one plays on the player's own table, which costs a
 * third of a state of the rules, and counts at the end of a playout what each seat's last move has
 * kept (a hand just drawn is luck and would only be noise).
 *
 * Invariants
 *   1. arms[0] is the rule's choice; arms that have left no longer play. All others have been in
 *      the same worlds.
 *   2. apart[i][j], i > j, is the sum of the squares of (value of i - value of j) over the worlds
 *      in which both played.
 *   3. Everything is drawn from the question's generator, and time only decides when to stop.
 */
#include <math.h>

#include "bots/curve.h"
#include "bots/iota_search.h"

enum {
    WORLDS_FIRST = 16, /* before any move leaves the field */
    WORLDS_A_LOOK = 8, /* between looks at who should leave */
    TURNS_AHEAD = 1,   /* of a playout, for each seat */
    PILE_TO_END = 6,   /* with so few cards in the pile a playout goes on to the end */
    PLIES_MAX = 60,
};

#define LEAVE_DOUBT 2.5  /* standard errors behind the leader at which a move leaves */
#define CHOICE_DOUBT 0.5 /* by which the leader must beat the rule's choice */

/* ---- values ---- */

/* Leads swing by about ten points times the square root of the cards that are still to be played.
 */
double iota_chance_of(double lead, int cards)
{
    return curve_logistic(lead / (2 + 5.5 * sqrt(cards)));
}

static int cards_left(const struct iota_world *world)
{
    int cards = world->pile_count;
    for (int seat = 0; seat < world->seats; seat++)
        cards += world->count[seat];
    return cards;
}

static double sure(double lead)
{
    return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
}

/* What the seat may expect against each of the others, on average. Once a game is over only places
 * count, but for a little that keeps leads apart. */
static double value_of(const struct iota_world *world, int seat, const float *leave)
{
    double value = 0;
    for (int other = 0; other < world->seats; other++) {
        if (other == seat)
            continue;
        double lead = world->race ? world->count[other] - world->count[seat]
                                  : world->score[seat] - world->score[other];
        if (world->race)
            lead *= 10;
        if (world->over)
            value += 0.96 * sure(lead) + 0.04 * iota_chance_of(lead, 60);
        else
            value += iota_chance_of(lead + (double)leave[seat] - (double)leave[other],
                                    cards_left(world));
    }
    return value / (world->seats - 1);
}

/* ---- worlds ---- */

static void imagine(struct iota_mind *mind)
{
    const struct iota *imagined = (const struct iota *)&mind->imagined;
    state_copy(&mind->imagined.head, mind->question->view);
    mind->question->game->imagine(&mind->imagined.head, mind->question->rng);
    mind->world = mind->root;
    for (int seat = 0; seat < mind->root.seats; seat++)
        memcpy(mind->world.hand[seat], imagined->hand[seat].card, IOTA_HAND);
    memcpy(mind->world.pile, imagined->pile, sizeof mind->world.pile);
}

/* Plays mind->play on by the rule of thumb; false if the budget ran out. */
static bool play_out(struct iota_mind *mind, float *leave)
{
    struct iota_world *world = &mind->play;
    int turns = TURNS_AHEAD * world->seats + (world->turn == mind->seat), plies = 0;
    bool to_end = world->race || mind->root.pile_count <= PILE_TO_END;
    while (!world->over && (to_end ? plies < PLIES_MAX : turns > 0)) {
        if (!meter_count(&mind->meter))
            return false;
        int seat = world->turn;
        struct iota_choice choice = iota_choose(world, mind->weights, mind->plays);
        iota_world_play(world, choice.move, choice.gain);
        leave[seat] = choice.leave;
        plies++;
        turns -= world->turn != seat;
    }
    return true;
}

/* One world for every move of the field; false if the budget ran out. */
static bool play_world(struct iota_mind *mind)
{
    imagine(mind);
    for (int i = 0; i < mind->field; i++) {
        struct iota_arm *arm = &mind->arms[i];
        float leave[IOTA_SEATS_MAX] = {0};
        if (arm->left)
            continue;
        if (!meter_count(&mind->meter))
            return false;
        mind->play = mind->world;
        iota_world_play(&mind->play, arm->choice.move, arm->choice.gain);
        leave[mind->seat] = arm->choice.leave;
        if (!play_out(mind, leave))
            return false;
        arm->pending = value_of(&mind->play, mind->seat, leave);
    }
    return true;
}

static void count_world(struct iota_mind *mind)
{
    struct iota_arm *arms = mind->arms;
    for (int i = 0; i < mind->field; i++) {
        if (arms[i].left)
            continue;
        arms[i].total += arms[i].pending;
        arms[i].visits++;
        for (int j = 0; j < i; j++) {
            double difference = arms[i].pending - arms[j].pending;
            if (!arms[j].left)
                mind->apart[i][j] += difference * difference;
        }
    }
}

/* ---- who is better ---- */

/* How much arm a stands above arm b, in standard errors of the difference. */
static double lead(const struct iota_mind *mind, int a, int b)
{
    double count = mind->arms[a].visits;
    double square = a > b ? mind->apart[a][b] : mind->apart[b][a];
    double difference = (mind->arms[a].total - mind->arms[b].total) / count;
    double variance = square / count - difference * difference;
    double error = sqrt((variance > 0 ? variance : 0) / count) + 0.01 / count;
    return difference / error;
}

static int leader(const struct iota_mind *mind)
{
    int best = -1;
    for (int i = 0; i < mind->field; i++)
        if (!mind->arms[i].left && (best < 0 || mind->arms[i].total > mind->arms[best].total))
            best = i;
    return best;
}

static int drop_losers(struct iota_mind *mind)
{
    int best = leader(mind), playing = 0;
    for (int i = 0; i < mind->field; i++) {
        if (i != best && !mind->arms[i].left && lead(mind, best, i) > LEAVE_DOUBT)
            mind->arms[i].left = true;
        playing += !mind->arms[i].left;
    }
    return playing;
}

static int decide(const struct iota_mind *mind)
{
    int best = leader(mind);
    if (mind->arms[0].left || best == 0)
        return best;
    return mind->arms[0].visits < 2 || lead(mind, best, 0) < CHOICE_DOUBT ? 0 : best;
}

static bool listed_before(const struct iota_arm *a, const struct iota_arm *b)
{
    if (a->left != b->left)
        return b->left;
    return a->visits > 0 && a->total / a->visits > b->total / b->visits;
}

static void put_in_order(struct iota_mind *mind, int best)
{
    struct iota_arm *arms = mind->arms, chosen = arms[best];
    for (int i = best; i > 0; i--)
        arms[i] = arms[i - 1];
    arms[0] = chosen;
    for (int i = 2; i < mind->field; i++) {
        struct iota_arm arm = arms[i];
        int at = i;
        for (; at > 1 && listed_before(&arm, &arms[at - 1]); at--)
            arms[at] = arms[at - 1];
        arms[at] = arm;
    }
}

void iota_simulate(struct iota_mind *mind)
{
    int playing = mind->field;
    memset(mind->apart, 0, sizeof mind->apart);
    for (uint32_t worlds = 1; playing > 1 && play_world(mind); worlds++) {
        count_world(mind);
        if (worlds >= WORLDS_FIRST && worlds % WORLDS_A_LOOK == 0)
            playing = drop_losers(mind);
    }
    put_in_order(mind, decide(mind));
}
