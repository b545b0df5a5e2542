/* SPDX-License-Identifier: MIT */
/*
 * Why a move of Iota is good, or what is wrong with it. Every reason is worked out from the table
 * before and after the move, and from what the seat knows. The search contributes only how an
 * endgame ends.
 */
#include "bots/iota_search.h"
#include "bots/sense.h"

/* What a move does. */
struct deed {
    const struct iota_arm *arm;
    struct iota_eye eye; /* of the seat, before the move */
    unsigned used;
    int laid, lots;
    bool lays_wild, keeps_wild, ends;
    int missing;   /* the unseen fourth card of three kept, or 0 */
    int planned;   /* the kept card that will complete a lot, or 0 */
    int given;     /* the unseen card that lets the next player complete a new lot, or 0 */
    int prevented; /* the unseen card that could have completed a lot and no longer can, or 0 */
};

/* ---- lines of three ---- */

static bool fits_spot(const struct iota_spot *spot, int card)
{
    unsigned traits = iota_face[card] & TRAITS;
    return (spot->marks & SPOT_BLOCKED) == 0 && (spot->values & traits) == traits;
}

/* The card that would complete a lot of the three plain cards in a spot's line, or 0. */
static int lot_card(const struct iota_spot *spot, enum board_axis axis)
{
    struct iota_line run = spot->run[axis];
    if (iota_line_plain(run) != 3 || iota_line_cards(run) != 3 || !iota_agrees(run))
        return 0;
    int card = iota_fourth(run);
    return fits_spot(spot, card) ? card : 0;
}

/* Does a card complete a lot somewhere? */
static bool completes(const struct iota_board *board, int card)
{
    for (int i = 0; i < board->spots; i++)
        for (int axis = BOARD_ROW; axis <= BOARD_COLUMN; axis++)
            if (lot_card(&board->spot[i], (enum board_axis)axis) == card)
                return true;
    return false;
}

/* The most valuable of these cards that completes a lot on one table and none on the other. */
static int card_for_lot(const struct iota_board *on, const struct iota_board *not_on,
                        uint64_t among)
{
    int best = 0, most = 0;
    for (int i = 0; i < on->spots; i++) {
        for (int axis = BOARD_ROW; axis <= BOARD_COLUMN; axis++) {
            int card = lot_card(&on->spot[i], (enum board_axis)axis);
            int points = card ? iota_line_points(iota_joined(on->spot[i].run[axis], card)) : 0;
            if (points > most && (among >> (card - 1) & 1) != 0 && !completes(not_on, card)) {
                best = card;
                most = points;
            }
        }
    }
    return best;
}

/* ---- what a move does ---- */

static uint64_t kept_cards(const struct iota_world *root, unsigned used)
{
    uint64_t kept = 0;
    for (int k = 0; k < root->count[root->turn]; k++)
        if ((used >> k & 1) == 0 && root->hand[root->turn][k] != IOTA_WILD)
            kept |= UINT64_C(1) << (root->hand[root->turn][k] - 1);
    return kept;
}

/* The unseen fourth card of three plain cards kept, or 0. */
static int missing_card(const struct iota_eye *eye, uint64_t kept)
{
    struct iota_line line = iota_nothing;
    if (__builtin_popcountll(kept) != 3)
        return 0;
    for (; kept != 0; kept &= kept - 1)
        line = iota_joined(line, 1 + __builtin_ctzll(kept));
    int card = iota_agrees(line) ? iota_fourth(line) : 0;
    return card != 0 && (eye->unseen >> (card - 1) & 1) != 0 ? card : 0;
}

static bool is_lot(const struct iota_board *board, int at, enum board_axis axis)
{
    int step = board_step(axis), cards = 1;
    for (int i = (at + step) & BOARD_MASK; board_is_card(board->cell[i]); cards++)
        i = (i + step) & BOARD_MASK;
    for (int i = (at - step) & BOARD_MASK; board_is_card(board->cell[i]); cards++)
        i = (i - step) & BOARD_MASK;
    return cards == IOTA_LINE;
}

/* I11: the lots that the cards of a play complete, on the table after it. */
static int count_lots(const struct iota_board *after, move play)
{
    enum board_axis along = iota_column(play) ? BOARD_COLUMN : BOARD_ROW;
    int at = board_at(iota_x(play), iota_y(play)), lots = is_lot(after, at, along);
    for (int i = 0; i < IOTA_LINE; i++, at = (at + board_step(along)) & BOARD_MASK)
        if (iota_card(play, i) != 0)
            lots += is_lot(after, at, (enum board_axis) !along);
    return lots;
}

/* Leaves the table after the move in mind->play. */
static void examine(struct iota_mind *mind, const struct iota_arm *arm, struct deed *deed)
{
    const struct iota_world *root = &mind->root;
    const struct iota_board *before = &root->board, *after = &mind->play.board;
    const move m = arm->choice.move;
    *deed = (struct deed){.arm = arm, .used = iota_world_used(root, m)};
    iota_eye_init(&deed->eye, root, mind->weights);
    uint64_t kept = kept_cards(root, deed->used);
    deed->laid = __builtin_popcount(deed->used);
    mind->play = *root;
    iota_world_play(&mind->play, m, arm->choice.gain);
    for (int k = 0; k < root->count[root->turn]; k++) {
        bool wild = root->hand[root->turn][k] == IOTA_WILD, uses = (deed->used >> k & 1) != 0;
        deed->lays_wild |= wild && uses;
        deed->keeps_wild |= wild && !uses;
    }
    deed->missing = missing_card(&deed->eye, kept);
    if (iota_kind(m) != IOTA_PLAY)
        return;
    deed->ends = root->pile_count == 0 && deed->laid == root->count[root->turn];
    deed->lots = count_lots(after, m);
    deed->planned = card_for_lot(after, before, kept);
    deed->given = card_for_lot(after, before, deed->eye.unseen);
    deed->prevented = card_for_lot(before, after, deed->eye.unseen);
}

