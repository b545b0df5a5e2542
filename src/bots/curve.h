/* SPDX-License-Identifier: MIT */
/*
 * The exponential and functions built on it, in arithmetic that is the same on every machine. C
 * libraries differ in the last bit, and one bit can decide between two moves.
 */
#ifndef KUFSA_BOTS_CURVE_H
#define KUFSA_BOTS_CURVE_H

double curve_exp(double x); /* to about 15 digits; clamped where it would overflow or underflow */

/* From 0 to 1, through 1/2 at 0. */
static inline double curve_logistic(double x)
{
    return 1 / (1 + curve_exp(-x));
}

#endif
