/* SPDX-License-Identifier: MIT */
/*
 * How a game looks on a full screen. A skin draws what lies where (the game's scene) into a box and
 * says which step a touch of each thing is; everything else, what is legal and what the keys do
 * included, the screen knows by itself. A game without a skin of its own gets a plain one.
 */
#ifndef KUFSA_TUI_SKIN_H
#define KUFSA_TUI_SKIN_H

#include "tui/canvas.h"
#include "tui/hand.h"
#include "words/words.h"

enum {
    STAGE_FIELDS = 10,
    CARD_TEXT_MAX = 16, /* bytes of a piece's notation, with its NUL */
    PHRASE_MAX = 256,   /* bytes of a few words, with their NUL */
};

struct screen;

/* What a skin draws from and on. */
struct stage {
    struct screen *screen;
    enum language language;
    const struct game *game;
    const struct state *view;
    int viewer;                /* the seat at the bottom, whose hand is drawn large; NO_SEAT */
    const struct hand *hand;   /* what was touched so far */
    const struct events *last; /* what the last move did, or NULL */
    struct box box;
    const struct step *focus; /* where the cursor is, or NULL */
    int64_t window_ms;        /* that others may still react; 0: there is no such time */
    int pan_x, pan_y;         /* what a skin keeps from one drawing to the next */
    bool panned;
    int zoom; /* as the person likes: 0 as it fits, below smaller, above larger */
    int items_count;
    struct item items[SCENE_MAX];
    char position[POSITION_MAX];
    char *field[STAGE_FIELDS]; /* of the position, cut at its blanks; "" behind the last */
};

/* What there is to see of a thing besides what it is. */
enum {
    SPOT_LIT = 1,   /* touching it leads on */
    SPOT_HELD = 2,  /* it was touched */
    SPOT_FOCUS = 4, /* the cursor is on it */
    SPOT_FRESH = 8, /* the last move put something here */
    SPOT_LEFT = 16, /* and took it from here */
};

struct skin {
    const char *game;
    const char *const *seats; /* keys of its seats' names; NULL: they have numbers */
    void (*draw)(struct stage *);
    void (*write_place)(struct place, struct text *); /* on the board; NULL: its numbers */
    void (*write_piece)(enum language, const char *piece, struct text *); /* NULL: its notation */

    /* The notation of what the person seems to want with one more touch, so that the rules can say
     * why not. Nothing written: it is not clear. NULL: never is. */
    void (*spell)(const struct hand *, const struct step *, struct text *);

    /* A few words beside a seat's name, such as how many cards it has. NULL: none. */
    void (*note)(struct stage *, int seat, struct text *);

    /* The word of a button; false: as the catalogue has it. */
    bool (*label)(struct stage *, const struct step *, struct text *);

    /* Whose turn it is, where that is not whoever may act; NULL. */
    int (*turn)(const struct stage *);

    /* Something more to look at, with its title's key; NULL: nothing. */
    const char *extra;
    struct box (*extra_size)(void);
    void (*draw_extra)(struct stage *, struct box);
};

extern const struct skin skin_iota, skin_cento, skin_gobblet, skin_taki;
const struct skin *skin_of(const struct game *); /* never NULL */

/* ---- for skins ---- */

/* A thing that can be touched, and what there is to see of it: SPOT_… */
unsigned stage_spot(struct stage *, struct box, const struct step *);

/* The same without making it a thing that can be touched. */
unsigned stage_flags(const struct stage *, const struct step *);

/* The first item at a place, in a zone; NULL. How many things are in a zone of a seat's. */
const struct item *stage_item(const struct stage *, struct place);
int stage_count(const struct stage *, enum zone, int seat);

/* Cards of a seat whose faces are shown, in card order; how many. */
int stage_cards(const struct stage *, int seat, int16_t *pieces, int max);

void stage_piece(const struct stage *, int piece, char out[CARD_TEXT_MAX]);

/* What a seat's player is called. */
void stage_name(const struct stage *, int seat, struct text *);

/* A sentence of the catalogue. */
void stage_say(const struct stage *, char out[PHRASE_MAX], const char *key, const struct word_arg *,
               int count);

/* A card: its ground, a text in two opposite corners and one in the middle. */
struct card_face {
    enum look look;
    const char *corner, *middle, *under; /* NULL: none */
    bool large;                          /* the middle, where there is room */
    bool words;                          /* the middle is words, else signs from left to right */
};
void put_card(struct box, const struct card_face *, unsigned flags);

/* The mark beneath a thing: a bar for the cursor, a dot for what is lit, a lozenge for what is
 * held.
 */
void put_under(struct box, unsigned flags);

/* The viewer's cards in rows, those that are lit a little higher; as many rows as fit, with the
 * cursor's among them. */
enum { HAND_CARDS_MAX = 128 };
struct hand_style {
    int w, h, h_min;
    void (*draw)(struct stage *, struct box, int piece, unsigned flags);
};
void put_hand(struct stage *, struct box, const struct hand_style *);
int hand_lines(const struct stage *, int width, const struct hand_style *); /* that it would take */

/* A table with a pile, an open card, words beside them and the hand, in the largest of a few sizes
 * that has room; the hand's style at each of them. */
enum { CARD_SIZES = 3 };
struct card_plan {
    struct box pile, card, words, hand;
    struct hand_style style;
    bool fits;
};
struct card_plan plan_cards(const struct stage *, const struct hand_style styles[CARD_SIZES]);

/* Digits, + and ? drawn large in the middle of a box; false if there is no room, or another sign.
 */
bool put_large(struct box, unsigned look, const char *text);

/* A pile of cards face down, with their number. */
void put_back(struct box, int cards, unsigned flags);

/* Marks around a thing: a heavy frame for the cursor, corners for what is lit. The frame lies
 * outside of the box where there is room. */
void put_marks(struct box, unsigned flags);

enum look colour_look(char letter); /* R G B Y; else a wild */

static inline struct step take_step(enum zone zone, int seat, int x, int y, int piece)
{
    return (struct step){.kind = STEP_TAKE,
                         .piece = (int16_t)piece,
                         .place = {(uint8_t)zone, (int8_t)seat, (int8_t)x, (int8_t)y}};
}

static inline struct step put_step(enum zone zone, int seat, int x, int y)
{
    return (struct step){.kind = STEP_PUT,
                         .place = {(uint8_t)zone, (int8_t)seat, (int8_t)x, (int8_t)y}};
}

struct step word_step(const char *word);

#endif
