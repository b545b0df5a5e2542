/* SPDX-License-Identifier: MIT */
/*
 * The laws about the text of positions: it is complete and canonical, so what is read from it is
 * the same position and plays on in the same way. Only the history of repetitions is not in it:
 * where a game ends by that, the text is compared with a state that keeps no history.
 */
#include <string.h>

#include "laws_parts.h"

enum {
    ALTERED_QUICK = 4, /* altered texts of a state */
    ALTERED_THOROUGH = 16,
    HEX_DIGITS = 64, /* of a stream's key */
};

bool law_write(struct laws *l, const struct state *state, char buffer[POSITION_MAX])
{
    struct text text;
    text_init(&text, buffer, POSITION_MAX);
    l->game->write_state(state, &text);
    if (text.overflow || text.size == 0)
        return law_broken(l, LAW_POSITION, "the text is empty or longer than POSITION_MAX");
    for (uint32_t i = 0; i < text.size; i++)
        if (buffer[i] < ' ' || buffer[i] > '~')
            return law_broken(l, LAW_POSITION, "the text is not plain");
    return true;
}

static const char *try_read(struct laws *l, union any_state *state, int seats, const char *text)
{
    game_init(l->game, &state->head, seats);
    memcpy(state->head.option, l->option, sizeof l->option);
    return game_read(l->game, &state->head, text);
}

bool law_read(struct laws *l, union any_state *state, int seats, const char *text)
{
    const char *reason = try_read(l, state, seats, text);
    if (reason)
        return law_broken_texts(l, LAW_POSITION, "a written position is refused", text, reason);
    return true;
}

const char *law_stream(const char *text)
{
    while (*text) {
        struct scan scan = {text};
        if (scan_string(&scan, " rng="))
            break;
        text++;
    }
    return text;
}

/* ---- altered texts ---- */

/* One small typing error. */
void law_alter(struct search_rng *rng, char *text, size_t capacity)
{
    static const char alphabet[] = "0123456789#-+/,:=@!?.><~ abcdestxRGBYWoplnrkuy";
    size_t size = string_size(text);
    size_t at = search_rng_below(rng, (uint32_t)size + 1);
    char c = alphabet[search_rng_below(rng, sizeof alphabet - 1)];
    bool copies = size > 0 && search_rng_below(rng, 2) == 0;
    if (copies) /* a letter that the text has is likelier to be understood */
        c = text[search_rng_below(rng, (uint32_t)size)];
    switch (search_rng_below(rng, 4)) {
    case 0: /* one more */
        if (size + 2 > capacity)
            break;
        memmove(text + at + 1, text + at, size - at + 1);
        text[at] = c;
        break;
    case 1: /* one less */
        if (at < size)
            memmove(text + at, text + at + 1, size - at);
        break;
    case 2: /* two exchanged */
        if (at + 1 < size) {
            c = text[at];
            text[at] = text[at + 1];
            text[at + 1] = c;
        }
        break;
    default: /* another */
        if (at < size)
            text[at] = c;
    }
}

/* A position that somebody made up: it can be played or viewed. */
static bool made_up_plays(struct laws *l, union any_state *state)
{
    const struct state *head = &state->head;
    for (int seat = 0; seat < head->seats; seat++) {
        if (!state_acts(head, seat))
            continue;
        int count = l->game->legal(head, seat, l->list.list);
        if (count == 0 || (count < 0 && head->viewer == TRUTH))
            return law_broken_texts(l, LAW_LEGAL, "an actor of this position has no move",
                                    l->position, l->text);
        if (l->game->legal(head, seat, NULL) != count)
            return law_broken_texts(l, LAW_COUNT, "in this position counting gives another number",
                                    l->position, l->text);
        if (count < 0 || head->viewer != TRUTH)
            continue;
        law_copy(&l->copy, head);
        move m = l->list.list[search_rng_below(&l->check, (uint32_t)count)];
        if (!game_apply(l->game, &l->copy.head, seat, m, NULL))
            continue;
        if (l->game->audit(&l->copy.head))
            return law_broken_texts(l, LAW_AUDIT, l->game->audit(&l->copy.head), "", l->text);
        if (!law_write(l, &l->copy.head, l->other_text) ||
            !law_read(l, &l->copy_world, 0, l->other_text))
            return false;
    }
    return true;
}

