/* SPDX-License-Identifier: MIT */
/* Made by tune/tune_iota.c, which see. Points, by the phase of the game. */
/* clang-format off */
const struct iota_weights iota_weights_tuned = {{
    {
        0.000f, /* no card kept */
        1.718f, /* one card kept */
        1.977f, /* two cards kept */
        1.235f, /* three cards kept */
        -0.855f, /* four cards kept */
        -5.303f, /* cards with number 1 */
        -4.040f, /* cards with number 2 */
        -2.594f, /* cards with number 3 */
        -1.353f, /* cards with number 4 */
        22.383f, /* wilds */
        17.981f, /* both wilds */
        0.781f, /* pairs that differ in one property */
        1.491f, /* pairs that differ in two */
        1.748f, /* pairs that differ in three */
        1.625f, /* three that go together, the fourth not seen yet */
        0.018f, /* three that go together, the fourth seen elsewhere */
        -2.851f, /* three that do not go together */
        0.487f, /* four that go together */
        -0.194f, /* a wild and two plain cards or more */
        2.544f, /* a wild and three that go together */
        -0.521f, /* points of lots that the next player may complete */
        0.519f, /* points of lots that a card kept completes */
    },
    {
        0.000f, /* no card kept */
        5.018f, /* one card kept */
        6.600f, /* two cards kept */
        9.227f, /* three cards kept */
        -1.887f, /* four cards kept */
        -7.701f, /* cards with number 1 */
        -6.353f, /* cards with number 2 */
        -4.290f, /* cards with number 3 */
        -3.265f, /* cards with number 4 */
        21.870f, /* wilds */
        8.085f, /* both wilds */
        -1.653f, /* pairs that differ in one property */
        -0.448f, /* pairs that differ in two */
        -0.260f, /* pairs that differ in three */
        4.867f, /* three that go together, the fourth not seen yet */
        1.432f, /* three that go together, the fourth seen elsewhere */
        0.286f, /* three that do not go together */
        0.000f, /* four that go together */
        -0.480f, /* a wild and two plain cards or more */
        0.000f, /* a wild and three that go together */
        -0.825f, /* points of lots that the next player may complete */
        0.635f, /* points of lots that a card kept completes */
    },
    {
        0.000f, /* no card kept */
        15.115f, /* one card kept */
        15.542f, /* two cards kept */
        45.271f, /* three cards kept */
        30.535f, /* four cards kept */
        -11.354f, /* cards with number 1 */
        -10.343f, /* cards with number 2 */
        -7.654f, /* cards with number 3 */
        -6.076f, /* cards with number 4 */
        37.164f, /* wilds */
        33.078f, /* both wilds */
        -7.984f, /* pairs that differ in one property */
        -7.186f, /* pairs that differ in two */
        -7.420f, /* pairs that differ in three */
        18.966f, /* three that go together, the fourth not seen yet */
        -4.680f, /* three that go together, the fourth seen elsewhere */
        -0.988f, /* three that do not go together */
        0.000f, /* four that go together */
        -9.720f, /* a wild and two plain cards or more */
        0.000f, /* a wild and three that go together */
        -1.776f, /* points of lots that the next player may complete */
        1.225f, /* points of lots that a card kept completes */
    },
    {
        2.686f, /* no card kept */
        -18.454f, /* one card kept */
        -6.426f, /* two cards kept */
        0.577f, /* three cards kept */
        0.914f, /* four cards kept */
        -10.750f, /* cards with number 1 */
        -10.357f, /* cards with number 2 */
        -8.433f, /* cards with number 3 */
        -6.268f, /* cards with number 4 */
        9.891f, /* wilds */
        -0.589f, /* both wilds */
        -4.779f, /* pairs that differ in one property */
        -1.475f, /* pairs that differ in two */
        -4.025f, /* pairs that differ in three */
        0.729f, /* three that go together, the fourth not seen yet */
        10.611f, /* three that go together, the fourth seen elsewhere */
        -4.916f, /* three that do not go together */
        0.000f, /* four that go together */
        -2.190f, /* a wild and two plain cards or more */
        0.000f, /* a wild and three that go together */
        -0.167f, /* points of lots that the next player may complete */
        0.434f, /* points of lots that a card kept completes */
    },
}};
