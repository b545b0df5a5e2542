/* SPDX-License-Identifier: MIT */
/* Verdicts and reviews as JSON: docs/engine.md has the members. */
#include "base/check.h"
#include "review/review.h"

/* ---- a verdict ---- */

static void put_move(struct json_out *out, const char *key, const struct game *game,
                     const struct state *view, move m)
{
    char bytes[MOVE_TEXT_MAX];
    struct text text;
    if (m == MOVE_WAITS) {
        json_put_null(out, key);
        return;
    }
    text_init(&text, bytes, sizeof bytes);
    game->write_move(view, m, &text);
    CHECK(!text.overflow);
    json_put_string(out, key, bytes);
}

static void put_reason(struct json_out *out, const struct game *game, const struct reason *reason,
                       const struct review_teller *teller)
{
    char bytes[MOVE_TEXT_MAX];
    struct text piece;
    json_out_open(out, '{');
    json_put_string(out, "code", reason->key);
    json_put_integer(out, "count", reason->count);
    if (reason->piece != NO_PIECE) {
        text_init(&piece, bytes, sizeof bytes);
        game->write_piece(reason->piece, &piece);
        json_put_string(out, "piece", bytes);
    }
    json_put_integer(out, "seat", reason->seat);
    if (teller)
        teller->say(teller->context, out, game, reason);
    json_out_close(out, '}');
}

static void put_reasons(struct json_out *out, const char *key, const struct game *game,
                        const struct reason *reasons, int count, const struct review_teller *teller)
{
    json_put_open(out, key, '[');
    for (int i = 0; i < count; i++)
        put_reason(out, game, &reasons[i], teller);
    json_out_close(out, ']');
}

/* The moves of a line are written as in the view; notation does not depend on what they change. */
static void put_line(struct json_out *out, const char *key, const struct game *game,
                     const struct state *view, const struct line_move *line, int count)
{
    char bytes[MOVE_TEXT_MAX];
    json_put_open(out, key, '[');
    for (int i = 0; i < count && line[i].move != MOVE_WAITS; i++) {
        struct text text;
        text_init(&text, bytes, sizeof bytes);
        game->write_move(view, line[i].move, &text);
        json_out_open(out, '[');
        json_out_integer(out, line[i].seat);
        json_out_string(out, bytes);
        json_out_close(out, ']');
    }
    json_out_close(out, ']');
}

static void put_mark(struct json_out *out, const char *name)
{
    if (name)
        json_put_string(out, "mark", name);
    else
        json_put_null(out, "mark");
}

void verdict_json(struct json_out *out, const struct game *game, const struct state *view,
                  const struct verdict *verdict, const struct review_teller *teller)
{
    put_move(out, "move", game, view, verdict->move);
    json_put_integer(out, "legal", game->legal(view, view->viewer, NULL));
    json_put_real(out, "before", verdict->best_value);
    json_put_real(out, "after", verdict->value);
    json_put_real(out, "loss", verdict->loss);
    json_put_real(out, "loss_error", verdict->loss_error);
    json_put_real(out, "value_error", verdict->value_error);
    put_move(out, "best", game, view, verdict->best);
    put_mark(out, mark_names[verdict_mark(verdict)]);
    json_put_bool(out, "forced", verdict->forced);
    json_put_integer(out, "proof", verdict->proof);
    json_put_integer(out, "best_proof", verdict->best_proof);
    json_put_bool(out, "exact", verdict->exact);
    put_reasons(out, "reasons", game, verdict->reason, verdict->reasons, teller);
    put_reasons(out, "best_reasons", game, verdict->best_reason, verdict->best_reasons, teller);
    put_line(out, "line", game, view, verdict->line, verdict->line_count);
    put_line(out, "own_line", game, view, verdict->own_line, verdict->own_line_count);
}

/* ---- a review ---- */

void review_progress_json(struct json_out *out, const struct review *review, bool done)
{
    json_put_bool(out, "done", done);
    json_put_integer(out, "judged", review->judged);
    json_put_integer(out, "of", review->count);
    json_put_integer(out, "plies", review->walk.count);
}

static void put_point(struct json_out *out, uint32_t position, double chance)
{
    json_out_open(out, '[');
    json_out_integer(out, position);
    json_out_real(out, chance);
    json_out_close(out, ']');
}

