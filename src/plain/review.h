/* SPDX-License-Identifier: MIT */
/* A finished review in lines of text: luck and skill, the chance as a graph, and the moves worth
 * another look. */
#ifndef KUFSA_PLAIN_REVIEW_H
#define KUFSA_PLAIN_REVIEW_H

#include "review/review.h"
#include "tell/voice.h"

struct review_show {
    const struct voice *voice;
    bool ascii;
    bool all; /* every move that was a choice, not only those worth another look */
    int seat; /* whose graph is drawn */
};

void review_print(const struct review_show *, struct review *);

#endif
