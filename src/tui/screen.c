/* SPDX-License-Identifier: MIT */
/*
 * The loop of the full screen: it waits for keys and news, decides who is at the keyboard, and
 * sends what was decided. Nothing is drawn but in answer to one of these.
 */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "tui/reel.h"

enum { HINT_POLL_MS = 50, WINDOW_POLL_MS = 250, CLOCK_POLL_MS = 500, COMMAND_TEXT_MAX = 512 };

static struct screen screen; /* there is one terminal */

/* ---- coming and going ---- */

bool screen_open(const struct screen_setup *setup)
{
    struct canvas_setup canvas = {
        .ascii = setup->ascii,
        .rtl = setup->language == LANGUAGE_HE,
        .bidi = setup->bidi,
    };
    screen.setup = *setup;
    screen.choice = CHOICE_NONE;
    return canvas_open(&canvas);
}

void screen_close(void)
{
    hint_drop(&screen.hint);
    canvas_close();
}

const char *screen_name(const struct screen *screen_)
{
    const char *name = screen_->setup.name, *user = getenv("USER");
    if (name && *name)
        return name;
    return user && *user ? user : words_find(screen_->setup.language, "tui.you");
}

/* ---- sending ---- */

void screen_play_text(struct screen *s, const char *move_text)
{
    s->sent = line_play(s->line, s->who, move_text);
    hand_clear(&s->hand);
    if (s->sent == 0)
        notice_say(s, true, "tui.line.lost", WITH_NOTHING);
}

static void send_verb(struct screen *s, const char *verb)
{
    if (line_do(s->line, s->who, verb) == 0)
        notice_say(s, true, "tui.line.lost", WITH_NOTHING);
}

void screen_type_move(struct screen *s, const char *typed)
{
    const struct seen *seen = s->seen;
    move m;
    if (!s->line || seen->phase != PHASE_PLAY)
        return;
    if (!seen_acts(seen)) {
        notice_say(s, true, "match.seat.turn", WITH_NOTHING);
        return;
    }
    const char *reason =
        game_read_move(seen->game, &seen->view.head, seen->you, typed, &s->hand.moves, &m);
    s->hand.position[0] = '\0'; /* its moves were scratch space */
    if (reason)
        notice_say(s, true, reason, WITH_NOTHING);
    else
        screen_play_text(s, typed);
}

void screen_type_name(struct screen *s, const char *typed)
{
    char name[PLAYER_NAME_MAX], command[COMMAND_TEXT_MAX];
    struct text text;
    struct json_out out;
    if (!name_clean(typed, name))
        return;
    text_init(&text, command, sizeof command);
    text_string(&text, "\"do\":\"name\",\"name\":");
    json_out_init(&out, &text);
    json_out_string(&out, name);
    line_send(s->line, s->who, command);
}

static void send_number(struct screen *s, const char *verb, const char *member, int number)
{
    char command[COMMAND_TEXT_MAX];
    struct text text;
    text_init(&text, command, sizeof command);
    text_string(&text, "\"do\":\"");
    text_string(&text, verb);
    text_string(&text, "\",\"");
    text_string(&text, member);
    text_string(&text, "\":");
    text_number(&text, number);
    line_send(s->line, s->who, command);
}

static void send_option(struct screen *s, int option)
{
    const struct option *row = &s->seen->game->options[option];
    char command[COMMAND_TEXT_MAX];
    struct text text;
    text_init(&text, command, sizeof command);
    text_string(&text, "\"do\":\"option\",\"name\":\"");
    text_string(&text, row->name);
    text_string(&text, "\",\"value\":\"");
    text_string(&text, row->values[(s->seen->option[option] + 1) % row->count]);
    text_char(&text, '"');
    line_send(s->line, s->who, command);
}

static void ask_hint(struct screen *s)
{
    const struct seen *seen = s->seen;
    if (!s->line || !seen_acts(seen)) {
        notice_say(s, true, "match.seat.turn", WITH_NOTHING);
        return;
    }
    if (hint_ask(&s->hint, seen->game, &seen->view.head, seen->you)) {
        s->sheet.kind = SHEET_NONE;
        sheet_hint(s);
        line_pause(s->line, true);
    }
}

static void follow_hint(struct screen *s)
{
    char move_text[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, move_text, sizeof move_text);
    s->seen->game->write_move(&s->seen->view.head, s->hint.advice.best, &text);
    screen_play_text(s, move_text);
}

