/* SPDX-License-Identifier: MIT */
/*
 * Tables where players say part of a move themselves, such as Cento's products. Their screens light
 * nothing up, and a move that is a wrong answer is an event of its own, a try:
 *
 *     move ─▶ legal: a move        ─▶ not legal, but an answer: a try ─▶ the third: the turn is
 * lost
 *
 * The card of a wrong answer goes back to the hand. So only its player is told which it was; the
 * other players are told that there was one, and onlookers nothing. The record knows no tries.
 */
#include "base/check.h"
#include "base/json.h"
#include "table/table_parts.h"

const char *const aloud_names[] = {
    [ALOUD_OFF] = "off",
    [ALOUD_ON] = "on",
    [ALOUD_THREE] = "three",
};

const char *table_apply_aloud(struct table *table, const char *value)
{
    int aloud = 0;
    while (aloud < ALOUDS && !string_equal(aloud_names[aloud], value))
        aloud++;
    if (!table->game->answer)
        return "table.aloud.game";
    if (aloud == ALOUDS)
        return "table.aloud.value";
    table->aloud = (enum aloud)aloud;
    return NULL;
}

/* ---- tries ---- */

static void keep_try(struct table_tries *tries, uint32_t ply, const char *text)
{
    if (tries->kept == TRIES_KEPT)
        memmove(&tries->list[0], &tries->list[1], (TRIES_KEPT - 1) * sizeof tries->list[0]);
    else
        tries->kept++;
    memset(&tries->list[tries->kept - 1], 0, sizeof tries->list[0]);
    tries->list[tries->kept - 1].ply = ply;
    memcpy(tries->list[tries->kept - 1].move, text, string_size(text));
    tries->count++;
    tries->turn = (uint8_t)(tries->turn + (tries->turn < UINT8_MAX));
}

const char *table_apply_try(struct table *table, struct table_workspace *workspace,
                            const struct table_event *event)
{
    struct match *match = &table->match;
    const struct state *state = &match->state.head;
    struct table_tries *tries = &table->tries[event->seat];
    move m;
    if (table->aloud == ALOUD_OFF)
        return "table.event.broken";
    const char *reason = match_hear(match, event->seat, VERSION_ANY, event->time);
    if (reason)
        return reason;
    if (tries->count == TRIES_MATCH || string_size(event->rest) >= TRY_TEXT_MAX ||
        !game_read_move(table->game, state, event->seat, event->rest, &workspace->moves, &m) ||
        table->game->answer(state, event->seat, event->rest, workspace->moves.list) == NO_ANSWER)
        return "table.event.broken";
    keep_try(tries, match->count, event->rest);
    return NULL;
}

void table_renew_tries(struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++) {
        struct table_tries *tries = &table->tries[seat];
        tries->turn = 0;
        while (tries->kept > 0 && tries->list[tries->kept - 1].ply > table->match.count) {
            memset(&tries->list[--tries->kept], 0, sizeof tries->list[0]);
            tries->count--;
        }
    }
}

/* Where the rules do not let a player lose the turn, they go on trying. */
void table_follow_try(struct table *table, struct table_workspace *workspace,
                      const struct table_event *event)
{
    struct table_event lost = {
        .time = event->time, .guest = NO_GUEST, .kind = TABLE_MOVE, .seat = event->seat};
    if (event->kind != TABLE_TRY || table->aloud != ALOUD_THREE ||
        table->tries[event->seat].turn < TRIES_TURN)
        return;
    memcpy(lost.rest, table->game->forfeit, string_size(table->game->forfeit) + 1);
    table_do(table, workspace, &lost);
}

/* ---- telling ---- */

static void put_counts(struct json_out *out, const struct table *table, bool match)
{
    json_put_open(out, match ? "wrong" : "tried", '[');
    for (int seat = 0; seat < table->seats; seat++)
        json_out_integer(out, match ? table->tries[seat].count : table->tries[seat].turn);
    json_out_close(out, ']');
}

/* What lay open: what the answer had to fit. */
static void put_lead(struct json_out *out, const struct game *game, const struct state *past)
{
    struct facts facts;
    char piece[MOVE_TEXT_MAX];
    struct text text;
    game_facts(game, past, &facts);
    const struct fact *lead = facts_find(&facts, FACT_LEAD, NO_SEAT);
    if (!lead)
        return;
    text_init(&text, piece, sizeof piece);
    game->write_piece(lead->piece, &text);
    json_put_string(out, "on", piece);
}

static void write_try(struct json_out *out, const struct game *game,
                      struct table_workspace *workspace, const struct state *past, int seat,
                      const char *said)
{
    int count = game->answer(past, seat, said, workspace->moves.list);
    json_out_open(out, '{');
    json_put_string(out, "move", said);
    put_lead(out, game, past);
    json_put_open(out, "right", '[');
    for (int i = 0; i < count; i++) {
        char right[MOVE_TEXT_MAX];
        struct text text;
        text_init(&text, right, sizeof right);
        game->write_move(past, workspace->moves.list[i], &text);
        json_out_string(out, right);
    }
    json_out_close(out, ']');
    json_out_close(out, '}');
}

/* The player's own, replayed from the deal. */
static void put_answers(struct json_out *out, const struct table *table,
                        struct table_workspace *workspace, int seat)
{
    const struct match *match = &table->match;
    const struct table_tries *tries = &table->tries[seat];
    union any_state past;
    uint32_t at = 0;
    match_restart(match, &past.head);
    json_put_open(out, "answers", '[');
    for (int i = 0; i < tries->kept; i++) {
        for (; at < tries->list[i].ply; at++)
            CHECK(game_apply(table->game, &past.head, match->log[at].seat, match->log[at].move,
                             NULL));
        write_try(out, table->game, workspace, &past.head, seat, tries->list[i].move);
    }
    json_out_close(out, ']');
}

void table_put_tries(struct json_out *out, const struct table *table,
                     struct table_workspace *workspace, int viewer)
{
    if (table->aloud == ALOUD_OFF || viewer < 0)
        return;
    put_counts(out, table, false);
    if (table->aloud == ALOUD_THREE)
        json_put_integer(out, "tries", TRIES_TURN);
    if (!match_over(&table->match))
        return;
    put_counts(out, table, true);
    put_answers(out, table, workspace, viewer);
}
