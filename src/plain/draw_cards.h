/* SPDX-License-Identifier: MIT */
/*
 * What the drawings of card games share. Items come from the scene, everything else (whose turn,
 * what is owed, what is declared) from the facts.
 *
 * Letters and signs say everything; colours only add to it. On a terminal a card has a background
 * in its colour, from the palette of 256, so that it looks the same on dark and light.
 */
#ifndef KUFSA_PLAIN_DRAW_CARDS_H
#define KUFSA_PLAIN_DRAW_CARDS_H

#include "plain/draw.h"

enum {
    CARD_TEXT_MAX = 16,  /* bytes of a card's notation, with its NUL */
    PART_TEXT_MAX = 128, /* bytes of a few words, with their NUL */
    CARD_COLUMNS = 9,    /* inside the border of a card */
    LINE_COLUMNS_MAX = 79,
};

/* What a drawing works from. */
struct sight {
    const struct picture *picture;
    int count;
    struct item items[SCENE_MAX];
    struct facts facts;
    struct moves moves; /* of the viewer; none before sight_moves */
};

void sight_read(struct sight *, const struct picture *);

/* Finds the viewer's moves, if the viewer may act. */
void sight_moves(struct sight *);
void sight_write_move(const struct sight *, int index, char out[MOVE_TEXT_MAX]);

/* How many cards are there, face down or not; the seat is NO_SEAT for pile and discards. */
int sight_cards(const struct sight *, enum zone, int seat);

/* Does the scene show the faces of this seat's cards? */
bool sight_shows(const struct sight *, int seat);

/* ---- writing ---- */

void write_card(const struct picture *, int piece, char out[CARD_TEXT_MAX]);

/* `Seat 1`, or `Seat 1 (you)`. */
void write_player(const struct picture *, int seat, char out[PART_TEXT_MAX]);

/* `3 cards`, `7 points`: the key's sentence for a number. */
void write_count(const struct picture *, const char *key, int64_t n, char out[PART_TEXT_MAX]);

/* Text with a background in colour R, G, B or Y; any other letter is grey. */
void put_chip(const struct picture *, char colour, const char *text);

/* The same with a blank on both sides where there are colours; returns the columns it took. */
int show_card(const struct picture *, char colour, const char *text);
int card_columns(const struct picture *, const char *text);

/* A card with its border: lines of CARD_COLUMNS columns each; a blank means no colour. */
void draw_card(const struct picture *, char colour, char lines[][CARD_COLUMNS + 1], int count);
void write_centred(char line[CARD_COLUMNS + 1], const char *text);

/* `> Seat 1 (you): 4 cards`, the start of a seat's line. */
void put_seat(const struct sight *, int seat, bool turn);

/* `, ` and a sentence: one more part of a line. */
void put_more(const struct picture *, const char *key, const struct word_arg *, int count);

/* `Draw pile: 27 cards`. */
void draw_heap(const struct picture *, const char *key, int cards);

/* `Your hand: 4 cards`, without a newline. */
void put_hand_title(const struct sight *, int seat);

#endif