static void do_at_table(struct screen *s, const struct button *button)
{
    switch (button->act) {
    case ACT_DO: send_verb(s, button->verb); break;
    case ACT_HINT: ask_hint(s); break;
    case ACT_FOLLOW: follow_hint(s); break;
    case ACT_TYPE: sheet_type(s, TYPING_MOVE, ""); break;
    case ACT_UNDO: send_verb(s, "undo"); break;
    case ACT_SAY: sheet_phrases(s); break;
    case ACT_PHRASE: line_say(s->line, s->who, button->verb); break;
    case ACT_RESIGN: sheet_sure(s); break;
    case ACT_RESIGN_SURE: send_verb(s, "resign"); break;
    case ACT_TAKEOVER: line_bot(s->line, s->who, "takeover", s->seen->you, TABLE_STAND_IN); break;
    case ACT_STAND_IN: line_bot(s->line, s->who, "takeover", button->number, TABLE_STAND_IN); break;
    case ACT_OTHERS: s->waited |= (uint16_t)(1u << s->who); break;
    case ACT_SIT: line_sit(s->line, s->who, button->number, screen_name(s)); break;
    case ACT_BOT: sheet_levels(s, button->number); break;
    case ACT_LEVEL:
        line_bot(s->line, s->who, "bot", s->asked_seat, level_name(button->number));
        break;
    case ACT_REMOVE: send_number(s, "remove", "seat", button->number); break;
    case ACT_OPTION: send_option(s, button->number); break;
    case ACT_SEATS: send_number(s, "seats", "seats", button->number); break;
    case ACT_NAME: sheet_type(s, TYPING_NAME, s->seen->seat[s->seen->you].name); break;
    case ACT_NONE:
    case ACT_WORD:
    case ACT_HELP:
    case ACT_LOG:
    case ACT_EXTRA:
    case ACT_MENU:
    case ACT_LEAVE:
    case ACT_CLOSE:
    case ACT_CHOICE:
    case ACT_DEVICE: break;
    }
}

void screen_do(struct screen *s, const struct button *button)
{
    switch ((int)button->act) {
    case ACT_HELP: sheet_help(s); break;
    case ACT_LOG: sheet_log(s); break;
    case ACT_EXTRA: sheet_extra(s); break;
    case ACT_MENU: sheet_menu(s); break;
    case ACT_DEVICE: sheet_device(s); break;
    case ACT_LEAVE: s->leaving = true; break;
    case ACT_CHOICE: s->choice = button->number; break;
    default:
        if (s->line)
            do_at_table(s, button);
    }
}

/* ---- keys ---- */

/* The letter on the same key of a Hebrew keyboard as a Latin one would have. */
static int32_t latin_key(int32_t key)
{
    static const char latin[] = "tcdsvuzjyhlkfonibxg;p.mera,";
    enum { ALEF = 0x5d0, TAV = 0x5ea };
    if (key == '/' && canvas_rtl())
        return 'q';
    return key >= ALEF && key <= TAV ? latin[key - ALEF] : key;
}

static void press_button(struct screen *s, int number)
{
    struct spot spot = {.kind = SPOT_BUTTON, .number = number};
    if (number < s->buttons_count)
        touch_spot(s, &spot);
}

static void press_letter(struct screen *s, int32_t key)
{
    static const struct {
        char key;
        enum act act;
    } letters[] = {{'?', ACT_HELP},  {'h', ACT_HINT},  {'u', ACT_UNDO},
                   {':', ACT_TYPE},  {'m', ACT_MENU},  {'l', ACT_LOG},
                   {'t', ACT_EXTRA}, {'q', ACT_LEAVE}, {'d', ACT_DEVICE}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].key == key) {
            screen_do(s, &(struct button){.act = letters[i].act});
            return;
        }
    if (key >= '1' && key <= '9')
        press_button(s, key - '1');
    else if (key == '+' || key == '=')
        s->zoom += s->zoom < 3;
    else if (key == '-')
        s->zoom -= s->zoom > -3;
}

static void click(struct screen *s, const struct tap *tap)
{
    for (int i = s->spots_count - 1; i >= 0; i--) {
        struct box box = s->spots[i].box;
        if (tap->x >= box.x && tap->x < box.x + box.w && tap->y >= box.y &&
            tap->y < box.y + box.h) {
            touch_spot(s, &s->spots[i]);
            return;
        }
    }
}

