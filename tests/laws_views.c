/* SPDX-License-Identifier: MIT */
/*
 * The laws about what a viewer may know. The truth T looks to a viewer like V; a world W imagined
 * from V differs from T only in what the viewer cannot know. So W must look like V as well, offer
 * the viewer the same moves, and when the same move is made in T and in W the viewer must hear the
 * same, unless it reveals a card: then the events say which, and are otherwise the same.
 */
#include <string.h>

#include "base/hash.h"
#include "laws_parts.h"

enum {
    VIEWERS_QUICK = 2, /* viewers of a state in a quick run */
    WORLDS_QUICK = 1,  /* worlds imagined of a view */
    WORLDS_THOROUGH = 3,
    WORLDS_TO_VARY = 64, /* after this many worlds without a change, there will be none */
    ALIKE_QUICK = 2,     /* moves compared by their sound with those next to them */
    ALIKE_THOROUGH = 8,
    ALIKE_NEAR = 8,
    PREVIEWS = 16, /* moves compared between view and truth */
    FAIR_DEALS = 3000,
    FAIR_DEVIATIONS = 6, /* too unlikely to happen in the lifetime of these tests */
};

bool law_same_outcome(const struct state *state, const struct outcome *a, const struct outcome *b)
{
    if (a->scored != b->scored)
        return false;
    for (int seat = 0; seat < state->seats; seat++)
        if ((a->scored && a->score[seat] != b->score[seat]) ||
            (state_over(state) && a->place[seat] != b->place[seat]))
            return false;
    return true;
}

/* ---- one view ---- */

static bool law_twice(struct laws *l, int viewer)
{
    game_observe(l->game, &l->view.head, viewer, &l->other.head);
    if (!state_equal(&l->view.head, &l->other.head))
        return law_broken(l, LAW_TWICE, "the view of a view is another");
    if (viewer == SPECTATOR)
        return true;
    game_observe(l->game, &l->view.head, SPECTATOR, &l->other.head);
    if (!state_equal(&l->spectator.head, &l->other.head))
        return law_broken(l, LAW_TWICE, "a spectator of the view sees something else");
    return true;
}

/* Is a part of the deal's key anywhere in these bytes? */
static bool holds_key(const struct laws *l, const struct state *state)
{
    const uint8_t *bytes = (const uint8_t *)state;
    for (int part = 0; part < CHANCE_KEY_SIZE; part += 8)
        for (int at = 0; at + 8 <= state->size; at++)
            if (bytes[at] == l->key[part] && memcmp(bytes + at, l->key + part, 8) == 0)
                return true;
    return false;
}

static bool is_secret(const struct place *place, int viewer)
{
    return place->zone == ZONE_PILE || (place->zone == ZONE_HAND && place->seat != viewer);
}

static bool law_secret(struct laws *l, int viewer)
{
    int count;
    if (holds_key(l, &l->view.head))
        return law_broken(l, LAW_SECRET, "the key is in the view");
    if (!law_scene(l, &l->view.head, l->items, &count))
        return false;
    for (int i = 0; i < count; i++)
        if (is_secret(&l->items[i].place, viewer) && l->items[i].piece != NO_PIECE)
            return law_broken(l, LAW_SECRET, "the scene shows a card that nobody may see");
    if (!law_write(l, &l->view.head, l->text))
        return false;
    if (*law_stream(l->text) != '\0')
        return law_broken_texts(l, LAW_SECRET, "the stream is in the view's text", "", l->text);
    return true;
}

static int count_cards(const struct item *items, int count, int zone, int seat)
{
    int cards = 0;
    for (int i = 0; i < count; i++)
        if (items[i].place.zone == zone && (zone == ZONE_PILE || items[i].place.seat == seat))
            cards += items[i].count;
    return cards;
}

/* Leaves the items that lie open to the viewer. */
static int drop_secrets(struct item *items, int count, int viewer)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!is_secret(&items[i].place, viewer))
            items[kept++] = items[i];
    return kept;
}

