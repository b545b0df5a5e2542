/* SPDX-License-Identifier: MIT */
/* Do two samples of delays have the same source? The Kolmogorov-Smirnov test. */
#ifndef KUFSA_TESTS_DELAYS_H
#define KUFSA_TESTS_DELAYS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { DELAYS_MAX = 20000 };

struct delays {
    int count;
    int64_t list[DELAYS_MAX];
};

static inline void delays_add(struct delays *delays, int64_t millis)
{
    if (delays->count < DELAYS_MAX)
        delays->list[delays->count++] = millis;
}

static inline int delays_compare(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

/* How likely such a difference is by chance. Sorts both. */
static inline double delays_same(struct delays *a, struct delays *b)
{
    double apart = 0, sum = 0;
    qsort(a->list, (size_t)a->count, sizeof a->list[0], delays_compare);
    qsort(b->list, (size_t)b->count, sizeof b->list[0], delays_compare);
    for (int i = 0, k = 0; i < a->count && k < b->count;) {
        int64_t at = a->list[i] < b->list[k] ? a->list[i] : b->list[k];
        while (i < a->count && a->list[i] <= at)
            i++;
        while (k < b->count && b->list[k] <= at)
            k++;
        apart = fmax(apart, fabs((double)i / a->count - (double)k / b->count));
    }
    double many = sqrt((double)a->count * b->count / (a->count + b->count));
    double far = (many + 0.12 + 0.11 / many) * apart;
    if (far < 0.2)
        return 1;
    for (int k = 1; k <= 100; k++)
        sum += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * far * far);
    return fmin(1, fmax(0, sum));
}

#endif
