/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the screen share.
 *
 *     screen.c   the loop: waits, takes taps, decides who is at the keyboard
 *     touch.c    spots, the cursor, touches and their refusals
 *     panel.c    the frame: bar, seats, log
 *     buttons.c  the last lines: buttons, notice, keys
 *     sheet.c    what lies on top: help, hint, log, menu, questions, a line to type
 *     device.c   the sheet with the link of one's seat
 *     lobby.c    a table before its match
 *     stage.c    what skins are given
 */
#ifndef KUFSA_TUI_SCREEN_PARTS_H
#define KUFSA_TUI_SCREEN_PARTS_H

#include "tui/hint.h"
#include "tui/screen.h"
#include "tui/skin.h"
#include "tui/tell.h"

enum {
    SPOTS_MAX = 2048,
    BUTTONS_MAX = 80,
    LABEL_MAX = 128,
    ROWS_MAX = 32,
    SHEET_TEXT_MAX = 32768,
    TYPED_MAX = 128,
    NOTICE_MS = 6000,
    WIDTH_MIN = 80,
    HEIGHT_MIN = 24,
};

/* Something that a button or a row of a menu does. */
enum act {
    ACT_NONE,
    ACT_WORD, /* choose the step's word */
    ACT_DO,   /* a command without more, its verb in the step's place */
    ACT_HELP,
    ACT_HINT,
    ACT_FOLLOW, /* play the move of the hint */
    ACT_LOG,
    ACT_EXTRA,
    ACT_MENU,
    ACT_TYPE,
    ACT_UNDO,
    ACT_SAY, /* which phrase */
    ACT_PHRASE,
    ACT_RESIGN, /* after a question */
    ACT_RESIGN_SURE,
    ACT_TAKEOVER,
    ACT_STAND_IN, /* a bot for whoever is away from the seat `number` */
    ACT_OTHERS,   /* at the same keyboard go first */
    ACT_LEAVE,
    ACT_CLOSE,  /* the sheet */
    ACT_SIT,    /* on the seat `number` */
    ACT_BOT,    /* on the seat `number`: at which level */
    ACT_LEVEL,  /* level `number` for the seat that was asked about */
    ACT_REMOVE, /* from the seat `number` */
    ACT_OPTION, /* the next value of option `number` */
    ACT_SEATS,  /* `number` of them */
    ACT_NAME,   /* another name */
    ACT_CHOICE, /* the answer `number` to screen_choose */
    ACT_DEVICE, /* go on on another one */
};

struct button {
    enum act act;
    int number;
    const char *verb; /* of ACT_DO and ACT_PHRASE */
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
    SHEET_ROWS, /* something to choose */
    SHEET_EXTRA,
    SHEET_TYPE, /* a line to type */
    SHEET_CURTAIN,
    SHEET_DEVICE,
};

enum typing { TYPING_MOVE, TYPING_NAME };

struct sheet {
    enum sheet_kind kind;
    char title[LABEL_MAX];
    char text[SHEET_TEXT_MAX];
    int lines, shown; /* of the text: all of them, and how many can be seen */
    int scroll;
    bool at_end; /* begins with the last lines */
    int rows_count, at;
    struct button rows[ROWS_MAX];
    enum typing typing;
    char typed[TYPED_MAX];
};

/* A record that is looked at, move by move. */
struct reel {
    struct walk walk;
    int viewer;
    bool running;
    int64_t next; /* when the next move is shown, by line_now */
    struct seen seen;
};

struct screen {
    struct screen_setup setup;
    struct line *line; /* NULL: a record is looked at */
    struct reel *reel;
    int who; /* whose eyes: line->seen[who] */
    const struct seen *seen;
    const struct skin *skin;
    struct stage stage;
    struct hand hand;
    struct hint hint;

    int spots_count;
    struct spot spots[SPOTS_MAX];
    bool focused; /* the cursor is somewhere */
    struct spot focus;
    bool wants_lit; /* the cursor goes to something that can be done */
    int zoom;

    int buttons_count;
    struct button buttons[BUTTONS_MAX];

