/* SPDX-License-Identifier: MIT */
/*
 * Reviews the last record given, a few moves at a time, so that the page can show progress or stop.
 * Also judges one move in the present view.
 */
#include "page/page_parts.h"

enum { REVIEW_NODES_MAX = 1 << 24 };

_Static_assert(sizeof((struct page *)0)->memory >= JUDGE_MEMORY, "memory to judge with");
_Static_assert((int)PAGE_OUT_MAX >= (int)REVIEW_TEXT_MAX, "a review fits");

/* What the request says, or 0; never more than the page allows. */
static const char *need_judge_nodes(struct page *page, uint64_t usual, uint64_t *nodes)
{
    int64_t given = (int64_t)usual;
    const char *reason =
        page_has(page, "nodes") ? need_integer(page, "nodes", 1, REVIEW_NODES_MAX, &given) : NULL;
    *nodes = (uint64_t)given;
    if (page->nodes_max > 0 && (*nodes == 0 || *nodes > page->nodes_max))
        *nodes = page->nodes_max;
    return reason;
}

static const char *start_review(struct page *page)
{
    struct page_review *review = &page->review;
    const char *text = page->replay.text;
    uint64_t nodes;
    const char *reason = need_judge_nodes(page, 0, &nodes);
    if (!reason)
        reason = review_open(&review->review, text, string_size(text), nodes);
    if (reason)
        return reason;
    review->begun = true;
    review->finished = false;
    review_progress_json(&page->to, &review->review, false);
    return NULL;
}

/* Judges moves until about as many nodes are spent as one choice takes. True once all are
 * judged. */
static bool judge_slice(struct page *page)
{
    struct review *review = &page->review.review;
    for (uint64_t spent = 0; spent < review->nodes && review_step(review, NULL, page->memory);)
        spent += review->moves[review->judged - 1].verdict.nodes;
    return review->judged == review->count;
}

const char *do_review(struct page *page)
{
    struct page_review *review = &page->review;
    const char *wrong, *reason = load_record(page, &wrong);
    if (wrong) {
        page->field = "record";
        page->at = page->replay.record.line;
    }
    if (reason || wrong)
        return reason ? reason : wrong;
    if (!review->begun)
        return start_review(page);
    if (!review->finished && judge_slice(page)) {
        review_finish(&review->review);
        review->finished = true;
    }
    review_progress_json(&page->to, &review->review, review->finished);
    if (review->finished)
        review_json(&page->to, &review->review, NULL, NULL, NULL);
    return NULL;
}

const char *do_judge(struct page *page)
{
    const struct page_view *view = &page->view;
    const struct state *state = &view->state.head;
    const int seat = view_actor(page);
    char text[MOVE_TEXT_MAX];
    struct verdict verdict;
    uint64_t nodes;
    move m;
    const char *reason = need_string(page, "move", text, sizeof text);
    if (reason)
        return reason;
    if (seat == NO_SEAT)
        return "look";
    reason = need_judge_nodes(page, judge_nodes(view->game, state->seats), &nodes);
    if (reason)
        return reason;
    reason = game_read_move(view->game, state, seat, text, &page->moves, &m);
    if (reason) {
        page->field = "move";
        return reason;
    }
    judge_move(view->game, state, m, nodes, NULL, page->memory, &verdict);
    json_put_integer(&page->to, "seat", seat);
    verdict_json(&page->to, view->game, state, &verdict, NULL);
    json_put_integer(&page->to, "nodes", (int64_t)verdict.nodes);
    return NULL;
}