/* ---- sentences ---- */

static void explain_end(const struct iota_mind *mind, const struct deed *deed,
                        struct candidate *candidate)
{
    int lead = (int)deed->arm->lead;
    if (!mind->solved || deed->arm != mind->arms)
        return;
    if (lead > 0)
        candidate_add(candidate, (struct reason){.key = "iota.advice.wins", .count = lead});
    else if (lead == 0)
        candidate_add(candidate, (struct reason){.key = "iota.advice.ties"});
    else
        candidate_add(candidate, (struct reason){.key = "iota.advice.loses", .count = -lead});
}

static void explain_points(const struct iota_mind *mind, const struct deed *deed,
                           struct candidate *candidate)
{
    if (deed->ends && mind->root.doubles && !mind->root.race)
        candidate_add(candidate,
                      (struct reason){.key = "iota.advice.last", .count = deed->arm->choice.gain});
    else if (deed->ends)
        candidate_add(candidate, (struct reason){.key = "iota.advice.out"});
    if (mind->root.race)
        return;
    if (deed->laid == IOTA_HAND)
        candidate_add(candidate,
                      (struct reason){.key = "iota.advice.four", .count = deed->arm->choice.gain});
    else if (deed->lots > 1)
        candidate_add(candidate, (struct reason){.key = "iota.advice.lots", .count = deed->lots});
    else if (deed->lots == 1)
        candidate_add(candidate,
                      (struct reason){.key = "iota.advice.lot", .count = deed->arm->choice.gain});
}

static void explain_rest(const struct iota_mind *mind, const struct deed *deed,
                         struct candidate *candidate)
{
    int8_t next = (int8_t)((mind->seat + 1) % mind->root.seats);
    bool draws = mind->root.pile_count > 0;
    if (deed->planned)
        candidate_add(candidate, (struct reason){.key = "iota.advice.planned",
                                                 .piece = (int16_t)deed->planned});
    if (deed->prevented)
        candidate_add(candidate, (struct reason){.key = "iota.advice.prevents",
                                                 .piece = (int16_t)deed->prevented,
                                                 .seat = next});
    if (deed->keeps_wild && !deed->ends)
        candidate_add(candidate, (struct reason){.key = "iota.advice.keeps", .piece = IOTA_WILD});
    if (deed->missing && draws)
        candidate_add(candidate,
                      (struct reason){.key = "iota.advice.three", .piece = (int16_t)deed->missing});
    if (deed->given && !deed->ends)
        candidate_add(candidate, (struct reason){.key = "iota.advice.gives",
                                                 .piece = (int16_t)deed->given,
                                                 .seat = next});
    if (deed->lays_wild && !deed->ends)
        candidate_add(candidate, (struct reason){.key = "iota.advice.spends", .piece = IOTA_WILD});
    bool told = deed->laid == IOTA_HAND || deed->lots == 1 || (deed->ends && mind->root.doubles);
    if (!mind->root.race && !told)
        candidate_add(candidate, (struct reason){.key = "iota.advice.points",
                                                 .count = deed->arm->choice.gain});
    if (mind->root.race)
        candidate_add(candidate, (struct reason){.key = "iota.advice.lays", .count = deed->laid});
}

static bool can_play(struct iota_mind *mind)
{
    struct iota_world *root = &mind->root;
    return iota_board_plays(&root->board, root->hand[mind->seat], root->count[mind->seat], NULL,
                            mind->plays) > 0;
}

static void explain_idle(struct iota_mind *mind, const struct deed *deed,
                         struct candidate *candidate)
{
    bool trades = iota_kind(candidate->move) == IOTA_TRADE;
    if (!can_play(mind))
        candidate_add(candidate, (struct reason){.key = "iota.advice.nothing"});
    else
        candidate_add(candidate,
                      (struct reason){.key = trades ? "iota.advice.trades" : "iota.advice.waits",
                                      .count = deed->laid});
    if (deed->keeps_wild)
        candidate_add(candidate, (struct reason){.key = "iota.advice.keeps", .piece = IOTA_WILD});
    if (deed->missing && trades)
        candidate_add(candidate,
                      (struct reason){.key = "iota.advice.three", .piece = (int16_t)deed->missing});
}

void iota_explain(struct iota_mind *mind, const struct iota_arm *arm, struct candidate *candidate)
{
    struct deed deed;
    examine(mind, arm, &deed);
    explain_end(mind, &deed, candidate);
    switch (iota_kind(arm->choice.move)) {
    case IOTA_TAKE:
        candidate_add(candidate, (struct reason){.key = "iota.advice.takes",
                                                 .piece = (int16_t)iota_card(arm->choice.move, 0)});
        break;
    case IOTA_PLAY:
        explain_points(mind, &deed, candidate);
        explain_rest(mind, &deed, candidate);
        break;
    case IOTA_TRADE:
    case IOTA_PASS: explain_idle(mind, &deed, candidate); break;
    }
}