static bool law_public(struct laws *l, int viewer)
{
    struct outcome outcome;
    int seen, all;
    l->game->tally(&l->view.head, &outcome);
    if (!law_same_outcome(&l->truth.head, &outcome, &l->outcome))
        return law_broken(l, LAW_PUBLIC, "points or places are not those of the truth");
    if (!law_scene(l, &l->view.head, l->items, &seen) ||
        !law_scene(l, &l->truth.head, l->other_items, &all))
        return false;
    for (int seat = 0; seat < l->seats; seat++)
        if (count_cards(l->items, seen, ZONE_HAND, seat) !=
            count_cards(l->other_items, all, ZONE_HAND, seat))
            return law_broken(l, LAW_PUBLIC, "a hand has another number of cards");
    if (count_cards(l->items, seen, ZONE_PILE, NO_SEAT) !=
        count_cards(l->other_items, all, ZONE_PILE, NO_SEAT))
        return law_broken(l, LAW_PUBLIC, "the pile has another number of cards");
    seen = drop_secrets(l->items, seen, viewer);
    all = drop_secrets(l->other_items, all, viewer);
    if (seen != all || memcmp(l->items, l->other_items, (size_t)seen * sizeof *l->items) != 0)
        return law_broken(l, LAW_PUBLIC, "what lies open is not what the truth has there");
    return true;
}

static bool same_account(struct laws *l, int seat, move m)
{
    struct facts *a = &l->facts, *b = &l->other_facts;
    if (!l->game->account)
        return true;
    a->count = l->game->account(&l->truth.head, seat, m, a->list);
    b->count = l->game->account(&l->view.head, seat, m, b->list);
    return law_facts_hold(a, b) && law_facts_hold(b, a);
}

/* A move of one's own is the same from one's view: its text, its steps, its gain. */
static bool same_preview(struct laws *l, int seat, move m)
{
    char a[MOVE_TEXT_MAX], b[MOVE_TEXT_MAX];
    struct step steps[2 * STEPS_MAX] = {0}, other[2 * STEPS_MAX] = {0};
    struct text text;
    const struct game *game = l->game;
    text_init(&text, a, sizeof a);
    game->write_move(&l->truth.head, m, &text);
    text_init(&text, b, sizeof b);
    game->write_move(&l->view.head, m, &text);
    int count = game->steps(&l->truth.head, seat, m, steps);
    return string_equal(a, b) && game->steps(&l->view.head, seat, m, other) == count &&
           memcmp(steps, other, (size_t)count * sizeof *steps) == 0 &&
           game->gain(&l->truth.head, seat, m) == game->gain(&l->view.head, seat, m) &&
           same_account(l, seat, m);
}

static bool law_view(struct laws *l, int viewer)
{
    for (int seat = 0; seat < l->seats; seat++) {
        l->report.seat = seat;
        l->list.count = l->game->legal(&l->truth.head, seat, l->list.list);
        l->other_list.count = l->game->legal(&l->view.head, seat, l->other_list.list);
        if (l->game->legal(&l->view.head, seat, NULL) != l->other_list.count)
            return law_broken(l, LAW_COUNT, "counting gives another number in a view");
        bool hidden =
            l->other_list.count == HIDDEN && l->game->hidden && seat != viewer && l->list.count > 0;
        if (!hidden && !law_same_moves(&l->list, &l->other_list))
            return law_broken(l, LAW_VIEW, "the view has other legal moves");
        for (int i = 0; i < PREVIEWS && seat == viewer && l->list.count > 0; i++) {
            move m = l->list.list[search_rng_below(&l->check, (uint32_t)l->list.count)];
            law_note_move(l, &l->truth.head, m);
            if (!same_preview(l, seat, m))
                return law_broken(l, LAW_VIEW, "text, steps or gain differ in the view");
        }
    }
    l->report.move[0] = '\0';
    l->report.seat = NO_SEAT;
    return true;
}

