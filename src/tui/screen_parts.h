/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the screen share.
 *
 *     screen.c   the loop: waits, takes taps, decides who is at the keyboard
 *     touch.c    spots, the cursor, touches and their refusals
 *     panel.c    the frame: bar, seats, log
 *     buttons.c  the last lines: buttons, notice, keys
 *     sheet.c    what lies on top: help, hint, log, menu, questions, text input
 *     device.c   the sheet with the link to your seat
 *     door.c     the sheets of a host: who may stay, who may come
 *     list.c     the sheet with scrolling rows
 *     lobby.c    a table before its match
 *     stage.c    what skins are given
 *     reel.c     a record, move by move; past.h: looking back at it
 */
#ifndef KUFSA_TUI_SCREEN_PARTS_H
#define KUFSA_TUI_SCREEN_PARTS_H

#include "tell/tell.h"
#include "think/hint.h"
#include "tui/screen.h"
#include "tui/skin.h"

enum {
    SPOTS_MAX = 2048,
    BUTTONS_MAX = 80,
    LABEL_MAX = 128,
    BUTTON_KEYS = 9, /* buttons that have a key */
    ROW_KEY_W = 2,
    ROWS_MAX = 25,
    SHEET_TEXT_MAX = 32768,
    TYPED_MAX = 128,
    NOTICE_MS = 6000,
    WIDTH_MIN = 80,
    HEIGHT_MIN = 24,
};

/* The keys of rows in sheets; buttons use the digits. q closes a sheet. */
#define ROW_KEYS "123456789abcdefghijklmnop"

/* What a button or a menu row does. */
enum act {
    ACT_NONE,
    ACT_WORD, /* choose the step's word */
    ACT_DO,   /* a simple command; `verb` is its name */
    ACT_HELP,
    ACT_HINT,
    ACT_FOLLOW, /* play the move of the hint */
    ACT_LOG,
    ACT_EXTRA,
    ACT_MENU,
    ACT_TYPE,
    ACT_UNDO,
    ACT_SAY, /* choose a phrase */
    ACT_PHRASE,
    ACT_RESIGN, /* after a question */
    ACT_RESIGN_SURE,
    ACT_TAKEOVER,
    ACT_STAND_IN, /* a bot for whoever is away from the seat `number` */
    ACT_NUDGE,    /* remind whoever is to move in seat `number` */
    ACT_GO_ON,    /* another match without the missing players: `verb` says how */
    ACT_OTHERS,   /* let others at this keyboard go first */
    ACT_LEAVE,
    ACT_CLOSE,  /* the sheet */
    ACT_SIT,    /* on the seat `number` */
    ACT_WAIT,   /* for a seat in the next match */
    ACT_BOT,    /* on the seat `number`: at which level */
    ACT_LEVEL,  /* level `number` for the seat that was asked about */
    ACT_REMOVE, /* from the seat `number` */
    ACT_OPTION, /* the next value of option `number` */
    ACT_ALOUD,  /* the next of enum aloud */
    ACT_TRIES,  /* our wrong answers */
    ACT_HOUSE,  /* choose among the house rules */
    ACT_HOUSE_RULE,
    ACT_PRINTED,  /* all options as in the printed rules */
    ACT_SEATS,    /* `number` of them */
    ACT_NAME,     /* another name */
    ACT_CHOICE,   /* the answer `number` to screen_choose */
    ACT_DEVICE,   /* continue on another device */
    ACT_SIGNOUT,  /* sign out the other devices */
    ACT_DOOR,     /* who may stay, who may come */
    ACT_PERSON,   /* on the seat `number`: remove or block them */
    ACT_SHOW_OUT, /* the person asked about: `verb` says how */
    ACT_UNBLOCK,
    ACT_PAST,        /* look back at the game that has ended; its review */
    ACT_PAST_SEAT,   /* as the seat `number` */
    ACT_MOMENT,      /* the moment `number` of it */
    ACT_MOMENT_TELL, /* without an answer */
    ACT_STORY,       /* what may follow: the story `number` */
    ACT_ON,          /* play on from here */
    ACT_ON_LEVEL,    /* against level `number` */
};

struct past;

