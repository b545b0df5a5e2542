/* SPDX-License-Identifier: MIT */
/* The box in lines of text, for people or programs. */
#ifndef KUFSA_PLAIN_BOX_H
#define KUFSA_PLAIN_BOX_H

#include "client/tally.h"
#include "tell/voice.h"

struct box_page {
    const struct voice *voice;
    const struct game_box *box;
    struct tally_filter filter;
    bool ascii;
};

void box_print_list(const struct box_page *);        /* a row a game, with its number */
void box_print_row(const struct box_page *, int at); /* of one game */
void box_print_sums(const struct box_page *);        /* statistics */

/* For programs: an object a game; one object for the statistics. */
void box_list_json(const struct box_page *);
void box_sums_json(const struct box_page *);

#endif
