/* SPDX-License-Identifier: MIT */
/*
 * Invariants
 *   1. Moves still in the field have all played in the same worlds.
 *   2. apart[i][j] is the sum of the squares of (value of i - value of j) over the worlds in which
 *      both played. Means need no such table, since moves still in the field have played in every
 *      world.
 */
#include "bots/field.h"

#include <math.h>
#include <string.h>

enum { WORLDS_A_LOOK = 8 }; /* worlds between checks of which moves leave */

int field_size(uint64_t nodes, uint64_t plies, uint64_t worlds, uint64_t most)
{
    uint64_t size = most;
    if (nodes > 0 && nodes / (plies * worlds) < size)
        size = nodes / (plies * worlds);
    return size < 2 ? 1 : (int)size;
}

int field_choose(int count, int size, bool (*better)(const void *moves, int a, int b),
                 const void *moves, int *chosen)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        int at = found < size ? found++ : size;
        if (at == size && !better(moves, i, chosen[--at]))
            continue;
        for (; at > 0 && better(moves, i, chosen[at - 1]); at--)
            chosen[at] = chosen[at - 1];
        chosen[at] = i;
    }
    return found;
}

/* ---- worlds ---- */

/* Plays one world with every move of the field. False if the budget ran out; then the world does
 * not count. */
static bool play_world(struct field *field, const struct contest *contest, void *player)
{
    contest->imagine(player);
    for (int i = 0; i < field->count; i++)
        if (!field->left[i] && !contest->play(player, i, &field->pending[i]))
            return false;
    return true;
}

static void count_world(struct field *field)
{
    for (int i = 0; i < field->count; i++) {
        if (field->left[i])
            continue;
        field->total[i] += field->pending[i];
        field->visits[i]++;
        for (int j = 0; j < i; j++) {
            double difference = field->pending[i] - field->pending[j];
            if (!field->left[j])
                field->apart[j][i] = field->apart[i][j] += difference * difference;
        }
    }
}

/* ---- which is better ---- */

double field_mean(const struct field *field, int number)
{
    return field->visits[number] ? field->total[number] / field->visits[number] : 0.5;
}

/* How far move a is above move b, in standard errors. Both are in the field. */
static double lead(const struct field *field, const struct contest *contest, int a, int b)
{
    double sum = field->total[a] - field->total[b];
    return contest->errors(sum, field->apart[a][b], field->visits[a]);
}

static int leader(const struct field *field)
{
    int best = 0;
    for (int i = 1; i < field->count; i++)
        if (!field->left[i] && (field->left[best] || field->total[i] > field->total[best]))
            best = i;
    return best;
}

static void drop_losers(struct field *field, const struct contest *contest)
{
    int best = leader(field);
    for (int i = 0; i < field->count; i++) {
        if (i != best && !field->left[i] && lead(field, contest, best, i) > contest->leave) {
            field->left[i] = true;
            field->playing--;
        }
    }
}

/* The rule's choice, unless it left the field or the leader beats it beyond doubt. */
static int decide(const struct field *field, const struct contest *contest)
{
    int best = leader(field);
    bool doubtful = !field->left[0] && (best == 0 || field->visits[0] < contest->least ||
                                        lead(field, contest, best, 0) < contest->doubt);
    return doubtful ? 0 : best;
}

/* ---- the answer ---- */

static bool listed_before(const struct field *field, int a, int b)
{
    if (field->left[a] != field->left[b])
        return field->left[b];
    return field_mean(field, a) > field_mean(field, b);
}

static void put_in_order(const struct field *field, int best, int *order)
{
    int listed = 0;
    order[listed++] = best;
    for (int i = 0; i < field->count; i++) {
        int at = listed;
        if (i == best)
            continue;
        for (; at > 1 && listed_before(field, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = i;
        listed++;
    }
}

void field_compare(struct field *field, int count, const struct contest *contest, void *player,
                   int order[FIELD_MAX])
{
    memset(field, 0, sizeof *field);
    field->count = field->playing = count;
    for (uint32_t worlds = 1; field->playing > 1 && play_world(field, contest, player); worlds++) {
        count_world(field);
        if (worlds >= contest->first && worlds % WORLDS_A_LOOK == 0)
            drop_losers(field, contest);
    }
    put_in_order(field, decide(field, contest), order);
}

/* ---- two moves ---- */

/* The standard error of the mean of `count` values, from their sum and the sum of their squares. It
 * is at least 1/count, because a few values that happen to agree prove nothing. */
static double error_of(double sum, double squares, double count)
{
    double mean = sum / count, variance = squares / count - mean * mean;
    return sqrt((variance > 0 ? variance : 0) / count + 1 / (count * count));
}

void field_match_up(struct match_up *up, int count, const struct contest *contest, void *player)
{
    double total[2] = {0}, squares = 0, apart = 0;
    *up = (struct match_up){.mean = {0.5, 0.5}, .error = 1, .mean_error = 1};
    for (;;) {
        double value[2] = {0};
        contest->imagine(player);
        for (int i = 0; i < count; i++)
            if (!contest->play(player, i, &value[i]))
                return;
        up->worlds++;
        for (int i = 0; i < count; i++)
            total[i] += value[i];
        squares += value[0] * value[0];
        apart += (value[0] - value[1]) * (value[0] - value[1]);
        for (int i = 0; i < count; i++)
            up->mean[i] = total[i] / up->worlds;
        up->error = error_of(total[0] - total[1], apart, up->worlds);
        up->mean_error = error_of(total[0], squares, up->worlds);
    }
}
