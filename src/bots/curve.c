/* SPDX-License-Identifier: MIT */
#include "bots/curve.h"

#include <stdint.h>
#include <string.h>

#define EXP_RANGE 700.0 /* exp of this is still finite, and its inverse is not 0 */
#define LOG2_E 1.4426950408889634
#define LN2_HIGH 0.6931471803691238 /* its low bits are 0, so whole multiples are exact */
#define LN2_LOW 1.9082149292705877e-10

enum { TERMS = 14, EXPONENT_BIAS = 1023, FRACTION_BITS = 52 };

/* 2 to the power n. */
static double power_of_two(int n)
{
    uint64_t bits = (uint64_t)(n + EXPONENT_BIAS) << FRACTION_BITS;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* e^x = 2^n e^r with |r| at most half of ln 2, where the series converges fast. */
double curve_exp(double x)
{
    if (x > EXP_RANGE)
        x = EXP_RANGE;
    if (!(x > -EXP_RANGE))
        x = -EXP_RANGE;
    int n = (int)(x * LOG2_E + (x < 0 ? -0.5 : 0.5));
    double r = (x - n * LN2_HIGH) - n * LN2_LOW, sum = 1;
    for (int term = TERMS; term > 0; term--)
        sum = 1 + sum * r / term;
    return sum * power_of_two(n);
}