struct button {
    enum act act;
    int number;
    const char *verb; /* of ACT_DO, ACT_GO_ON, ACT_PHRASE and ACT_SHOW_OUT */
    struct step step; /* of ACT_WORD */
    char label[LABEL_MAX];
};

enum spot_kind { SPOT_STEP, SPOT_BUTTON, SPOT_KEY, SPOT_ROW };

struct spot {
    enum spot_kind kind;
    struct box box;
    struct step step;
    int number; /* of a button or row; the key */
    bool lit;
};

enum sheet_kind {
    SHEET_NONE,
    SHEET_TEXT, /* something to read, perhaps with rows beneath */
    SHEET_ROWS, /* something to choose from */
    SHEET_EXTRA,
    SHEET_TYPE, /* a line to type */
    SHEET_CURTAIN,
    SHEET_DEVICE,
    SHEET_LIST, /* something to choose from many rows */
    SHEET_BUSY, /* how far a review is; any key ends it */
    SHEET_PAST, /* the review */
};

enum typing { TYPING_MOVE, TYPING_ANSWER, TYPING_NAME };

struct sheet {
    enum sheet_kind kind;
    char title[LABEL_MAX];
    char text[SHEET_TEXT_MAX];
    int lines, shown; /* of the text: in all, and visible */
    int scroll;
    bool at_end;   /* start at the last lines */
    bool explains; /* the text is about the selected row */
    int rows_count, at;
    struct button rows[ROWS_MAX];
    const struct screen_list *list; /* for SHEET_LIST, whose answers are `rows` */
    enum typing typing;
    char typed[TYPED_MAX];
};

/* A record being viewed, move by move. */
struct reel {
    struct walk walk;
    int viewer;
    bool running;
    int64_t next; /* when to show the next move, by system_millis */
    struct mirror mirror;
};

struct screen {
    struct screen_setup setup;
    struct channel *channel; /* NULL: a record is being viewed */
    struct channel *behind;  /* the table to which a person returns from that; NULL: none */
    bool behind_goes_on;     /* it has said that another match has begun there */
    struct reel *reel;
    struct past *past; /* of the record; NULL: it cannot be looked back at */
    struct screen_wish wish;
    int who; /* whose eyes: channel->mirror[who] */
    const struct mirror *mirror;
    const struct skin *skin;
    struct stage stage;
    struct draft draft;
    struct hint hint;

    int spots_count;
    struct spot spots[SPOTS_MAX];
    bool focused;   /* the cursor is on something */
    bool wants_lit; /* move the cursor to something that can be done */
    struct spot focus;
    int zoom;

    int buttons_count;
    struct button buttons[BUTTONS_MAX];
    struct button pressed; /* the last one, until the cursor moves */

    struct sheet sheet;
    int asked_seat; /* the seat a level is chosen for, or whose person should go: */
    char asked_name[PLAYER_NAME_MAX];

    bool result_below; /* shown in the notice: too long for the bar */
    char notice[LABEL_MAX * 4];
    bool notice_warns;
    int64_t notice_until;
    const char *unsaved; /* of the channel, as last reported */
    int unkept;          /* likewise */
    const char *unboxed; /* why finished games are not in the box, as last reported */
    int dropped;         /* from the box, as last reported */

    int priced; /* the piece whose price was told last, at version priced_v */
    uint32_t priced_v;

    uint32_t sent; /* the number of a move without an answer yet; 0 */
    bool acted;    /* could act at the last look, at this version */
    uint32_t acted_v;
    uint32_t said_v; /* of the phrase last shown */
    uint16_t waited; /* bit i: person i lets the others go first, at version waited_v */
    uint32_t waited_v;
    uint16_t curtain_for; /* whose cards may be seen now: `who` once the curtain is opened */
    bool leaving;
    bool moved;      /* it has said that another device has this place */
    bool rules_told; /* it has said what differs from the printed rules in this match */
    int choice;      /* of screen_choose */
};

enum { CHOICE_NONE = -2, CHOICE_OPEN = -3, CHOICE_LEFT = -1 }; /* of screen_choose, no answer yet */

/* ---- screen.c ---- */

