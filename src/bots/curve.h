/* SPDX-License-Identifier: MIT */
/*
 * The exponential and what is made of it, by arithmetic that is the same on every machine. That of
 * a C library differs from one to the next in the last bit, and a bit can decide between two moves.
 */
#ifndef KUFSA_BOTS_CURVE_H
#define KUFSA_BOTS_CURVE_H

double curve_exp(double x); /* to about 15 digits; what would overflow or vanish is cut off */

/* From 0 over 1/2 at 0 to 1. */
static inline double curve_logistic(double x)
{
    return 1 / (1 + curve_exp(-x));
}

#endif