static void table_key(struct screen *s, const struct tap *tap)
{
    switch (tap->key) {
    case TAP_UP: focus_move(s, 0, -1); break;
    case TAP_DOWN: focus_move(s, 0, 1); break;
    case TAP_LEFT: focus_move(s, -1, 0); break;
    case TAP_RIGHT: focus_move(s, 1, 0); break;
    case TAP_TAB: focus_next(s, 1); break;
    case TAP_BACK_TAB: focus_next(s, -1); break;
    case TAP_ENTER:
    case ' ': touch_focus(s); break;
    case TAP_ERASE: hand_back(&s->hand); break;
    case TAP_ESCAPE:
    case TAP_CLICK_OTHER:
        hand_clear(&s->hand);
        s->notice_until = 0;
        break;
    case TAP_CLICK: click(s, tap); break;
    default: press_letter(s, latin_key(tap->key));
    }
}

void screen_key(struct screen *s, const struct tap *tap)
{
    switch (tap->key) {
    case TAP_QUIT: s->signalled = true; break;
    case TAP_REDRAW: canvas_redraw(); break;
    case TAP_STOP:
        if (s->line)
            line_pause(s->line, true);
        canvas_suspend();
        if (s->line && s->sheet.kind == SHEET_NONE)
            line_pause(s->line, false);
        break;
    case TAP_NONE:
    case TAP_RESIZE: break;
    default:
        if (s->sheet.kind != SHEET_NONE)
            sheet_key(s, tap);
        else if (s->reel)
            reel_key(s, tap);
        else
            table_key(s, tap);
    }
}

/* ---- who is at the keyboard ---- */

static bool acts(const struct screen *s, int who)
{
    return seen_acts(&s->line->seen[who]) && !(s->waited >> who & 1);
}

/* Between people at one keyboard it goes to whoever can act; where there is something to hide, the
 * screen is covered first. */
static void choose_person(struct screen *s)
{
    struct line *line = s->line;
    int next = s->who;
    if (s->waited_v != s->seen->v)
        s->waited = 0;
    s->waited_v = s->seen->v;
    if (line->people < 2)
        return;
    for (int i = 0; i < line->people && !acts(s, next); i++)
        next = (s->who + 1 + i) % line->people;
    if (!acts(s, next))
        next = s->who;
    bool covered = s->curtain_for >> next & 1;
    s->who = next;
    s->seen = &line->seen[next];
    if (!s->seen->game || !s->seen->game->hidden || s->seen->phase != PHASE_PLAY || covered ||
        !acts(s, next))
        return;
    s->curtain_for = 0;
    if (s->sheet.kind != SHEET_CURTAIN)
        sheet_curtain(s);
}

/* ---- news ---- */

static void take_answers(struct screen *s)
{
    struct answer answer;
    int who;
    while (line_answer(s->line, &who, &answer)) {
        if (answer.cid == s->sent)
            s->sent = 0;
        if (answer.kind == ANSWER_ERROR)
            notice_say(s, true, answer.reason, WITH_NOTHING);
        else if (answer.kind == ANSWER_STALE)
            notice_say(s, true, "match.version.stale", WITH_NOTHING);
    }
}

static void hear_phrases(struct screen *s)
{
    const struct seen *seen = s->seen;
    if (seen->said_count == 0 || seen->said[seen->said_count - 1].v <= s->said_v)
        return;
    const struct seen_said *said = &seen->said[seen->said_count - 1];
    bool first = s->said_v == 0;
    char name[NAME_TEXT_MAX], key[LABEL_MAX];
    struct text text;
    s->said_v = said->v;
    text_init(&text, name, sizeof name);
    screen_write_name(s, said->seat, &text);
    text_init(&text, key, sizeof key);
    text_string(&text, "table.phrase.");
    text_string(&text, said->phrase);
    if (!first || seen->v == said->v)
        notice_say(s, false, "play.moved",
                   WITH(word_string("name", name),
                        word_string("move", words_find(s->setup.language, key))));
}

/* The position as the hand knows it, and a knock when the turn has come. */
static void look(struct screen *s)
{
    const struct seen *seen = s->seen;
    bool act = seen->v != 0 && seen_acts(seen);
    s->skin = skin_of(seen->game);
    if (seen->v != 0 && seen->phase != PHASE_LOBBY)
        hand_look(&s->hand, seen->game, &seen->view.head, seen->position,
                  act ? seen->you : NO_SEAT);
    if (act && (!s->acted || s->acted_v != seen->v))
        s->wants_lit = true;
    if (act && !s->acted && !s->line->local)
        canvas_bell();
    s->acted = act;
    s->acted_v = seen->v;
    if (s->sheet.kind == SHEET_TEXT && s->hint.busy)
        sheet_hint(s);
    hear_phrases(s);
}

