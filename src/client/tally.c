/* SPDX-License-Identifier: MIT */
/* Adds up the games of a box. */
#include "client/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* ---- which ---- */

static bool is_mine(const struct boxed *boxed, int seat)
{
    return boxed->tags.mine >> seat & 1;
}

static bool is_bot(const struct boxed *boxed, int seat)
{
    return boxed->seat[seat].owner == HOLDER_BOT;
}

static bool plays_in(const struct boxed *boxed, const char *against)
{
    for (int seat = 0; seat < boxed->seats; seat++) {
        const struct match_seat *row = &boxed->seat[seat];
        const char *name = is_bot(boxed, seat) ? row->level : row->name;
        if (!is_mine(boxed, seat) && string_equal(name, against))
            return true;
    }
    return false;
}

bool tally_fits(const struct tally_filter *filter, const struct boxed *boxed)
{
    return (!filter->game || boxed->game == filter->game) &&
           (!filter->against || plays_in(boxed, filter->against)) &&
           (filter->result == BOXED_NONE || boxed_result(boxed) == filter->result) &&
           (!filter->star || boxed->tags.star);
}

/* ---- groups ---- */

/* One more row of `size` bytes, zeroed, at the end. */
static void *add_row(void *rows, int *count, size_t size)
{
    rows = realloc(rows, (size_t)(*count + 1) * size);
    CHECK(rows);
    memset((char *)rows + (size_t)*count * size, 0, size);
    (*count)++;
    return rows;
}

static void add_result(struct tally_group **groups, int *count, const char *key,
                       enum boxed_result result)
{
    int at = 0;
    while (at < *count && !string_equal((*groups)[at].key, key))
        at++;
    if (at == *count) {
        struct text text;
        *groups = add_row(*groups, count, sizeof **groups);
        text_init(&text, (*groups)[at].key, sizeof(*groups)[at].key);
        text_string(&text, key);
    }
    (*groups)[at].results[BOXED_NONE]++;
    (*groups)[at].results[result]++;
}

/* Is this the first seat of a bot of its level that is not ours? */
static bool is_first(const struct boxed *boxed, int seat)
{
    for (int before = 0; before < seat; before++)
        if (!is_mine(boxed, before) && is_bot(boxed, before) &&
            string_equal(boxed->seat[before].level, boxed->seat[seat].level))
            return false;
    return true;
}

static void add_levels(struct tally *tally, const struct boxed *boxed, enum boxed_result result)
{
    for (int seat = 0; seat < boxed->seats; seat++)
        if (!is_mine(boxed, seat) && is_bot(boxed, seat) && boxed->seat[seat].level[0] &&
            is_first(boxed, seat))
            add_result(&tally->by_level, &tally->level_count, boxed->seat[seat].level, result);
}

/* ---- people ---- */

static struct tally_pair *find_pair(struct tally *tally, const char *one, const char *other)
{
    for (int i = 0; i < tally->pair_count; i++)
        if (string_equal(tally->pairs[i].names[0], one) &&
            string_equal(tally->pairs[i].names[1], other))
            return &tally->pairs[i];
    return NULL;
}

/* `ahead` above 0: the first was placed before the second. */
static void add_meeting(struct tally *tally, const char *one, const char *other, int ahead)
{
    struct tally_pair *pair = find_pair(tally, other, one);
    int first = pair ? 1 : 0;
    if (!pair)
        pair = find_pair(tally, one, other);
    if (!pair) {
        struct text text;
        tally->pairs = add_row(tally->pairs, &tally->pair_count, sizeof *tally->pairs);
        pair = &tally->pairs[tally->pair_count - 1];
        text_init(&text, pair->names[0], PLAYER_NAME_MAX);
        text_string(&text, one);
        text_init(&text, pair->names[1], PLAYER_NAME_MAX);
        text_string(&text, other);
    }
    if (ahead == 0)
        pair->drawn++;
    else
        pair->score[ahead > 0 ? first : !first]++;
}

/* Our seats and every other person; two of our own meet once. */
static void add_meetings(struct tally *tally, const struct boxed *boxed)
{
    for (int one = 0; one < boxed->seats && boxed->place[0] > 0; one++)
        for (int other = 0; other < boxed->seats && is_mine(boxed, one); other++) {
            const char *a = boxed->seat[one].name, *b = boxed->seat[other].name;
            bool twice = is_mine(boxed, other) && other <= one;
            if (twice || is_bot(boxed, one) || is_bot(boxed, other) || !a[0] || !b[0] ||
                string_equal(a, b))
                continue;
            add_meeting(tally, a, b, boxed->place[other] - boxed->place[one]);
        }
}

/* ---- all of it ---- */

static int most_games(const void *a, const void *b)
{
    const struct tally_group *one = a, *other = b;
    if (one->results[BOXED_NONE] != other->results[BOXED_NONE])
        return other->results[BOXED_NONE] - one->results[BOXED_NONE];
    return strcmp(one->key, other->key);
}

static int met(const struct tally_pair *pair)
{
    return pair->score[0] + pair->score[1] + pair->drawn;
}

static int met_most(const void *a, const void *b)
{
    const struct tally_pair *one = a, *other = b;
    if (met(one) != met(other))
        return met(other) - met(one);
    int names = strcmp(one->names[0], other->names[0]);
    return names != 0 ? names : strcmp(one->names[1], other->names[1]);
}

/* In the order in which they ended. */
static void add_game(struct tally *tally, const struct boxed *boxed)
{
    enum boxed_result result = boxed_result(boxed);
    tally->games++;
    if (boxed->given >= 0)
        return;
    if (boxed->tags.judged) {
        tally->judged++;
        tally->found.luck += boxed->tags.found.luck;
        tally->found.others += boxed->tags.found.others;
        tally->found.slips += boxed->tags.found.slips;
        tally->found.choices += boxed->tags.found.choices;
    }
    add_meetings(tally, boxed);
    if (result == BOXED_NONE)
        return;
    tally->results[BOXED_NONE]++;
    tally->results[result]++;
    tally->row_count = result == tally->row ? tally->row_count + 1 : 1;
    tally->row = result;
    if (result == BOXED_WON && tally->row_count > tally->best)
        tally->best = tally->row_count;
    add_result(&tally->by_game, &tally->game_count, boxed->game->name, result);
    add_levels(tally, boxed, result);
}

void tally_count(struct tally *tally, const struct game_box *box, const struct tally_filter *filter)
{
    *tally = (struct tally){.games = 0};
    for (int i = box->count - 1; i >= 0; i--)
        if (tally_fits(filter, &box->games[i]))
            add_game(tally, &box->games[i]);
    if (tally->game_count > 0)
        qsort(tally->by_game, (size_t)tally->game_count, sizeof *tally->by_game, most_games);
    if (tally->level_count > 0)
        qsort(tally->by_level, (size_t)tally->level_count, sizeof *tally->by_level, most_games);
    if (tally->pair_count > 0)
        qsort(tally->pairs, (size_t)tally->pair_count, sizeof *tally->pairs, met_most);
}

void tally_free(struct tally *tally)
{
    free(tally->by_game);
    free(tally->by_level);
    free(tally->pairs);
    *tally = (struct tally){.games = 0};
}
