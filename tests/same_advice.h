/* SPDX-License-Identifier: MIT */
/* Whether two answers of a bot are the same. After cmocka.h. */
#ifndef KUFSA_TESTS_SAME_ADVICE_H
#define KUFSA_TESTS_SAME_ADVICE_H

#include "bots/bot.h"

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