/* What a browser or an engine gets: the view's text, read into `other`. */
static bool law_view_text(struct laws *l, int viewer)
{
    struct state *read = &l->other.head;
    if (!law_write(l, &l->view.head, l->text) || !law_read(l, &l->other, 0, l->text))
        return false;
    bool hides = memchr(l->text, '#', string_size(l->text)) != NULL;
    if (read->viewer != (hides ? SPECTATOR : TRUTH))
        return law_broken_texts(l, LAW_POSITION, "the reader's viewer is wrong", "", l->text);
    read->viewer = (int8_t)viewer;
    if (!law_audit(l, read) || !law_write(l, read, l->other_text))
        return false;
    if (!string_equal(l->text, l->other_text))
        return law_broken_texts(l, LAW_POSITION, "a view read and written differs", l->text,
                                l->other_text);
    if (state_over(&l->truth.head))
        return true;
    if (read->actors != l->truth.head.actors)
        return law_broken(l, LAW_POSITION, "the actors are not read back from a view");
    for (int seat = 0; seat < l->seats; seat++) {
        l->list.count = l->game->legal(&l->view.head, seat, l->list.list);
        l->other_list.count = l->game->legal(read, seat, l->other_list.list);
        if (!law_same_moves(&l->list, &l->other_list))
            return law_broken(l, LAW_POSITION, "a view read back has other legal moves");
    }
    return true;
}

/* ---- imagined worlds ---- */

/* Imagines a world of a view into `world`; it must be a sound truth that looks like the view. */
static bool law_world(struct laws *l, const struct state *view, int viewer)
{
    struct state *world = &l->world.head;
    law_copy(&l->world, view);
    l->game->imagine(world, &l->check);
    if (world->viewer != TRUTH)
        return law_broken(l, LAW_WORLD, "the imagined world is no truth");
    if (!law_audit(l, world))
        return false;
    game_observe(l->game, world, viewer, &l->copy.head);
    if (!state_equal(&l->copy.head, view)) {
        if (!law_write(l, view, l->text) || !law_write(l, &l->copy.head, l->other_text))
            return false;
        return law_broken_texts(l, LAW_WORLD, "the imagined world looks different", l->text,
                                l->other_text);
    }
    for (int seat = 0; seat < l->seats; seat++)
        if (!law_legal(l, world, seat, &l->other_list))
            return false;
    return true;
}

static bool law_world_of_truth(struct laws *l, int viewer)
{
    if (!law_world(l, &l->view.head, viewer))
        return false;
    game_observe(l->game, &l->world.head, SPECTATOR, &l->copy.head);
    if (!state_equal(&l->copy.head, &l->spectator.head))
        return law_broken(l, LAW_WORLD, "the imagined world looks different to a spectator");
    if (viewer == SPECTATOR)
        return true;
    l->list.count = l->game->legal(&l->truth.head, viewer, l->list.list);
    l->other_list.count = l->game->legal(&l->world.head, viewer, l->other_list.list);
    if (!law_same_moves(&l->list, &l->other_list))
        return law_broken(l, LAW_WORLD, "in the imagined world the viewer has other moves");
    return true;
}

/* An imagined world is a position like any other. */
static bool law_world_text(struct laws *l)
{
    if (!law_write(l, &l->world.head, l->text) || !law_read(l, &l->copy, 0, l->text))
        return false;
    if (l->copy.head.viewer != TRUTH || !law_write(l, &l->copy.head, l->other_text))
        return law_broken_texts(l, LAW_WORLD, "the imagined world hides cards", "", l->text);
    if (!string_equal(l->text, l->other_text))
        return law_broken_texts(l, LAW_POSITION, "an imagined world read and written differs",
                                l->text, l->other_text);
    return true;
}

/* How often each sign is in a position's text, without its stream. */
static void count_signs(const char *text, int signs[128])
{
    for (const char *end = law_stream(text); text < end; text++)
        signs[*text & 127]++;
}

/* A world is the truth with hidden cards exchanged, so its text has the same signs, unless cards
 * are out of play; and those are out of play from the deal on. Uses l->text of law_world_text. */
static bool law_cards(struct laws *l)
{
    int here[128] = {0}, there[128] = {0};
    count_signs(l->position, here);
    count_signs(l->text, there);
    if (memcmp(here, there, sizeof here) == 0)
        return true;
    if (l->ply > 0 && l->whole_deck)
        return law_broken_texts(l, LAW_CARDS, "a card is not in play any more", l->position,
                                l->text);
    l->whole_deck = false;
    return true;
}