void law_respell(const struct laws *l, char *text, size_t size)
{
    char one_way[POSITION_MAX];
    struct text out;
    if (!l->game->respell)
        return;
    text_init(&out, one_way, sizeof one_way);
    l->game->respell(text, &out);
    text_init(&out, text, size);
    text_string(&out, one_way);
}

static bool altered_is_canonical(struct laws *l)
{
    struct text text;
    text_init(&text, l->text, sizeof l->text);
    text_string(&text, l->position);
    for (uint32_t times = 1 + search_rng_below(&l->check, 2); times > 0; times--)
        law_alter(&l->check, l->text, sizeof l->text);
    memcpy(l->report.got, l->text, sizeof l->text); /* in case the reader does not come back */
    const char *reason = try_read(l, &l->other, 0, l->text);
    if (reason && !law_reason(l, reason))
        return law_broken_texts(l, LAW_CANONICAL, "the reason is no key", l->text, reason);
    if (reason)
        return true;
    int seats = l->seats;
    l->seats = l->other.head.seats; /* the text may have told of more or fewer */
    bool good = law_write(l, &l->other.head, l->other_text);
    law_respell(l, l->text, sizeof l->text);
    if (good && !string_equal(l->text, l->other_text))
        good = law_broken_texts(l, LAW_CANONICAL, "read, and written another way", l->text,
                                l->other_text);
    good = good && made_up_plays(l, &l->other);
    l->seats = seats;
    return good;
}

/* ---- the state as it is ---- */

/* The actors a reader must find: those of the truth, but of a state without history where that
 * ended the game. */
static uint16_t actors_without_history(struct laws *l)
{
    if (!state_over(&l->truth.head) || l->ply == 0)
        return l->truth.head.actors;
    law_copy(&l->copy, &l->before.head);
    l->copy.head.flags |= STATE_FORGETFUL;
    l->game->apply(&l->copy.head, l->last_seat, l->last_move, NULL);
    return l->copy.head.actors;
}

static bool read_back_is_same(struct laws *l)
{
    const struct state *truth = &l->truth.head, *read = &l->other.head;
    struct outcome outcome;
    if (read->seats != truth->seats || read->viewer != TRUTH || read->flags != 0)
        return law_broken(l, LAW_POSITION, "seats, viewer or flags are not read back");
    if (read->actors != actors_without_history(l))
        return law_broken(l, LAW_POSITION, "the actors are not read back");
    l->game->tally(read, &outcome);
    if (state_over(read) == state_over(truth) && !law_same_outcome(truth, &outcome, &l->outcome))
        return law_broken(l, LAW_POSITION, "points or places are not read back");
    for (int seat = 0; seat < l->seats && !state_over(truth); seat++) {
        l->list.count = l->game->legal(truth, seat, l->list.list);
        l->other_list.count = l->game->legal(read, seat, l->other_list.list);
        if (!law_same_moves(&l->list, &l->other_list))
            return law_broken(l, LAW_POSITION, "read back there are other legal moves");
    }
    if (state_over(read) == state_over(truth)) {
        if (!law_facts(l, truth, &l->facts) || !law_facts(l, read, &l->other_facts))
            return false;
        if (!law_facts_hold(&l->facts, &l->other_facts) ||
            !law_facts_hold(&l->other_facts, &l->facts))
            return law_broken(l, LAW_FACTS, "read back the facts are others");
    }
    return true;
}

/* Seats that the text contradicts, and a stream where there is none to be. */
static bool contradictions_are_refused(struct laws *l)
{
    for (int seats = l->game->seats_min; seats <= l->game->seats_max; seats++)
        if (seats != l->seats && !try_read(l, &l->other, seats, l->position))
            return law_broken(l, LAW_POSITION, "read for another number of seats");
    bool streams = *law_stream(l->position) != '\0';
    if (streams != l->game->chance)
        return law_broken(l, LAW_POSITION, "the stream is missing, or there should be none");
    if (l->game->chance)
        return true;
    struct text text;
    text_init(&text, l->text, sizeof l->text);
    text_string(&text, l->position);
    text_string(&text, " rng=");
    for (int i = 0; i < HEX_DIGITS; i++)
        text_char(&text, '0');
    text_string(&text, ":0");
    if (!try_read(l, &l->other, 0, l->text))
        return law_broken(l, LAW_POSITION, "a stream is read where there is no chance");
    return true;
}

