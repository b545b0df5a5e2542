/* SPDX-License-Identifier: MIT */
/*
 * What the values of each game's bot mean as chances to win, between players who make mistakes:
 * how often those who had such a value won in the end. docs/strength.md says which of these tables
 * were measured, and how.
 */
#include "bots/judge.h"

/* Two seats, three, four and more. Between 0 and 1 at the values in curve_knots. */
#define AS_IT_IS                                                                                   \
    {                                                                                              \
        0, 25, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950, 975, 1000                     \
    }

const struct chance_curve cento_curve = {
    {{30, 75, 105, 152, 237, 323, 413, 509, 604, 692, 775, 857, 900, 922, 935},
     {25, 60, 82, 118, 190, 272, 366, 475, 588, 681, 770, 853, 897, 913, 925},
     {20, 45, 59, 83, 144, 222, 320, 442, 571, 670, 765, 850, 895, 905, 915}}};
const struct chance_curve gobblet_curve = {
    {{4, 9, 18, 42, 107, 233, 362, 488, 606, 733, 848, 938, 972, 987, 995}, AS_IT_IS, AS_IT_IS}};
const struct chance_curve iota_curve = {
    {{5, 10, 15, 30, 75, 185, 300, 425, 560, 665, 780, 860, 885, 900, 920},
     {4, 10, 12, 17, 35, 66, 119, 212, 349, 508, 668, 790, 840, 855, 870},
     {4, 10, 12, 17, 35, 66, 119, 212, 349, 508, 668, 790, 840, 855, 870}}};
const struct chance_curve taki_curve = {
    {{20, 65, 91, 138, 227, 318, 414, 515, 615, 708, 794, 876, 919, 942, 958},
     {20, 52, 83, 136, 224, 304, 382, 461, 541, 625, 716, 823, 889, 925, 950},
     {10, 41, 70, 121, 215, 305, 396, 487, 580, 673, 767, 868, 923, 955, 977}}};