static uint64_t view_key(struct laws *l, const struct state *state, int viewer)
{
    game_observe(l->game, state, viewer, &l->copy.head);
    return hash_bytes(HASH_START, &l->copy, l->copy.head.size);
}

/* At the deal, worlds are imagined until every other seat's view was not the same in all of them.
 */
static bool law_varies(struct laws *l, int viewer)
{
    uint64_t first[SEATS_MAX] = {0};
    bool varied[SEATS_MAX] = {false};
    int left = l->seats - (viewer == SPECTATOR ? 0 : 1);
    for (int i = 0; i < WORLDS_TO_VARY && left > 0; i++) {
        if (!law_world_of_truth(l, viewer))
            return false;
        for (int seat = 0; seat < l->seats; seat++) {
            uint64_t key = seat == viewer ? 0 : view_key(l, &l->world.head, seat);
            if (i == 0)
                first[seat] = key;
            if (key != first[seat] && !varied[seat]) {
                varied[seat] = true;
                left--;
            }
        }
    }
    if (left > 0)
        return law_broken(l, LAW_VARIES, "another's view is the same in every world imagined");
    return true;
}

/* ---- fairness: who holds what at the start, in truth and in imagined worlds ---- */

static void count_hand(const struct item *items, int count, int seat, uint32_t *held)
{
    for (int i = 0; i < count; i++)
        if (items[i].place.zone == ZONE_HAND && items[i].place.seat == seat &&
            items[i].piece > NO_PIECE && items[i].piece < LAW_PIECES_MAX)
            held[items[i].piece]++;
}

/* Deals the game of a seed and counts one hand, as it is and as another chair imagines it: one pair
 * of chairs a deal, so that all counts are independent. */
static void count_deal(struct laws *l, uint64_t seed)
{
    law_deal(l, seed);
    int viewer = (int)(seed % (uint64_t)l->seats), seat = (viewer + 1) % l->seats;
    game_observe(l->game, &l->truth.head, viewer, &l->world.head);
    l->game->imagine(&l->world.head, &l->check);
    count_hand(l->items, l->game->scene(&l->truth.head, l->items), seat, l->held);
    count_hand(l->items, l->game->scene(&l->world.head, l->items), seat, l->imagined);
}

bool law_fair(struct laws *l, uint64_t seed)
{
    memset(l->held, 0, sizeof l->held);
    memset(l->imagined, 0, sizeof l->imagined);
    for (int i = 0; i < FAIR_DEALS && l->game->hidden; i++)
        count_deal(l, seed + (uint64_t)i);
    for (int piece = 1; piece < LAW_PIECES_MAX; piece++) {
        uint64_t a = l->held[piece], b = l->imagined[piece], apart = a > b ? a - b : b - a;
        if (apart * apart > FAIR_DEVIATIONS * FAIR_DEVIATIONS * (a + b)) {
            struct text text;
            text_init(&text, l->text, sizeof l->text);
            text_string(&text, "piece ");
            l->game->write_piece(piece, &text);
            text_string(&text, " dealt ");
            text_number(&text, (int64_t)a);
            text_string(&text, " times, imagined ");
            text_number(&text, (int64_t)b);
            return law_broken_texts(l, LAW_FAIR, "imagined hands differ from dealt ones", "",
                                    l->text);
        }
    }
    return true;
}

/* ---- news ---- */

/* A move that is legal for the seat in both worlds, or 0. */
static move common_move(struct laws *l, int seat)
{
    struct moves *a = &l->list, *b = &l->other_list;
    int common = 0;
    a->count = l->game->legal(&l->truth.head, seat, a->list);
    b->count = l->game->legal(&l->world.head, seat, b->list);
    for (int i = 0, k = 0; i < a->count && k < b->count;) {
        if (a->list[i] == b->list[k]) {
            a->list[common++] = a->list[i++];
            k++;
        } else if (a->list[i] < b->list[k]) {
            i++;
        } else {
            k++;
        }
    }
    return common > 0 ? a->list[search_rng_below(&l->check, (uint32_t)common)] : 0;
}