/* When something on the screen changes by itself. */
static int64_t next_change(const struct screen *s)
{
    int64_t now = line_now(), next = CLOCK_NEVER;
    const struct seen *seen = s->seen;
    if (s->hint.busy)
        next = now + HINT_POLL_MS;
    else if (seen->window)
        next = now + WINDOW_POLL_MS;
    else if (seen->timed && seen->phase == PHASE_PLAY)
        next = now + CLOCK_POLL_MS;
    if (s->notice_until > now && s->notice_until < next)
        next = s->notice_until;
    if (s->reel && s->reel->running && s->reel->next < next)
        next = s->reel->next;
    return next;
}

/* ---- the loop ---- */

static void draw(struct screen *s)
{
    canvas_clear();
    panel_draw(s);
    focus_settle(s);
    sheet_draw(s);
    canvas_show();
}

static void take_taps(struct screen *s)
{
    struct tap tap;
    while (!s->leaving && !s->signalled && canvas_tap(&tap)) {
        screen_key(s, &tap);
        if (tap.key == TAP_RESIZE)
            continue;
        if (s->line && s->seen->v != 0)
            look(s);
        draw(s); /* the next key is about what is on the screen then */
    }
}

static void begin(struct screen *s)
{
    s->focused = s->acted = false;
    s->leaving = s->signalled = false;
    s->sent = s->said_v = 0;
    s->waited = s->curtain_for = 0;
    s->notice_until = 0;
    s->zoom = 0;
    s->stage.panned = false;
    s->sheet.kind = SHEET_NONE;
    s->hand.game = NULL;
    s->hand.count = 0;
}

enum screen_end screen_play(struct line *line)
{
    struct screen *s = &screen;
    s->line = line;
    s->reel = NULL;
    s->who = 0;
    s->seen = &line->seen[0];
    begin(s);
    while (!s->leaving && !s->signalled) {
        choose_person(s);
        look(s);
        draw(s);
        line_wait(line, STDIN_FILENO, next_change(s));
        take_answers(s);
        take_taps(s);
    }
    sheet_close(s);
    s->line = NULL;
    return s->signalled ? SCREEN_SIGNAL : SCREEN_LEFT;
}

/* Waits for a key where there is no table. */
static void wait_key(int64_t until)
{
    struct pollfd keyboard = {.fd = STDIN_FILENO, .events = POLLIN};
    int64_t left = until == CLOCK_NEVER ? -1 : until - line_now();
    poll(&keyboard, 1, left > INT32_MAX ? INT32_MAX : (int)(left < -1 ? 0 : left));
    if (keyboard.revents & (POLLHUP | POLLERR | POLLNVAL))
        screen.signalled = true;
}

enum screen_end screen_replay(const struct record *record, const struct ply *plies, uint32_t count,
                              int viewer)
{
    static struct reel reel;
    struct screen *s = &screen;
    begin(s);
    s->line = NULL;
    s->reel = &reel;
    s->seen = &reel.seen;
    s->skin = skin_of(record->game);
    reel_begin(&reel, record, plies, count, viewer);
    while (!s->leaving && !s->signalled) {
        draw(s);
        wait_key(next_change(s));
        reel_tick(s);
        take_taps(s);
    }
    s->reel = NULL;
    return s->signalled ? SCREEN_SIGNAL : SCREEN_LEFT;
}

int screen_choose(const char *title, const char *text, const char *const *answers, int count)
{
    static struct seen nothing;
    struct screen *s = &screen;
    struct text sheet;
    begin(s);
    seen_init(&nothing);
    s->line = NULL;
    s->reel = NULL;
    s->seen = &nothing;
    s->skin = skin_of(NULL);
    s->choice = CHOICE_OPEN;
    sheet_open(s, SHEET_ROWS, title);
    text_init(&sheet, s->sheet.text, sizeof s->sheet.text);
    text_string(&sheet, text ? text : "");
    for (int i = 0; i < count; i++)
        sheet_row(s, (struct button){.act = ACT_CHOICE, .number = i}, answers[i]);
    while (s->choice == CHOICE_OPEN && s->sheet.kind != SHEET_NONE && !s->signalled) {
        struct tap tap;
        canvas_clear();
        sheet_draw(s);
        canvas_show();
        wait_key(CLOCK_NEVER);
        while (s->choice == CHOICE_OPEN && s->sheet.kind != SHEET_NONE && canvas_tap(&tap))
            screen_key(s, &tap);
    }
    int choice = s->choice >= 0 ? s->choice : CHOICE_LEFT;
    s->choice = CHOICE_NONE;
    return choice;
}