bool law_position(struct laws *l)
{
    int altered = l->level == LAWS_THOROUGH ? ALTERED_THOROUGH : ALTERED_QUICK;
    if (!contradictions_are_refused(l) || !law_read(l, &l->other, l->seats, l->position) ||
        !law_read(l, &l->other, 0, l->position) || !law_write(l, &l->other.head, l->text))
        return false;
    if (!string_equal(l->text, l->position))
        return law_broken_texts(l, LAW_POSITION, "read and written it differs", l->position,
                                l->text);
    if (!read_back_is_same(l))
        return false;
    for (int i = 0; i < altered; i++)
        if (!altered_is_canonical(l))
            return false;
    l->report.got[0] = '\0';
    return true;
}

/* ---- the move from `before` to `truth` ---- */

static bool same_events(const struct events *a, const struct events *b)
{
    return a->count == b->count &&
           memcmp(a->list, b->list, (size_t)a->count * sizeof *a->list) == 0;
}

static bool law_forgetful(struct laws *l, int seat, move m)
{
    law_copy(&l->copy, &l->before.head);
    l->copy.head.flags |= STATE_FORGETFUL;
    l->game->apply(&l->copy.head, seat, m, NULL);
    if (l->copy.head.flags != STATE_FORGETFUL)
        return law_broken(l, LAW_FORGETFUL, "the flags change");
    if (!law_audit(l, &l->copy.head) || !law_write(l, &l->copy.head, l->text))
        return false;
    if (!string_equal(l->text, l->position))
        return law_broken_texts(l, LAW_FORGETFUL, "without history the move leads elsewhere",
                                l->position, l->text);
    return true;
}

/* Without its stream a position plays the same, or says that it needs a shuffle. */
static bool law_dry(struct laws *l, int seat, move m)
{
    const char *stream = law_stream(l->position_before), *now = law_stream(l->position);
    bool told = false, drew = !string_equal(stream, now);
    struct text text;
    text_init(&text, l->text, sizeof l->text);
    text_bytes(&text, l->position_before, (size_t)(stream - l->position_before));
    for (int i = 0; i < l->events.count; i++)
        told |= l->events.list[i].kind == EVENT_SHUFFLE || l->events.list[i].kind == EVENT_DEAL;
    if (!law_read(l, &l->copy, 0, l->text))
        return false;
    l->game->apply(&l->copy.head, seat, m, NULL);
    bool dry = (l->copy.head.flags & STATE_DRY) != 0;
    if (drew && !dry)
        return law_broken(l, LAW_DRY, "chance without a stream");
    if (dry && !drew && !told)
        return law_broken(l, LAW_DRY, "dry although nothing was shuffled");
    if (dry)
        return true;
    text_init(&text, l->other_text, sizeof l->other_text);
    text_bytes(&text, l->position, (size_t)(now - l->position));
    if (!law_write(l, &l->copy.head, l->text))
        return false;
    if (!string_equal(l->text, l->other_text))
        return law_broken_texts(l, LAW_DRY, "without its stream the move leads elsewhere",
                                l->other_text, l->text);
    return true;
}

bool law_onward(struct laws *l, int seat, move m)
{
    if (!law_read(l, &l->other, 0, l->position_before))
        return false;
    l->other_events.count = 0;
    if (!game_apply(l->game, &l->other.head, seat, m, &l->other_events))
        return law_broken(l, LAW_ONWARD, "with its stream it ran dry");
    if (!law_audit(l, &l->other.head) || !law_write(l, &l->other.head, l->text))
        return false;
    if (!string_equal(l->text, l->position))
        return law_broken_texts(l, LAW_ONWARD, "the move leads elsewhere", l->position, l->text);
    if (state_over(&l->other.head) == state_over(&l->truth.head) &&
        !same_events(&l->events, &l->other_events))
        return law_broken(l, LAW_ONWARD, "the move has other events");
    if (!law_forgetful(l, seat, m))
        return false;
    if (l->copy.head.actors != l->other.head.actors)
        return law_broken(l, LAW_FORGETFUL, "other actors than from text");
    return l->game->chance ? law_dry(l, seat, m) : true;
}
