/* SPDX-License-Identifier: MIT */
/* Judging moves and reviewing records: what docs/engine.md says, as text. */
#include <stdlib.h>

#include "lib/lib.h"
#include "review/review.h"

_Static_assert(JUDGE_MEMORY >= sizeof(struct moves), "scratch space");

enum { NODES_A_MOVE_MAX = 1000000000 };

/* The seat's view, in which this move is legal. */
static const char *take_view(const struct kufsa_position *position, int seat, uint64_t code,
                             struct moves *moves, union any_state *view)
{
    const char *reason = lib_decision(position, seat, view);
    if (!reason && !game_is_legal(position->game, &view->head, seat, code, moves))
        reason = "library.move.illegal";
    return reason;
}

static void write_verdict(const struct game *game, const struct state *view,
                          const struct verdict *verdict, struct text *text)
{
    struct json_out out;
    json_out_init(&out, text);
    json_out_open(&out, '{');
    verdict_json(&out, game, view, verdict, NULL);
    json_put_integer(&out, "nodes", (int64_t)verdict->nodes);
    json_out_close(&out, '}');
}

const char *kufsa_judge(const struct kufsa_position *position, int seat, uint64_t code,
                        uint64_t nodes, char json[KUFSA_VERDICT_SIZE])
{
    union any_state view;
    struct verdict verdict;
    struct text text;
    if (!position || !json)
        return "library.argument.null";
    if (nodes > NODES_A_MOVE_MAX)
        return "library.budget.range";
    void *memory = malloc(JUDGE_MEMORY);
    if (!memory)
        return "library.memory.none";
    const char *reason = take_view(position, seat, code, memory, &view);
    if (!reason) {
        if (nodes == 0)
            nodes = judge_nodes(position->game, view.head.seats);
        judge_move(position->game, &view.head, code, nodes, NULL, memory, &verdict);
        text_init(&text, json, KUFSA_VERDICT_SIZE);
        write_verdict(position->game, &view.head, &verdict, &text);
        reason = text.overflow ? "library.text.room" : NULL;
    }
    free(memory);
    return reason;
}

/* ---- records ---- */

static char *record_text(const struct kufsa_record *record, size_t *size)
{
    kufsa_record_write(record, NULL, 0, size);
    char *text = malloc(*size + 1);
    if (text && kufsa_record_write(record, text, *size + 1, size)) {
        free(text);
        return NULL;
    }
    return text;
}

static const char *write_review(struct review *review, char **json)
{
    struct text text;
    struct json_out out;
    char *bytes = malloc(REVIEW_TEXT_MAX), *fitting;
    if (!bytes)
        return "library.memory.none";
    json_out_start(&out, &text, bytes, REVIEW_TEXT_MAX);
    json_out_open(&out, '{');
    json_put_integer(&out, "plies", review->walk.count);
    review_json(&out, review, NULL, NULL, NULL);
    json_out_close(&out, '}');
    if (text.overflow) {
        free(bytes);
        return "library.text.room";
    }
    fitting = realloc(bytes, text.size + 1);
    *json = fitting ? fitting : bytes;
    return NULL;
}

static const char *review_all(struct review *review, const char *text, size_t size, uint64_t nodes,
                              void *memory, char **json)
{
    const char *reason = review_open(review, text, size, nodes);
    if (reason)
        return reason;
    while (review_step(review, NULL, memory))
        ;
    review_finish(review);
    return write_review(review, json);
}

const char *kufsa_review(const struct kufsa_record *record, uint64_t nodes, char **json)
{
    size_t size;
    if (!record || !json)
        return "library.argument.null";
    if (nodes > NODES_A_MOVE_MAX)
        return "library.budget.range";
    char *text = record_text(record, &size);
    struct review *review = malloc(sizeof *review);
    void *memory = malloc(JUDGE_MEMORY);
    const char *reason = text && review && memory
                             ? review_all(review, text, size, nodes, memory, json)
                             : "library.memory.none";
    free(text);
    free(review);
    free(memory);
    return reason;
}

void kufsa_text_free(char *text)
{
    free(text);
}
