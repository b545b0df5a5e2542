/* SPDX-License-Identifier: MIT */
/*
 * Comparing moves of Iota in imagined worlds (field.h).
 *
 * worlds.c does it for any game. This one plays on the player's own table, which costs a third of
 * a rules state, and counts at the end of a playout what each seat's last move kept (a hand just
 * drawn is luck and would only add noise).
 *
 * Everything is drawn from the question's generator, and time only decides when to stop.
 */
#include <math.h>

#include "bots/curve.h"
#include "bots/iota_search.h"

enum {
    WORLDS_FIRST = 16, /* before any move leaves the field */
    WORLDS_LEAST = 2,  /* before the rule's choice can be given up */
    TURNS_AHEAD = 1,   /* of a playout, for each seat */
    PILE_TO_END = 6,   /* with this few cards in the pile a playout goes to the end */
    PLIES_MAX = 60,
};

#define LEAVE_DOUBT 2.5  /* standard errors behind the leader at which a move leaves */
#define CHOICE_DOUBT 0.5 /* by which the leader must beat the rule's choice */

/* ---- values ---- */

/* Leads vary by about ten points times the square root of the cards still to be played. */
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

/* What the seat may expect against each of the others, on average. Once a game is over only places
 * count, except for a little that tells leads apart. */
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
            value += 0.96 * iota_sure(lead) + 0.04 * iota_chance_of(lead, 60);
        else
            value += iota_chance_of(lead + (double)leave[seat] - (double)leave[other],
                                    cards_left(world));
    }
    return value / (world->seats - 1);
}

/* ---- worlds ---- */

static void imagine(void *player)
{
    struct iota_mind *mind = player;
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

static bool play_move(void *player, int number, double *value)
{
    struct iota_mind *mind = player;
    const struct iota_choice *choice = &mind->arms[number].choice;
    float leave[IOTA_SEATS_MAX] = {0};
    if (!meter_count(&mind->meter))
        return false;
    mind->play = mind->world;
    iota_world_play(&mind->play, choice->move, choice->gain);
    leave[mind->seat] = choice->leave;
    if (!play_out(mind, leave))
        return false;
    *value = value_of(&mind->play, mind->seat, leave);
    return true;
}

/* The standard error is that of the differences seen, and a little for what few worlds miss. */
static double errors(double sum, double squares, double worlds)
{
    double difference = sum / worlds;
    double variance = squares / worlds - difference * difference;
    double error = sqrt((variance > 0 ? variance : 0) / worlds) + 0.01 / worlds;
    return difference / error;
}

static void put_in_order(struct iota_mind *mind, const int *order)
{
    struct iota_arm arms[FIELD_MAX];
    for (int i = 0; i < mind->field; i++) {
        arms[i] = mind->arms[order[i]];
        arms[i].visits = mind->compared.visits[order[i]];
        arms[i].mean = field_mean(&mind->compared, order[i]);
    }
    memcpy(mind->arms, arms, (size_t)mind->field * sizeof *arms);
}

static const struct contest contest = {.first = WORLDS_FIRST,
                                       .least = WORLDS_LEAST,
                                       .leave = LEAVE_DOUBT,
                                       .doubt = CHOICE_DOUBT,
                                       .errors = errors,
                                       .imagine = imagine,
                                       .play = play_move};

void iota_simulate(struct iota_mind *mind)
{
    int order[FIELD_MAX];
    field_compare(&mind->compared, mind->field, &contest, mind, order);
    put_in_order(mind, order);
}

void iota_match_up(struct iota_mind *mind, struct match_up *up)
{
    field_match_up(up, mind->field, &contest, mind);
}
