/* SPDX-License-Identifier: MIT */
/* The sequential test of an arena. */
#include <math.h>

#include "arena/stats.h"

enum { HALVINGS = 60 };

/* A score that has not occurred yet counts this much: otherwise a few equal results would
 * decide. */
static const double unseen = 1e-3;

double score_at(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

void sprt_add(struct sprt *sprt, double score)
{
    sprt->count[(int)lround(score * (PAIR_SCORES - 1))]++;
}

static double value_of(int score)
{
    return (double)score / (PAIR_SCORES - 1);
}

/* The likeliest distribution with this mean gives outcome i the share p[i] / (1 + tilt (value -
 * mean)); finds the tilt. The sum falls as the tilt grows; at either end of the range a share
 * becomes infinite. */
static double find_tilt(const double p[PAIR_SCORES], double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int i = 0; i < HALVINGS; i++) {
        double tilt = (low + high) / 2, sum = 0;
        for (int k = 0; k < PAIR_SCORES; k++)
            sum += p[k] * (value_of(k) - mean) / (1 + tilt * (value_of(k) - mean));
        if (sum > 0)
            low = tilt;
        else
            high = tilt;
    }
    return (low + high) / 2;
}

double sprt_ratio(const struct sprt *sprt)
{
    double p[PAIR_SCORES], total = 0, ratio = 0;
    double mean0 = score_at(sprt->elo0), mean1 = score_at(sprt->elo1);
    for (int i = 0; i < PAIR_SCORES; i++) {
        p[i] = sprt->count[i] > 0 ? (double)sprt->count[i] : unseen;
        total += p[i];
    }
    for (int i = 0; i < PAIR_SCORES; i++)
        p[i] /= total;
    double tilt0 = find_tilt(p, mean0), tilt1 = find_tilt(p, mean1);
    for (int i = 0; i < PAIR_SCORES; i++)
        ratio +=
            p[i] * log((1 + tilt0 * (value_of(i) - mean0)) / (1 + tilt1 * (value_of(i) - mean1)));
    return ratio * total;
}

int sprt_verdict(const struct sprt *sprt)
{
    double ratio = sprt_ratio(sprt);
    return ratio >= SPRT_BOUND ? 1 : ratio <= -SPRT_BOUND ? -1 : 0;
}