/* What a seat could think of its chances, by the number of moves made. */
static void put_curve(struct json_out *out, const struct review *review, int seat)
{
    json_put_open(out, "curve", '[');
    put_point(out, 0, review->seat[seat].start);
    for (uint32_t i = 0; i < review->count; i++) {
        const struct review_move *judged = &review->moves[i];
        if (judged->seat != seat || judged->forced)
            continue;
        put_point(out, judged->ply, judged->verdict.best_value);
        put_point(out, judged->ply + 1, judged->verdict.value);
    }
    put_point(out, review->walk.count, review->seat[seat].last);
    json_out_close(out, ']');
}

static void put_marks(struct json_out *out, const struct review_seat *seat)
{
    json_put_open(out, "marks", '{');
    for (int mark = 0; mark < MARKS; mark++)
        if (mark_names[mark])
            json_put_integer(out, mark_names[mark], seat->marks[mark]);
    json_out_close(out, '}');
}

static void put_player(struct json_out *out, const struct review *review, int seat)
{
    const struct review_seat *of = &review->seat[seat];
    json_out_open(out, '{');
    json_put_integer(out, "seat", seat);
    json_put_real(out, "start", of->start);
    if (review->decided)
        json_put_real(out, "final", of->last);
    else
        json_put_null(out, "final");
    json_put_real(out, "last", of->last);
    json_put_real(out, "luck", of->luck);
    json_put_real(out, "skill", of->others - of->slips);
    json_put_real(out, "slips", of->slips);
    json_put_real(out, "others", of->others);
    json_put_real(out, "given_up", of->given_up);
    json_put_integer(out, "decisions", of->decisions);
    json_put_integer(out, "forced", of->forced);
    put_marks(out, of);
    put_curve(out, review, seat);
    json_put_open(out, "moments", '[');
    for (int i = 0; i < of->moments; i++)
        json_out_integer(out, of->moment[i]);
    json_out_close(out, ']');
    json_out_close(out, '}');
}

static void put_review_move(struct json_out *out, struct review *review,
                            const struct review_move *judged, const struct review_teller *teller)
{
    struct walk *walk = &review->walk;
    const struct game *game = walk->record->game;
    walk_to(walk, judged->ply);
    game_observe(game, &walk->state.head, judged->seat, &review->view.head);
    json_out_open(out, '{');
    json_put_integer(out, "ply", judged->ply);
    json_put_integer(out, "seat", judged->seat);
    verdict_json(out, game, &review->view.head, &judged->verdict, teller);
    json_out_close(out, '}');
}

const char *review_turn_mark(const struct game *game, const struct review_turn *turn)
{
    const double luck = turn->luck;
    const bool doubtful = (luck < 0 ? -luck : luck) <= MARK_ERRORS * turn->error;
    if (doubtful || (!game->hidden && !game->chance))
        return NULL;
    return luck >= LUCKY_FROM ? "lucky" : luck <= -LUCKY_FROM ? "unlucky" : NULL;
}

static void put_turn(struct json_out *out, const struct game *game, const struct review_turn *turn)
{
    json_out_open(out, '{');
    json_put_integer(out, "seat", turn->seat);
    json_put_integer(out, "from", turn->from);
    json_put_integer(out, "to", turn->to);
    json_put_real(out, "luck", turn->luck);
    json_put_real(out, "error", turn->error);
    json_put_real(out, "others", turn->others);
    put_mark(out, review_turn_mark(game, turn));
    json_out_close(out, '}');
}

static void take_out(void (*spill)(void *context), void *context)
{
    if (spill)
        spill(context);
}

void review_json(struct json_out *out, struct review *review, const struct review_teller *teller,
                 void (*spill)(void *context), void *context)
{
    const struct game *game = review->walk.record->game;
    const int seats = review->walk.state.head.seats;
    json_put_string(out, "game", game->name);
    json_put_integer(out, "seats", seats);
    json_put_open(out, "players", '[');
    for (int seat = 0; seat < seats; seat++) {
        put_player(out, review, seat);
        take_out(spill, context);
    }
    json_out_close(out, ']');
    json_put_open(out, "moves", '[');
    for (uint32_t i = 0; i < review->count; i++) {
        put_review_move(out, review, &review->moves[i], teller);
        take_out(spill, context);
    }
    json_out_close(out, ']');
    json_put_open(out, "turns", '[');
    for (uint32_t i = 0; i < review->turns; i++) {
        put_turn(out, game, &review->turn[i]);
        take_out(spill, context);
    }
    json_out_close(out, ']');
}
