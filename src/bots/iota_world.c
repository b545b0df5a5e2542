/* SPDX-License-Identifier: MIT */
/* A position of Iota for playouts and searches: the turns, hands and pile of src/rules/iota.c
 * around the player's own table. */
#include "bots/iota_board.h"

#include "base/check.h"

void iota_world_init(struct iota_world *world, const struct iota *game)
{
    world->seats = game->head.seats;
    for (int seat = 0; seat < IOTA_SEATS_MAX; seat++) {
        world->score[seat] = game->score[seat];
        world->count[seat] = game->hand[seat].count;
        memcpy(world->hand[seat], game->hand[seat].card, IOTA_HAND);
    }
    memcpy(world->pile, game->pile, sizeof world->pile);
    world->pile_count = game->pile_count;
    world->turn = game->turn;
    world->passes = game->passes;
    world->taken = game->taken != 0;
    world->over = state_over(&game->head);
    world->race = game->head.option[IOTA_SCORING] == SCORING_RACE;
    world->doubles = game->head.option[IOTA_FINAL] == FINAL_DOUBLE;
    world->deck_wilds = (uint8_t)iota_deck_wilds(game);
    iota_board_init(&world->board, &game->table, iota_wilds(game));
}

/* ---- hands and pile ---- */

static void hand_add(struct iota_world *world, int seat, int card)
{
    uint8_t *hand = world->hand[seat];
    int at = world->count[seat]++;
    for (; at > 0 && hand[at - 1] > card; at--)
        hand[at] = hand[at - 1];
    hand[at] = (uint8_t)card;
}

static void hand_remove(struct iota_world *world, int seat, int card)
{
    uint8_t *hand = world->hand[seat];
    int at = 0, count = --world->count[seat];
    while (at < count && hand[at] != card)
        at++;
    CHECK(hand[at] == card);
    for (; at < count; at++)
        hand[at] = hand[at + 1];
    hand[count] = 0;
}

static void draw_cards(struct iota_world *world, int seat, int count)
{
    for (; count > 0 && world->pile_count > 0; count--)
        hand_add(world, seat, world->pile[--world->pile_count]);
}

/* IR4 */
static void trade(struct iota_world *world, int seat, move m)
{
    int count = 0;
    while (count < IOTA_HAND && iota_card(m, count) != 0)
        hand_remove(world, seat, iota_card(m, count++));
    memmove(world->pile + count, world->pile, world->pile_count);
    world->pile_count = (uint8_t)(world->pile_count + count);
    for (int i = 0; i < count; i++)
        world->pile[count - 1 - i] = (uint8_t)iota_card(m, i);
    draw_cards(world, seat, count);
}

unsigned iota_world_used(const struct iota_world *world, move m)
{
    const uint8_t *hand = world->hand[world->turn];
    unsigned used = 0;
    for (int i = 0; i < IOTA_HAND; i++) {
        int card = iota_card(m, i);
        for (int k = 0; k < world->count[world->turn] && card != 0; k++) {
            if (hand[k] == card && (used >> k & 1) == 0) {
                used |= 1u << k;
                break;
            }
        }
    }
    return used;
}

/* ---- turns ---- */

/* I13, I15 */
int32_t iota_world_gain(const struct iota_world *world, move m, int points, int laid)
{
    if (iota_kind(m) != IOTA_PLAY || world->race)
        return 0;
    int left = world->count[world->turn] - laid;
    if (!world->doubles || world->pile_count > IOTA_HAND - left)
        return points;
    bool ends = left + world->pile_count == 0;
    for (int seat = 0; seat < world->seats; seat++)
        ends |= seat != world->turn && world->count[seat] == 0;
    return ends ? 2 * points : points;
}

static void lay_cards(struct iota_world *world, int seat, move m)
{
    int x = iota_x(m), y = iota_y(m);
    for (int i = 0; i < IOTA_LINE; i++) {
        int card = iota_card(m, i), along = i;
        if (card == 0)
            continue;
        hand_remove(world, seat, card);
        iota_board_lay(&world->board, iota_column(m) ? x : x + along,
                       iota_column(m) ? y + along : y, card);
    }
}

/* I15, IR6 */
static bool is_over(const struct iota_world *world)
{
    int limit = world->pile_count == 0 ? world->seats : ROUNDS_OF_PASSES * world->seats;
    for (int seat = 0; seat < world->seats; seat++)
        if (world->pile_count == 0 && world->count[seat] == 0)
            return true;
    return world->passes >= limit;
}

static void end_turn(struct iota_world *world, bool idle)
{
    world->passes = idle && !world->taken ? (uint8_t)(world->passes + 1) : 0;
    world->taken = false;
    world->turn = (uint8_t)(world->turn + 1 == world->seats ? 0 : world->turn + 1);
}

void iota_world_play(struct iota_world *world, move m, int32_t gain)
{
    const int seat = world->turn;
    switch (iota_kind(m)) {
    case IOTA_PASS: end_turn(world, true); break;
    case IOTA_TRADE:
        trade(world, seat, m);
        end_turn(world, true);
        break;
    case IOTA_TAKE:
        iota_board_take(&world->board, m);
        hand_remove(world, seat, iota_card(m, 0));
        hand_add(world, seat, IOTA_WILD);
        world->taken = true;
        break;
    case IOTA_PLAY:
        lay_cards(world, seat, m);
        world->score[seat] += gain;
        draw_cards(world, seat, IOTA_HAND - world->count[seat]);
        end_turn(world, false);
        break;
    }
    world->over = is_over(world);
}
