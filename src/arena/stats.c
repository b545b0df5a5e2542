/* SPDX-License-Identifier: MIT */
/* Design and statistics of an arena. */
#include "arena/stats.h"

#include <math.h>

/* ---- the design ---- */

int design_chairs(const struct design *design, int player)
{
    return player == design->players - 1 ? design->seats - design->players + 1 : 1;
}

void design_seating(const struct design *design, int64_t pair, int rotation,
                    uint8_t player[SEATS_MAX])
{
    uint8_t order[SEATS_MAX];
    for (int i = 0; i < design->seats; i++)
        order[i] = (uint8_t)(i < design->players ? i : design->players - 1);
    if (design->players > 2) {
        struct search_rng rng;
        search_rng_init(&rng, design_seed(design, STREAM_ORDER, pair, 0, 0, 0));
        search_rng_shuffle(&rng, order, design->seats);
    }
    for (int i = 0; i < design->seats; i++)
        player[(i + rotation) % design->seats] = order[i];
}

/* A step of splitmix64, advanced by the number: our small numbers cannot cancel small differences
 * in the hash. */
static uint64_t mix(uint64_t hash, uint64_t number)
{
    hash += (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
    return hash ^ hash >> 31;
}

uint64_t design_seed(const struct design *design, enum stream stream, int64_t pair, int rotation,
                     uint32_t ply, int seat)
{
    uint64_t hash = mix(design->seed, (uint64_t)stream);
    hash = mix(hash, (uint64_t)pair);
    hash = mix(hash, (uint64_t)rotation);
    return mix(mix(hash, ply), (uint64_t)seat);
}

void design_key(const struct design *design, int64_t pair, uint8_t key[CHANCE_KEY_SIZE])
{
    struct search_rng rng;
    search_rng_init(&rng, design_seed(design, STREAM_DEAL, pair, 0, 0, 0));
    for (int i = 0; i < CHANCE_KEY_SIZE; i += 8) {
        uint64_t word = search_rng_next(&rng);
        for (int byte = 0; byte < 8; byte++)
            key[i + byte] = (uint8_t)(word >> 8 * byte);
    }
}

/* ---- evaluating the results ---- */

double place_share(const uint8_t *place, int seats, int seat)
{
    int first = 0;
    for (int i = 0; i < seats; i++)
        first += place[i] == 1;
    return place[seat] == 1 ? 1.0 / first : 0;
}

void sample_add(struct sample *sample, double value)
{
    double off = value - sample->mean;
    sample->count++;
    sample->mean += off / (double)sample->count;
    sample->squares += off * (value - sample->mean);
}

double sample_half(const struct sample *sample)
{
    static const double normal_95 = 1.959963984540054, rule_of_three = 3;
    double count = (double)sample->count;
    if (sample->count < 2)
        return 1;
    if (sample->squares <= 0)
        return fmin(1, rule_of_three / count) * fmax(sample->mean, 1 - sample->mean);
    return fmin(1, normal_95 * sqrt(sample->squares / (count - 1) / count));
}

static double elo_at(double score)
{
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

struct elo elo_of(double score, double half)
{
    return (struct elo){elo_at(score), elo_at(score - half), elo_at(score + half)};
}

bool sample_settled(const struct sample *sample, double half_wanted)
{
    return sample->count >= ARENA_PAIRS_MIN && sample_half(sample) <= half_wanted;
}