void screen_do(struct screen *, const struct button *);
void screen_key(struct screen *, const struct tap *);
void screen_table_key(struct screen *, const struct tap *); /* a table's, with no sheet on it */
int32_t latin_key(int32_t key); /* on a Hebrew keyboard, the Latin letter of the same key */
void screen_play_text(struct screen *, const char *move_text);
void screen_type_move(struct screen *, const char *typed);
void screen_type_name(struct screen *, const char *typed);

/* Does the step take a card of which the player has to say something? */
bool screen_may_say(const struct screen *, const struct step *);

/* ---- touch.c ---- */

void spots_clear(struct screen *);
struct spot *spots_add(struct screen *, enum spot_kind, struct box, int number);
bool spot_is_focus(const struct screen *, const struct spot *);
void focus_place(struct screen *); /* after everything is drawn */
void focus_move(struct screen *, int dx, int dy);
void focus_next(struct screen *, int direction); /* among lit spots */
void touch_focus(struct screen *);
void touch_spot(struct screen *, const struct spot *);

/* ---- panel.c ---- */

void panel_draw(struct screen *); /* everything on the screen but the sheet */
void screen_name_of(const struct screen *, int seat, char out[NAME_TEXT_MAX]);
void screen_write_name(const void *context, int seat, struct text *);
void screen_write_moves(struct screen *, int from, int to, struct text *); /* of the log */
int screen_turn(const struct screen *);                                    /* whose turn; NO_SEAT */
void screen_write_result(const struct screen *, struct text *);

/* ---- notices ---- */

void notice_say(struct screen *, bool warns, const char *key, const struct word_arg *, int count);
void notice_show(struct screen *, bool warns); /* what is written there now */
void say_into(const struct screen *, char *out, size_t capacity, const char *key,
              const struct word_arg *, int count);

/* ---- stage.c ---- */

void stage_set(struct screen *, struct box);

/* ---- sheet.c ---- */

void sheet_close(struct screen *);
void sheet_open(struct screen *, enum sheet_kind, const char *title_key);
struct button *sheet_row(struct screen *, struct button, const char *label_key);
void sheet_help(struct screen *);
void sheet_log(struct screen *);
void sheet_tries(struct screen *); /* our wrong answers */
void sheet_menu(struct screen *);
void sheet_phrases(struct screen *);
void sheet_hint(struct screen *); /* what it says so far */
void sheet_levels(struct screen *, int seat);
void sheet_sure(struct screen *);
void sheet_type(struct screen *, enum typing, const char *typed);
void sheet_curtain(struct screen *);
void sheet_extra(struct screen *);
void sheet_draw(struct screen *);
struct box sheet_paper(struct screen *, int w, int h); /* an empty sheet; returns its inside */
void sheet_key(struct screen *, const struct tap *);
void sheet_choose(struct screen *, int at); /* does what the row says, and closes the sheet */

/* ---- device.c ---- */

void sheet_device(struct screen *);
void sheet_unkept(struct screen *); /* the link is the only way back */
void device_draw(struct screen *);

/* ---- door.c ---- */

void sheet_door(struct screen *);
void sheet_house(struct screen *);
void lobby_write_rules(const struct screen *, struct text *); /* what differs from print */
void lobby_explain(struct screen *, int w); /* the sheet's text, about the selected row */
void sheet_person(struct screen *, int seat);
bool door_is_same(const struct screen *); /* does the person asked about still sit there? */

/* ---- list.c ---- */

void list_draw(struct screen *);
bool list_key(struct screen *, const struct tap *); /* false: not a key of the list */

/* ---- lobby.c ---- */

void lobby_draw(struct screen *, struct box);
void lobby_buttons(struct screen *);

/* ---- buttons.c ---- */

struct button *button_add(struct screen *, enum act, const char *label_key);
void buttons_collect(struct screen *); /* everything that can be said or asked now */

/* Draws them in rows from the start of the box; returns the rows they take. With a height of 0 it
 * only counts. */
int buttons_draw(struct screen *, struct box);

/* Draws the key of row or button i at the start of the line; returns the rest of the line. */
struct box put_row_key(struct box line, unsigned look, int i);
int notice_draw(struct screen *, struct box); /* likewise for the notice */
void keys_draw(struct screen *, struct box);

#endif