/* An event without faces, and without the place in the viewer's own hand that depends on one. */
static struct event faceless(const struct event *event, int viewer)
{
    struct event bare = *event;
    bare.piece = NO_PIECE;
    if (bare.from.zone == ZONE_HAND && bare.from.seat == viewer)
        bare.from.x = 0;
    if (bare.to.zone == ZONE_HAND && bare.to.seat == viewer)
        bare.to.x = 0;
    return bare;
}

static bool same_but_faces(const struct events *a, const struct events *b, int viewer)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++) {
        struct event one = faceless(&a->list[i], viewer), other = faceless(&b->list[i], viewer);
        if (memcmp(&one, &other, sizeof one) != 0)
            return false;
    }
    return true;
}

/* Cards drawn one after the other may come in another order and still make the same hand. */
static bool same_faces(const struct events *a, const struct events *b)
{
    uint64_t faces[2] = {0, 0};
    for (int i = 0; i < a->count; i++) {
        faces[0] += hash_bytes(HASH_START, &a->list[i].piece, sizeof a->list[i].piece);
        faces[1] += hash_bytes(HASH_START, &b->list[i].piece, sizeof b->list[i].piece);
    }
    return faces[0] == faces[1];
}

static bool tells_deal(const struct events *events)
{
    for (int i = 0; i < events->count; i++)
        if (events->list[i].kind == EVENT_DEAL)
            return true;
    return false;
}

/* The move has been made in `copy`, from the truth, and in `copy_world`, from a world that looked
 * the same; their events are in `events` of each. */
static bool same_news(struct laws *l, int viewer, struct events *a, struct events *b)
{
    events_observe(a, viewer);
    events_observe(b, viewer);
    game_observe(l->game, &l->copy.head, viewer, &l->other.head);
    game_observe(l->game, &l->copy_world.head, viewer, &l->world.head);
    bool heard =
        a->count == b->count && memcmp(a->list, b->list, (size_t)a->count * sizeof *a->list) == 0;
    if (!same_but_faces(a, b, viewer))
        return law_broken(l, LAW_NEWS, "the events differ in more than faces");
    if (state_equal(&l->other.head, &l->world.head))
        return same_faces(a, b) || law_broken(l, LAW_NEWS, "the same view, but other events");
    if (heard && !tells_deal(a))
        return law_broken(l, LAW_NEWS, "another view, but no event tells of it");
    if (memcmp(&l->other.head, &l->world.head, sizeof(struct state)) != 0)
        return law_broken(l, LAW_NEWS, "hidden cards decide who acts");
    return true;
}

/* Makes one move of each actor in the truth and in `world`, and compares what the viewer learns. */
static bool law_news(struct laws *l, int viewer)
{
    struct events *a = &l->events, *b = &l->other_events;
    state_copy(&l->kept_world.head, &l->world.head);
    for (int seat = 0; seat < l->seats; seat++) {
        state_copy(&l->world.head, &l->kept_world.head);
        move m = state_acts(&l->truth.head, seat) ? common_move(l, seat) : 0;
        if (m == 0)
            continue;
        l->report.seat = seat;
        law_note_move(l, &l->truth.head, m);
        law_copy(&l->copy, &l->truth.head);
        law_copy(&l->copy_world, &l->world.head);
        a->count = b->count = 0;
        game_apply(l->game, &l->copy.head, seat, m, a);
        game_apply(l->game, &l->copy_world.head, seat, m, b);
        if (!same_news(l, viewer, a, b))
            return false;
    }
    l->report.move[0] = '\0';
    l->report.seat = NO_SEAT;
    return true;
}

static void try_move(struct laws *l, union any_state *to, int seat, move m, int viewer,
                     struct events *heard)
{
    law_copy(to, &l->truth.head);
    heard->count = 0;
    game_apply(l->game, &to->head, seat, m, heard);
    events_observe(heard, viewer);
}

/* Two moves of another player, made in `copy` and `copy_world`, whose events differ only in faces:
 * if the viewer sees the same after both, a secret was revealed. Of a trade of hidden cards, for
 * example, the viewer may hear only how many cards there were. */
