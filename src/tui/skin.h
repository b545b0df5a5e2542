/* SPDX-License-Identifier: MIT */
/*
 * How a game looks on the full screen. A skin draws the game's scene into a box and says which
 * step a touch of each thing is; the screen does the rest, legal moves and keys included. A game
 * without a skin gets a plain one.
 */
#ifndef KUFSA_TUI_SKIN_H
#define KUFSA_TUI_SKIN_H

#include "tui/canvas.h"
#include "tui/draft.h"
#include "words/words.h"

enum {
    CARD_TEXT_MAX = 16, /* bytes of a piece's notation, with its NUL */
    PHRASE_MAX = 256,   /* bytes of a few words, with their NUL */
};

struct screen;

/* What a skin draws from, and onto. */
struct stage {
    struct screen *screen;
    enum language language;
    const struct game *game;
    const struct state *view;
    int viewer;                /* the seat at the bottom, whose hand is drawn large; NO_SEAT */
    const struct draft *draft; /* the touches so far */
    const struct events *last; /* what the last move did, or NULL */
    struct box box;
    const struct step *focus; /* where the cursor is, or NULL */
    int64_t window_ms;        /* time left for others to react; 0: none */
    int pan_x, pan_y;         /* kept for the skin between drawings */
    bool panned;
    int zoom; /* the person's choice: 0 fits, negative smaller, positive larger */
    int items_count;
    struct item items[SCENE_MAX];
    struct facts facts;
    bool threats; /* show who could win at once, and where */
    bool quiet;   /* players say it themselves: the facts give nothing away, and nothing is lit */
};

/* What to show about a thing besides what it is. */
enum {
    SPOT_LIT = 1,   /* touching it leads to a move */
    SPOT_HELD = 2,  /* it has been touched */
    SPOT_FOCUS = 4, /* the cursor is on it */
    SPOT_FRESH = 8, /* the last move put something here */
    SPOT_LEFT = 16, /* and took it from here */
};

struct skin {
    const char *game;
    const char *const *seats; /* keys of its seats' names; NULL: they have numbers */
    void (*draw)(struct stage *);
    void (*write_piece)(enum language, const char *piece, struct text *); /* NULL: its notation */

    /* A few words under a seat's name, such as its number of cards. `brief`: as short as possible,
     * when each seat has one line only. NULL: none. */
    void (*note)(struct stage *, int seat, bool brief, struct text *);

    /* The key of the sentence for a piece that costs something (FACT_COST), with {n}. NULL: none
     * does. */
    const char *(*price_key)(const char *piece);

    /* The label of a button; false: use the catalogue's. */
    bool (*label)(struct stage *, const struct step *, struct text *);

    /* Something more to look at, with the key of its title; NULL: nothing. */
    const char *extra;
    struct box (*extra_size)(void);
    void (*draw_extra)(struct stage *, struct box);
};

extern const struct skin skin_plain; /* of games without one */
#define SKIN(name) extern const struct skin skin_##name;
#include "tui/skins.def"
#undef SKIN
const struct skin *skin_of(const struct game *); /* never NULL */

/* ---- for skins ---- */

/* Makes a thing touchable; returns what to show about it: SPOT_… */
unsigned stage_spot(struct stage *, struct box, const struct step *);

/* The same without making it touchable. */
unsigned stage_flags(const struct stage *, const struct step *);

/* The first item at a place or in a zone; NULL. The number of items in a seat's zone. */
const struct item *stage_item(const struct stage *, struct place);
int stage_count(const struct stage *, enum zone, int seat);

void stage_piece(const struct stage *, int piece, char out[CARD_TEXT_MAX]);

/* The name of a seat's player. */
void stage_name(const struct stage *, int seat, struct text *);

/* A sentence of the catalogue. */
void stage_say(const struct stage *, char out[PHRASE_MAX], const char *key, const struct word_arg *,
               int count);

/* A card: its ground, a text in two opposite corners and one in the middle. */
struct card_face {
    enum look look;
    const char *corner, *middle, *under; /* NULL: none */
    bool large;                          /* draw the middle large if there is room */
    bool words;                          /* the middle is words, else signs from left to right */
};
void put_card(struct box, const struct card_face *, unsigned flags);

/* The mark below a thing: a bar for the cursor, a dot if lit, a lozenge if held. */
void put_under(struct box, unsigned flags);

/* The viewer's cards in rows, lit ones a little higher; as many rows as fit, the cursor's
 * included. */
enum { HAND_CARDS_MAX = 128 };
struct hand_style {
    int w, h, h_min;
    void (*draw)(struct stage *, struct box, int piece, unsigned flags);
};
void put_hand(struct stage *, struct box, const struct hand_style *);
int hand_lines(const struct stage *, int width, const struct hand_style *); /* that it takes */

/* A table with a pile, an open card, words beside them and the hand, in the largest size that
 * fits; the hand has a style for each size. */
enum { CARD_SIZES = 3 };
struct card_plan {
    struct box pile, card, words, hand;
    struct hand_style style;
    bool fits;
};
struct card_plan plan_cards(const struct stage *, const struct hand_style styles[CARD_SIZES]);

/* Digits, + and ? drawn large in the middle of a box; false if there is no room, or for any other
 * sign. */
bool put_large(struct box, unsigned look, const char *text);

/* A face-down pile of cards, with their number. */
void put_back(struct box, int cards, unsigned flags);

/* Marks around a thing: a heavy frame for the cursor, corners if lit. The frame is outside the box
 * if there is room. */
void put_marks(struct box, unsigned flags);

enum look colour_look(char letter); /* R G B Y; anything else is a wild */

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
