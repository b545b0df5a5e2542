/* SPDX-License-Identifier: MIT */
#include "arena/rating.h"

#include <math.h>

enum { ROUNDS = 200 };

static const double normal_95 = 1.959963984540054, step_max = 200, close_enough = 1e-9;

double ratings_score(const struct ratings *ratings, int player, int other)
{
    return player < other ? ratings->score[player][other].mean
                          : 1 - ratings->score[other][player].mean;
}

/* Includes the drawn pair that nobody played. */
static struct sample with_prior(const struct ratings *ratings, int i, int j)
{
    struct sample sample = ratings->score[i][j];
    sample_add(&sample, 0.5);
    return sample;
}

struct matrix {
    double at[SEATS_MAX][SEATS_MAX];
};

static void swap_rows(struct matrix *m, int one, int two, int size)
{
    for (int k = 0; k < size; k++) {
        double kept = m->at[one][k];
        m->at[one][k] = m->at[two][k];
        m->at[two][k] = kept;
    }
}

/* Inverts the matrix in place: Gauss-Jordan elimination with partial pivoting. */
static void invert(struct matrix *m, int size)
{
    struct matrix inverse = {0};
    for (int i = 0; i < size; i++)
        inverse.at[i][i] = 1;
    for (int column = 0; column < size; column++) {
        int pivot = column;
        for (int row = column; row < size; row++)
            if (fabs(m->at[row][column]) > fabs(m->at[pivot][column]))
                pivot = row;
        swap_rows(m, pivot, column, size);
        swap_rows(&inverse, pivot, column, size);
        double by = m->at[column][column];
        for (int k = 0; k < size; k++) {
            m->at[column][k] /= by;
            inverse.at[column][k] /= by;
        }
        for (int row = 0; row < size; row++) {
            double times = row == column ? 0 : m->at[row][column];
            for (int k = 0; k < size; k++) {
                m->at[row][k] -= times * m->at[column][k];
                inverse.at[row][k] -= times * inverse.at[column][k];
            }
        }
    }
    *m = inverse;
}

/* A weight between two players, as in the matrix of a graph. */
static void link(struct matrix *m, int i, int j, double weight)
{
    m->at[i][i] += weight;
    m->at[j][j] += weight;
    m->at[i][j] -= weight;
    m->at[j][i] -= weight;
}

/* The first and second derivatives of the log-likelihood, by the strengths. The small constant
 * fixes the mean at 0. */
static void derive(const struct ratings *r, double slope[SEATS_MAX], struct matrix *bend)
{
    const double k = log(10) / 400;
    *bend = (struct matrix){0};
    for (int i = 0; i < r->players; i++) {
        slope[i] = 0;
        for (int j = 0; j < r->players; j++)
            bend->at[i][j] = 1e-6;
    }
    for (int i = 0; i < r->players; i++)
        for (int j = i + 1; j < r->players; j++) {
            struct sample s = with_prior(r, i, j);
            double expected = score_at(r->elo[i] - r->elo[j]), count = (double)s.count;
            slope[i] += k * count * (s.mean - expected);
            slope[j] -= k * count * (s.mean - expected);
            link(bend, i, j, k * k * count * expected * (1 - expected));
        }
}

/* The covariance of the slopes, estimated from the pairs. */
static void spread_of(const struct ratings *r, struct matrix *spread)
{
    const double k = log(10) / 400;
    *spread = (struct matrix){0};
    for (int i = 0; i < r->players; i++)
        for (int j = i + 1; j < r->players; j++) {
            struct sample s = with_prior(r, i, j);
            double variance = s.count > 1 ? s.squares / (double)(s.count - 1) : 0.25;
            link(spread, i, j, k * k * (double)s.count * variance);
        }
}

static double step(struct ratings *r)
{
    double slope[SEATS_MAX], largest = 0;
    struct matrix bend;
    derive(r, slope, &bend);
    invert(&bend, r->players);
    for (int i = 0; i < r->players; i++) {
        double change = 0;
        for (int j = 0; j < r->players; j++)
            change += bend.at[i][j] * slope[j];
        change = fmax(-step_max, fmin(step_max, change));
        r->elo[i] += change;
        largest = fmax(largest, fabs(change));
    }
    return largest;
}

void ratings_solve(struct ratings *r)
{
    double slope[SEATS_MAX];
    struct matrix bend, spread;
    for (int i = 0; i < r->players; i++)
        r->elo[i] = 0;
    for (int round = 0; round < ROUNDS && step(r) > close_enough; round++)
        continue;
    derive(r, slope, &bend);
    invert(&bend, r->players);
    spread_of(r, &spread);
    for (int i = 0; i < r->players; i++) {
        double variance = 0;
        for (int j = 0; j < r->players; j++)
            for (int l = 0; l < r->players; l++)
                variance += bend.at[i][j] * spread.at[j][l] * bend.at[i][l];
        r->half[i] = normal_95 * sqrt(fmax(variance, 0));
    }
}
