/* SPDX-License-Identifier: MIT */
/*
 * Looking back at a finished game on the full screen: the review, the curve along its replay, and
 * the moments that counted, each first asked and then told.
 *
 *     past_open ─▶ past_review: judging, on a thread ─▶ sheet_past ─┬▶ the replay, with its curve
 *                                                                  └▶ a moment: ASKS ─▶ TELLS
 *
 *     past.c      the review and its sheets; playing on
 *     question.c  what would you play, and what would follow
 *     chance.c    the bars of a review, and the curve
 */
#ifndef KUFSA_TUI_PAST_H
#define KUFSA_TUI_PAST_H

#include "think/judging.h"
#include "tui/reel.h"

enum past_mode { PAST_REPLAY, PAST_ASKS, PAST_TELLS };

enum { STORIES_MAX = 2, PAST_TEXT_MAX = 4096 };

/* What may follow after a move: the better one, what was played, or the answer. */
enum story_kind { STORY_BEST, STORY_PLAYED, STORY_YOURS };

struct story {
    enum story_kind kind;
    int count;
    struct line_move line[VARIATION_MAX];
};

struct past {
    const char *record; /* its text */
    size_t size;
    struct review review;
    bool reviewed;
    struct judging *judging; /* of the review, or of an answer; NULL */
    uint32_t judged;
    bool named;    /* its player is told of by name: the reader may be anybody */
    uint16_t mine; /* bit s: a seat of the reader */
    int seat;      /* whose game it is */

    enum past_mode mode;
    int eyes; /* the replay's viewer, while a moment is shown */
    int moments, at;
    uint32_t moment[REVIEW_MOMENTS];
    move chosen; /* the answer, or what was played if there was none */
    bool known;  /* `answer` is the verdict on it */
    struct verdict answer;
    int stories, story, step;
    struct story told[STORIES_MAX];
    bool sure; /* what the table shows is certain; else it is the one before */
    union any_state truth;
    struct glimpse glimpse;
};

/* ---- past.c ---- */

/* The text must outlive it. `mine`: seats of the reader, a bit each; 0: nobody's. */
void past_open(struct screen *, const char *record, size_t size, uint16_t mine);
int past_viewer(const struct past *); /* whose eyes its replay has */
void past_review(struct screen *);    /* begins to judge, or shows the review that there is */
void past_tick(struct screen *);      /* takes what the thread has found */
void past_drop(struct screen *);      /* ends its thread */
void past_stop(struct screen *);      /* the reader does not want to wait for the review */
void past_seat(struct screen *, int seat);
void past_jump(struct screen *, int direction); /* the replay, to the next mark */
void past_on(struct screen *);                  /* asks how strong the computer is to be */
void past_play_on(struct screen *, int level);
bool past_asks(const struct screen *); /* a move is to be chosen */
bool past_tells(const struct screen *);
const char *past_key_of(const struct screen *, const char *key, const char *named);

/* ---- question.c ---- */

void past_show(struct screen *, int at);
void past_answer(struct screen *, const char *move_text);
void past_tell(struct screen *);
void past_story(struct screen *, int story);
void past_key(struct screen *, const struct tap *);
void past_buttons(struct screen *);
int past_steps(const struct screen *);                /* of what may follow */
void past_write(struct screen *, struct text *);      /* the verdict */
void past_write_step(struct screen *, struct text *); /* the move that the table shows last */
void past_write_mark(const struct screen *, struct text *);
const struct review_move *past_moment(const struct past *);

/* ---- chance.c ---- */

void busy_draw(struct screen *); /* how far the review is */
void past_draw(struct screen *); /* the sheet of the review */
int curve_lines(const struct screen *);
void curve_draw(struct screen *, struct box);
void curve_marks(struct screen *, struct box); /* on the slider */
int64_t curve_points(const struct screen *);   /* the chance now */

#endif
