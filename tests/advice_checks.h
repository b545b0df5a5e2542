/* SPDX-License-Identifier: MIT */
/* What holds for every answer of a bot, and whether two are the same. Include it after cmocka.h. */
#ifndef KUFSA_TESTS_ADVICE_CHECKS_H
#define KUFSA_TESTS_ADVICE_CHECKS_H

#include "bots/bot.h"

/* Legal candidates, best first and without duplicates, within the node limit. */
static inline void check_sound(const struct advice *advice, const struct moves *legal,
                               uint64_t nodes)
{
    assert_true(advice->nodes <= nodes);
    assert_in_range(advice->count, 1, CANDIDATES_MAX);
    assert_true(advice->list[0].move == advice->best);
    for (int i = 0; i < advice->count; i++) {
        assert_true(moves_find(legal, advice->list[i].move) >= 0);
        assert_true(advice->list[i].value >= 0 && advice->list[i].value <= 1);
        assert_in_range(advice->list[i].reasons, 0, REASONS_MAX);
        for (int other = 0; other < i; other++)
            assert_true(advice->list[i].move != advice->list[other].move);
    }
    assert_in_range(advice->line_count, 0, VARIATION_MAX);
    assert_true(advice->line_count == 0 || advice->line[0].move == advice->best);
}

static inline void check_same_reasons(const struct candidate *a, const struct candidate *b)
{
    assert_int_equal(a->reasons, b->reasons);
    for (int i = 0; i < a->reasons; i++) {
        assert_string_equal(a->reason[i].key, b->reason[i].key);
        assert_int_equal(a->reason[i].count, b->reason[i].count);
        assert_int_equal(a->reason[i].piece, b->reason[i].piece);
        assert_int_equal(a->reason[i].seat, b->reason[i].seat);
    }
}

/* To the last bit; only gaps between fields may differ. */
static inline void check_same(const struct advice *a, const struct advice *b)
{
    assert_true(a->best == b->best && a->nodes == b->nodes);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->line_count, b->line_count);
    for (int i = 0; i < a->count; i++) {
        assert_true(a->list[i].move == b->list[i].move);
        assert_memory_equal(&a->list[i].value, &b->list[i].value, sizeof a->list[i].value);
        assert_int_equal(a->list[i].visits, b->list[i].visits);
        assert_int_equal(a->list[i].depth, b->list[i].depth);
        check_same_reasons(&a->list[i], &b->list[i]);
    }
    for (int i = 0; i < a->line_count; i++)
        assert_true(a->line[i].move == b->line[i].move && a->line[i].seat == b->line[i].seat);
}

#endif