    struct sheet sheet;
    int asked_seat; /* for which seat a level is chosen */

    char notice[LABEL_MAX * 4];
    bool notice_warns;
    int64_t notice_until;

    uint32_t sent; /* the number of a move that was not answered yet; 0 */
    bool acted;    /* could act when it was last looked, at this version */
    uint32_t acted_v;
    uint32_t said_v; /* of the phrase that was told last */
    uint16_t waited; /* bit i: person i lets the others go first, at the version waited_v */
    uint32_t waited_v;
    uint16_t curtain_for; /* whose cards may be seen now: `who` once the curtain was opened */
    bool leaving, signalled;
    int choice; /* of screen_choose */
};

enum { CHOICE_NONE = -2, CHOICE_OPEN = -3, CHOICE_LEFT = -1 }; /* of screen_choose, no answer yet */

/* ---- screen.c ---- */

void screen_do(struct screen *, const struct button *);
void screen_key(struct screen *, const struct tap *);
void screen_play_text(struct screen *, const char *move_text);
void screen_type_move(struct screen *, const char *typed);
void screen_type_name(struct screen *, const char *typed);
const char *screen_name(const struct screen *); /* what the person is called */

/* ---- touch.c ---- */

void spots_clear(struct screen *);
struct spot *spots_add(struct screen *, enum spot_kind, struct box, int number);
bool spot_is_focus(const struct screen *, const struct spot *);
void focus_settle(struct screen *); /* when everything was drawn */
void focus_move(struct screen *, int dx, int dy);
void focus_next(struct screen *, int direction); /* among what is lit */
void touch_focus(struct screen *);
void touch_spot(struct screen *, const struct spot *);

/* ---- panel.c ---- */

void panel_draw(struct screen *); /* all of the screen but the sheet */
void screen_name_of(const struct screen *, int seat, char out[NAME_TEXT_MAX]);
void screen_write_name(const void *context, int seat, struct text *);
void screen_write_place(const void *context, struct place, struct text *);
void screen_write_moves(struct screen *, int from, int to, struct text *); /* of the log */
struct tale screen_tale(struct screen *, void (*say)(void *, bool, const char *));
int screen_turn(const struct screen *); /* whose turn; NO_SEAT */

/* ---- notices ---- */

void notice_say(struct screen *, bool warns, const char *key, const struct word_arg *, int count);
void say_into(const struct screen *, char *out, size_t capacity, const char *key,
              const struct word_arg *, int count);

/* ---- stage.c ---- */

void stage_set(struct screen *, struct box);

/* ---- sheet.c ---- */

void sheet_close(struct screen *);
void sheet_open(struct screen *, enum sheet_kind, const char *title_key);
void sheet_row(struct screen *, struct button, const char *label_key);
void sheet_help(struct screen *);
void sheet_log(struct screen *);
void sheet_menu(struct screen *);
void sheet_phrases(struct screen *);
void sheet_hint(struct screen *); /* what it says so far */
void sheet_levels(struct screen *, int seat);
void sheet_sure(struct screen *);
void sheet_type(struct screen *, enum typing, const char *typed);
void sheet_curtain(struct screen *);
void sheet_extra(struct screen *);
void sheet_draw(struct screen *);
struct box sheet_paper(struct screen *, int w, int h); /* an empty one; what is inside its frame */
void sheet_key(struct screen *, const struct tap *);

/* ---- device.c ---- */

void sheet_device(struct screen *);
void device_draw(struct screen *);

/* ---- lobby.c ---- */

void lobby_draw(struct screen *, struct box);
void lobby_buttons(struct screen *);

/* ---- buttons.c ---- */

struct button *button_add(struct screen *, enum act, const char *label_key);
void buttons_collect(struct screen *); /* what can be said or asked now */

/* Draws them into rows from the start of the box; rows that they take. Without a height it only
 * counts. */
int buttons_draw(struct screen *, struct box);
void notice_draw(struct screen *, struct box);
void keys_draw(struct screen *, struct box);

#endif