static bool tells_secret(struct laws *l, int viewer)
{
    const struct events *a = &l->events, *b = &l->other_events;
    if (!same_but_faces(a, b, viewer) || same_faces(a, b) || tells_deal(a))
        return false;
    game_observe(l->game, &l->copy.head, viewer, &l->other.head);
    game_observe(l->game, &l->copy_world.head, viewer, &l->world.head);
    return state_equal(&l->other.head, &l->world.head);
}

static bool law_alike_of(struct laws *l, int viewer, int seat)
{
    int count = l->game->legal(&l->truth.head, seat, l->list.list);
    int times = l->level == LAWS_THOROUGH ? ALIKE_THOROUGH : ALIKE_QUICK;
    for (int i = 0; i < times; i++) {
        int at = (int)search_rng_below(&l->check, (uint32_t)count);
        try_move(l, &l->copy, seat, l->list.list[at], viewer, &l->events);
        for (int other = at + 1; other < count && other <= at + ALIKE_NEAR; other++) {
            try_move(l, &l->copy_world, seat, l->list.list[other], viewer, &l->other_events);
            if (!tells_secret(l, viewer))
                continue;
            law_note_move(l, &l->truth.head, l->list.list[at]);
            return law_broken(l, LAW_NEWS, "events show what the view after the move does not");
        }
    }
    return true;
}

static bool law_alike(struct laws *l, int viewer)
{
    for (int seat = 0; seat < l->seats; seat++) {
        if (seat == viewer || !state_acts(&l->truth.head, seat))
            continue;
        l->report.seat = seat;
        if (!law_alike_of(l, viewer, seat))
            return false;
    }
    l->report.seat = NO_SEAT;
    return true;
}

/* ---- all of it ---- */

static bool check_worlds(struct laws *l, int viewer)
{
    int worlds = l->level == LAWS_THOROUGH ? WORLDS_THOROUGH : WORLDS_QUICK;
    if (!law_view_text(l, viewer) || !law_world(l, &l->other.head, viewer))
        return false;
    for (int i = 0; i < worlds; i++) {
        if (!law_world_of_truth(l, viewer) || !law_world_text(l) || !law_cards(l))
            return false;
        if (!law_news(l, viewer))
            return false;
    }
    if (!l->game->hidden)
        return true;
    return law_alike(l, viewer) && (l->ply > 0 || law_varies(l, viewer));
}

/* A view's facts are true; only secrets may be missing, so a world has the same facts as the view.
 */
static bool law_view_facts(struct laws *l)
{
    if (!law_facts(l, &l->truth.head, &l->facts) || !law_facts(l, &l->view.head, &l->other_facts))
        return false;
    if (!law_facts_hold(&l->other_facts, &l->facts))
        return law_broken(l, LAW_FACTS, "a fact of the view is none of the truth");
    return true;
}

static bool check_view(struct laws *l, int viewer)
{
    l->report.viewer = viewer;
    game_observe(l->game, &l->truth.head, viewer, &l->view.head);
    if (!law_audit(l, &l->view.head) || !law_twice(l, viewer) || !law_public(l, viewer) ||
        (l->game->hidden && !law_secret(l, viewer)) || !law_view_facts(l) || !law_view(l, viewer))
        return false;
    if (!check_worlds(l, viewer))
        return false;
    l->report.viewer = TRUTH;
    return true;
}

bool law_views(struct laws *l)
{
    game_observe(l->game, &l->truth.head, SPECTATOR, &l->spectator.head);
    if (l->ply == 0 || l->level == LAWS_THOROUGH) {
        for (int viewer = SPECTATOR; viewer < l->seats; viewer++)
            if (viewer != TRUTH && !check_view(l, viewer))
                return false;
        return true;
    }
    for (int i = 0; i < VIEWERS_QUICK; i++) {
        int viewer = (int)search_rng_below(&l->check, (uint32_t)l->seats + 1);
        if (!check_view(l, viewer == l->seats ? SPECTATOR : viewer))
            return false;
    }
    return true;
}
