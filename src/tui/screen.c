/* SPDX-License-Identifier: MIT */
/*
 * The loop of the full screen: it waits for keys and news, decides who is at the keyboard, and
 * sends commands. It draws only in response to one of these.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "system/keyboard.h"
#include "tell/options.h"
#include "tui/past.h"

enum {
    HINT_POLL_MS = 50,
    JUDGE_POLL_MS = 50,
    WINDOW_POLL_MS = 250,
    CLOCK_POLL_MS = 500,
    COMMAND_TEXT_MAX = 512
};

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
    past_drop(&screen);
    canvas_close();
}

static const char *screen_name(const struct screen *screen_)
{
    const char *name = screen_->setup.name, *user = getenv("USER");
    if (name && *name)
        return name;
    return user && *user ? user : words_find(screen_->setup.language, "tui.you");
}

/* ---- sending ---- */

void screen_play_text(struct screen *s, const char *move_text)
{
    if (past_asks(s)) {
        past_answer(s, move_text);
        return;
    }
    s->sent = channel_play(s->channel, s->who, move_text);
    draft_clear(&s->draft);
    if (s->sent == 0)
        notice_say(s, true, "tui.line.lost", WITH_NOTHING);
}

static void send_verb(struct screen *s, const char *verb)
{
    if (channel_do(s->channel, s->who, verb) == 0)
        notice_say(s, true, "tui.line.lost", WITH_NOTHING);
}

bool screen_may_say(const struct screen *s, const struct step *step)
{
    const struct mirror *mirror = s->mirror;
    return s->channel && mirror->aloud != ALOUD_OFF && mirror_acts(mirror) &&
           step->kind == STEP_TAKE && step->place.zone == ZONE_HAND &&
           step->place.seat == mirror->you;
}

/* What is said, as people write it: `24=4 6`, `24 = 4*6` and `24=4x6` are the same. */
static void spell_said(const char *typed, struct text *text)
{
    bool apart = false;
    for (; *typed != '\0'; typed++) {
        bool digit = *typed >= '0' && *typed <= '9';
        if (*typed == ' ' || *typed == '*') {
            apart = true;
            continue;
        }
        char before = text->size > 0 ? text->bytes[text->size - 1] : '\0';
        if (apart && digit && before >= '0' && before <= '9')
            text_char(text, 'x');
        text_char(text, *typed);
        apart = false;
    }
}

void screen_type_move(struct screen *s, const char *typed)
{
    const struct mirror *mirror = s->mirror;
    char said[COMMAND_TEXT_MAX];
    struct text text;
    move m;
    text_init(&text, said, sizeof said);
    if (mirror->aloud != ALOUD_OFF) {
        spell_said(typed, &text);
        typed = said;
    }
    if (past_asks(s)) {
        past_answer(s, typed);
        return;
    }
    if (!s->channel || mirror->phase != PHASE_PLAY)
        return;
    if (!mirror_acts(mirror)) {
        notice_say(s, true, "match.seat.turn", WITH_NOTHING);
        return;
    }
    const char *reason =
        game_read_move(mirror->game, &mirror->view.head, mirror->you, typed, &s->draft.moves, &m);
    s->draft.position[0] = '\0'; /* its moves were used as scratch space */
    if (reason && mirror->aloud == ALOUD_OFF)
        notice_say(s, true, reason, WITH_NOTHING);
    else
        screen_play_text(s, typed); /* the table counts wrong answers */
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
    channel_send(s->channel, s->who, command);
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
    channel_send(s->channel, s->who, command);
}

/* Does nothing if somebody else has sat down there in the meantime. */
static void show_out(struct screen *s, const char *verb)
{
    if (door_is_same(s))
        send_number(s, verb, "seat", s->asked_seat);
    else
        notice_say(s, true, "tui.door.changed", WITH_NOTHING);
}

static void unblock(struct screen *s)
{
    bool sent = channel_do(s->channel, s->who, "unblock") != 0;
    notice_say(s, !sent, sent ? "tui.door.unblocked" : "tui.line.lost", WITH_NOTHING);
}

static void send_option(struct screen *s, int option, int value)
{
    const struct option *row = &s->mirror->game->options[option];
    char command[COMMAND_TEXT_MAX];
    struct text text;
    text_init(&text, command, sizeof command);
    text_string(&text, "\"do\":\"option\",\"name\":\"");
    text_string(&text, row->name);
    text_string(&text, "\",\"value\":\"");
    text_string(&text, row->values[value]);
    text_char(&text, '"');
    channel_send(s->channel, s->who, command);
}

/* Values that are house rules are behind a button of their own. */
static void next_value(struct screen *s, int option, bool house)
{
    const struct option *row = &s->mirror->game->options[option];
    int value = s->mirror->option[option];
    bool chosen = option_is_house(row, value);
    int next = house && !chosen ? row->house : value + 1;
    int end = row->house > 0 && !house && !chosen ? row->house : row->count;
    send_option(s, option, next < end ? next : 0);
}

static void send_printed(struct screen *s)
{
    for (int i = 0; s->mirror->game->options[i].name; i++)
        if (s->mirror->option[i] != 0)
            send_option(s, i, 0);
}

static void send_aloud(struct screen *s)
{
    char command[COMMAND_TEXT_MAX];
    struct text text;
    text_init(&text, command, sizeof command);
    text_string(&text, "\"do\":\"aloud\",\"value\":\"");
    text_string(&text, aloud_names[(s->mirror->aloud + 1) % ALOUDS]);
    text_char(&text, '"');
    channel_send(s->channel, s->who, command);
}

static void ask_hint(struct screen *s)
{
    const struct mirror *mirror = s->mirror;
    if (!s->channel || !mirror_acts(mirror)) {
        notice_say(s, true, "match.seat.turn", WITH_NOTHING);
        return;
    }
    if (mirror_no_hints(mirror)) {
        notice_say(s, true, mirror_no_hints(mirror), WITH_NOTHING);
        return;
    }
    if (hint_ask(&s->hint, mirror->game, &mirror->view.head, mirror->you)) {
        s->sheet.kind = SHEET_NONE;
        sheet_hint(s);
        channel_pause(s->channel, true);
    }
}

static void follow_hint(struct screen *s)
{
    char move_text[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, move_text, sizeof move_text);
    s->mirror->game->write_move(&s->mirror->view.head, s->hint.advice.best, &text);
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
    case ACT_PHRASE: channel_say(s->channel, s->who, button->verb); break;
    case ACT_RESIGN: sheet_sure(s); break;
    case ACT_RESIGN_SURE: send_verb(s, "resign"); break;
    case ACT_TAKEOVER:
        channel_bot(s->channel, s->who, "takeover", s->mirror->you, TABLE_STAND_IN);
        break;
    case ACT_STAND_IN:
        channel_bot(s->channel, s->who, "takeover", button->number, TABLE_STAND_IN);
        break;
    case ACT_NUDGE: send_number(s, "nudge", "seat", button->number); break;
    case ACT_GO_ON: channel_go_on(s->channel, s->who, button->verb); break;
    case ACT_OTHERS: s->waited |= (uint16_t)(1u << s->who); break;
    case ACT_SIT: channel_sit(s->channel, s->who, button->number, screen_name(s)); break;
    case ACT_WAIT: channel_ask_seat(s->channel, s->who, screen_name(s)); break;
    case ACT_BOT: sheet_levels(s, button->number); break;
    case ACT_LEVEL:
        channel_bot(s->channel, s->who, "bot", s->asked_seat, level_name(button->number));
        break;
    case ACT_REMOVE: send_number(s, "remove", "seat", button->number); break;
    case ACT_OPTION: next_value(s, button->number, false); break;
    case ACT_HOUSE_RULE: next_value(s, button->number, true); break;
    case ACT_PRINTED: send_printed(s); break;
    case ACT_HOUSE: sheet_house(s); break;
    case ACT_ALOUD: send_aloud(s); break;
    case ACT_TRIES: sheet_tries(s); break;
    case ACT_SEATS: send_number(s, "seats", "seats", button->number); break;
    case ACT_DOOR: sheet_door(s); break;
    case ACT_PERSON: sheet_person(s, button->number); break;
    case ACT_SHOW_OUT: show_out(s, button->verb); break;
    case ACT_UNBLOCK: unblock(s); break;
    case ACT_NAME: sheet_type(s, TYPING_NAME, s->mirror->seat[s->mirror->you].name); break;
    case ACT_NONE:
    case ACT_WORD:
    case ACT_HELP:
    case ACT_LOG:
    case ACT_EXTRA:
    case ACT_MENU:
    case ACT_LEAVE:
    case ACT_CLOSE:
    case ACT_CHOICE:
    case ACT_DEVICE:
    case ACT_SIGNOUT:
    case ACT_PAST:
    case ACT_PAST_SEAT:
    case ACT_MOMENT:
    case ACT_MOMENT_TELL:
    case ACT_STORY:
    case ACT_ON:
    case ACT_ON_LEVEL: break;
    }
}

/* Looking back at a game. */
static void do_in_past(struct screen *s, const struct button *button)
{
    switch ((int)button->act) {
    case ACT_TYPE:
        if (past_asks(s))
            sheet_type(s, TYPING_MOVE, "");
        break;
    case ACT_PAST: past_review(s); break;
    case ACT_PAST_SEAT: past_seat(s, button->number); break;
    case ACT_MOMENT: past_show(s, button->number); break;
    case ACT_MOMENT_TELL: past_tell(s); break;
    case ACT_STORY: past_story(s, button->number); break;
    case ACT_ON: past_on(s); break;
    case ACT_ON_LEVEL: past_play_on(s, button->number); break;
    default: break;
    }
}

static void look_back(struct screen *s);

/* From a moment one goes back to the review. */
static void leave(struct screen *s)
{
    if (s->past && s->past->mode != PAST_REPLAY)
        past_review(s);
    else
        s->leaving = true;
}

void screen_do(struct screen *s, const struct button *button)
{
    s->pressed = *button;
    switch ((int)button->act) {
    case ACT_HELP: sheet_help(s); break;
    case ACT_LOG: sheet_log(s); break;
    case ACT_EXTRA: sheet_extra(s); break;
    case ACT_MENU: sheet_menu(s); break;
    case ACT_DEVICE:
        if (s->channel)
            sheet_device(s);
        break;
    case ACT_SIGNOUT: s->channel->ops->sign_out(s->channel); break;
    case ACT_LEAVE: leave(s); break;
    case ACT_CHOICE: s->choice = button->number; break;
    default:
        if (s->channel && button->act == ACT_PAST)
            look_back(s);
        else if (s->channel)
            do_at_table(s, button);
        else if (s->past)
            do_in_past(s, button);
    }
}

/* ---- keys ---- */

int32_t latin_key(int32_t key)
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

void screen_table_key(struct screen *s, const struct tap *tap)
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
    case TAP_ERASE: draft_back(&s->draft); break;
    case TAP_ESCAPE:
    case TAP_CLICK_OTHER:
        draft_clear(&s->draft);
        s->notice_until = 0;
        break;
    case TAP_CLICK: click(s, tap); break;
    default: press_letter(s, latin_key(tap->key));
    }
}

void screen_key(struct screen *s, const struct tap *tap)
{
    switch (tap->key) {
    case TAP_QUIT: keyboard_end(SIGINT); break; /* unless it arrived as a signal */
    case TAP_REDRAW: canvas_redraw(); break;
    case TAP_STOP:
        if (s->channel)
            channel_pause(s->channel, true);
        canvas_suspend();
        if (s->channel && s->sheet.kind == SHEET_NONE)
            channel_pause(s->channel, false);
        break;
    case TAP_NONE:
    case TAP_RESIZE: break;
    default:
        if (s->sheet.kind != SHEET_NONE)
            sheet_key(s, tap);
        else if (past_tells(s))
            past_key(s, tap);
        else if (s->reel && !past_asks(s))
            reel_key(s, tap);
        else
            screen_table_key(s, tap);
    }
}

/* ---- who is at the keyboard ---- */

static bool acts(const struct screen *s, int who)
{
    return mirror_acts(&s->channel->mirror[who]) && !(s->waited >> who & 1);
}

/* At a shared keyboard the turn goes to whoever can act; if there is something to hide, the
 * curtain covers the screen first. */
static void choose_person(struct screen *s)
{
    struct channel *channel = s->channel;
    int next = s->who;
    if (s->waited_v != s->mirror->v)
        s->waited = 0;
    s->waited_v = s->mirror->v;
    if (channel->people < 2)
        return;
    for (int i = 0; i < channel->people && !acts(s, next); i++)
        next = (s->who + 1 + i) % channel->people;
    if (!acts(s, next))
        next = s->who;
    bool covered = s->curtain_for >> next & 1;
    s->who = next;
    s->mirror = &channel->mirror[next];
    if (!s->mirror->game || !s->mirror->game->hidden || s->mirror->phase != PHASE_PLAY || covered ||
        !acts(s, next))
        return;
    s->curtain_for = 0;
    if (s->sheet.kind != SHEET_CURTAIN)
        sheet_curtain(s);
}

/* ---- news ---- */

/* A wrong answer: why, and what it costs. */
static void tell_try(struct screen *s, const struct mirror *mirror)
{
    int64_t tried = mirror->tries.turn[mirror->you], most = mirror->tries.limit;
    struct text text;
    notice_say(s, true, mirror->wrong, WITH_NOTHING);
    if (most == 0)
        return;
    text_init(&text, s->notice + string_size(s->notice), sizeof s->notice - string_size(s->notice));
    text_char(&text, ' ');
    words_say(&text, s->setup.language, tried > 0 ? "aloud.tried" : "aloud.lost",
              WITH(word_number("n", tried), word_number("most", most)));
}

static void take_answers(struct screen *s)
{
    struct answer answer;
    int who;
    while (channel_answer(s->channel, &who, &answer)) {
        if (answer.cid == s->sent)
            s->sent = 0;
        if (answer.kind == ANSWER_ERROR)
            notice_say(s, true, answer.reason, WITH_NOTHING);
        else if (answer.kind == ANSWER_OK && answer.v == s->channel->mirror[who].wrong_v)
            tell_try(s, &s->channel->mirror[who]);
        else if (answer.kind == ANSWER_STALE)
            notice_say(s, true, "match.version.stale", WITH_NOTHING);
    }
}

static void hear_phrases(struct screen *s)
{
    const struct mirror *mirror = s->mirror;
    if (mirror->said_count == 0 || mirror->said[mirror->said_count - 1].v <= s->said_v)
        return;
    const struct mirror_said *said = &mirror->said[mirror->said_count - 1];
    bool first = s->said_v == 0;
    const char *phrase = words_name(s->setup.language, PHRASE_AREA, said->phrase);
    char name[NAME_TEXT_MAX];
    struct text text;
    s->said_v = said->v;
    text_init(&text, name, sizeof name);
    screen_write_name(s, said->seat, &text);
    if (!first || mirror->v == said->v)
        notice_say(s, false, "play.moved",
                   WITH(word_string("name", name), word_string("move", phrase)));
}

/* From now on this terminal only watches: make that unmissable. */
static void tell_moved(struct screen *s)
{
    struct text text;
    s->moved = true;
    sheet_close(s);
    sheet_open(s, SHEET_TEXT, "tui.moved");
    text_init(&text, s->sheet.text, sizeof s->sheet.text);
    words_say(&text, s->setup.language, "tui.moved.text", WITH_NOTHING);
    canvas_bell();
}

/* Updates the draft to the position, and rings when the turn has come. */
static void update_turn(struct screen *s)
{
    const struct mirror *mirror = s->mirror;
    bool act = mirror->v != 0 && mirror_acts(mirror);
    s->skin = skin_of(mirror->game);
    if (mirror->v != 0 && mirror->phase != PHASE_LOBBY)
        draft_update(&s->draft, mirror->game, &mirror->view.head, mirror->position,
                     act ? mirror->you : NO_SEAT);
    if (act && (!s->acted || s->acted_v != mirror->v))
        s->wants_lit = true;
    if (act && !s->acted && !s->channel->local)
        canvas_bell();
    s->acted = act;
    s->acted_v = mirror->v;
    if (s->sheet.kind == SHEET_TEXT && s->hint.workers)
        sheet_hint(s);
    hear_phrases(s);
    if (mirror->moved && !s->moved)
        tell_moved(s);
}

/* The earlier of two moments, if `at` is still ahead. */
static int64_t sooner(int64_t next, int64_t now, int64_t at)
{
    return at > now && at < next ? at : next;
}

static int64_t next_change(const struct screen *s)
{
    int64_t now = system_millis(), next = CLOCK_NEVER;
    const struct mirror *mirror = s->mirror;
    if (s->hint.workers)
        next = now + HINT_POLL_MS;
    else if (mirror->window)
        next = now + WINDOW_POLL_MS;
    else if (mirror->timed && mirror->phase == PHASE_PLAY)
        next = now + CLOCK_POLL_MS;
    next = sooner(next, now, s->notice_until);
    for (int seat = 0; seat < mirror->seats; seat++)
        next = sooner(next, now, mirror->seat[seat].away_until);
    if (s->channel && !s->channel->local && mirror->phase == PHASE_PLAY)
        next = sooner(next, now,
                      mirror->nudged != NO_SEAT ? mirror->nudged_until
                                                : mirror->still_since + NUDGE_AFTER_MS);
    if (s->reel && s->reel->running && s->reel->next < next)
        next = s->reel->next;
    if (s->past && s->past->judging)
        next = sooner(next, now, now + JUDGE_POLL_MS);
    return next;
}

/* Says so once when it starts and once when it ends; not behind a sheet, where nobody sees it. */
static void tell_unsaved(struct screen *s)
{
    const char *unsaved = s->channel->unsaved;
    if (s->unsaved == unsaved || s->sheet.kind != SHEET_NONE)
        return;
    notice_say(s, unsaved != NULL, unsaved ? unsaved : "tui.kept.again", WITH_NOTHING);
    s->unsaved = unsaved;
}

/* Why a finished game is not in the box yet, or that others made room for it. */
static void tell_box(struct screen *s)
{
    const struct finished *finished = &s->channel->finished;
    if (s->sheet.kind != SHEET_NONE)
        return;
    if (finished->trouble && finished->trouble != s->unboxed)
        notice_say(s, true, finished->trouble, WITH_NOTHING);
    else if (s->unboxed && !finished->trouble)
        notice_say(s, false, "box.kept", WITH_NOTHING);
    else if (finished->dropped > s->dropped)
        notice_say(s, false, "box.dropped", WITH(word_number("n", finished->dropped - s->dropped)));
    s->unboxed = finished->trouble;
    s->dropped = finished->dropped;
}

/* Warns a person whose token is not saved, before they leave and cannot come back. */
static void tell_unkept(struct screen *s)
{
    bool placed = s->mirror->v != 0 && (s->mirror->you != NO_SEAT || s->mirror->host);
    if (!placed || s->unkept == s->channel->unkept || s->sheet.kind != SHEET_NONE)
        return;
    s->unkept = s->channel->unkept;
    if (s->unkept > 0)
        sheet_unkept(s);
}

/* Once per match: anyone who joins in the middle has not seen the lobby. */
static void tell_rules(struct screen *s)
{
    const struct mirror *mirror = s->mirror;
    char list[DIFFERENCES_MAX];
    struct text text;
    bool plays = mirror->v != 0 && mirror->phase == PHASE_PLAY;
    if (s->rules_told == plays || s->sheet.kind != SHEET_NONE)
        return;
    s->rules_told = plays;
    if (!plays)
        return;
    text_init(&text, list, sizeof list);
    if (mirror->aloud == ALOUD_OFF &&
        differences_list(&text, s->setup.language, mirror->game, mirror->option) == 0)
        return;
    text_init(&text, s->notice, sizeof s->notice);
    lobby_write_rules(s, &text);
    notice_show(s, false);
}

/* ---- behind a record ---- */

/* Another match may begin at the table meanwhile. */
static void tell_behind(struct screen *s)
{
    const struct mirror *mirror = &s->behind->mirror[s->who];
    bool plays = mirror->v != 0 && mirror->phase == PHASE_PLAY;
    if (plays && !s->behind_goes_on) {
        notice_say(s, false, "tui.past.goes_on", WITH_NOTHING);
        canvas_bell();
    }
    s->behind_goes_on = plays;
}

/* ---- the loop ---- */

/* False once the person leaves or answers, there is nothing to show, or the program should end. */
static bool goes_on(const struct screen *s)
{
    if (s->channel && s->mirror->v == 0 && s->mirror->channel == CHANNEL_ENDED)
        return false;
    bool answered =
        s->choice != CHOICE_NONE && (s->choice != CHOICE_OPEN || s->sheet.kind == SHEET_NONE);
    return !s->leaving && !answered && !keyboard_ended();
}

static void draw_screen(struct screen *s)
{
    canvas_clear();
    if (s->choice == CHOICE_NONE) {
        panel_draw(s);
        focus_place(s);
    }
    sheet_draw(s);
    canvas_show();
}

/* A moment of a record asks for a move. */
static void update_question(struct screen *s)
{
    const struct mirror *mirror = s->mirror;
    draft_update(&s->draft, mirror->game, &mirror->view.head, mirror->position, mirror->you);
}

static void take_taps(struct screen *s)
{
    struct tap tap;
    while (goes_on(s) && canvas_tap(&tap)) {
        screen_key(s, &tap);
        if (tap.key == TAP_RESIZE)
            continue;
        if (s->channel && s->mirror->v != 0)
            update_turn(s);
        if (past_asks(s))
            update_question(s);
        draw_screen(s); /* the next key refers to what the screen shows then */
    }
}

static void reset(struct screen *s)
{
    s->channel = s->behind = NULL;
    s->behind_goes_on = false;
    s->reel = NULL;
    s->past = NULL;
    s->wish.record = NULL;
    s->choice = CHOICE_NONE;
    s->focused = s->acted = false;
    s->pressed = (struct button){.act = ACT_NONE};
    s->leaving = s->moved = s->rules_told = false;
    s->sent = s->said_v = 0;
    s->waited = s->curtain_for = 0;
    s->notice_until = 0;
    s->unsaved = s->unboxed = NULL;
    s->unkept = s->dropped = 0;
    s->zoom = 0;
    s->stage.panned = false;
    s->sheet.kind = SHEET_NONE;
    s->draft.game = NULL;
    s->draft.count = 0;
}

/* Waits for keys or news. When the news is that the match is over, keys typed before were meant
 * for the table, and must not press the buttons that appear now: one of them leaves. */
static void wait_at_table(struct screen *s)
{
    bool over = s->mirror->phase == PHASE_OVER;
    channel_wait(s->channel, STDIN_FILENO, next_change(s));
    if (!over && s->mirror->phase == PHASE_OVER)
        canvas_forget_taps();
}

/* The loop for tables, records and questions. */
static void run_screen(struct screen *s)
{
    while (goes_on(s)) {
        if (s->channel) {
            choose_person(s);
            update_turn(s);
            tell_unsaved(s);
            tell_unkept(s);
            tell_box(s);
            tell_rules(s);
        }
        if (s->behind)
            tell_behind(s);
        if (past_asks(s))
            update_question(s);
        draw_screen(s);
        if (s->channel)
            wait_at_table(s);
        else if (s->behind)
            channel_wait(s->behind, STDIN_FILENO, next_change(s));
        else
            keyboard_wait(STDIN_FILENO, NULL, 0, channel_millis_until(next_change(s)));
        if (s->channel)
            take_answers(s);
        if (s->reel)
            reel_tick(s);
        past_tick(s);
        take_taps(s);
    }
}

void screen_play(struct channel *channel)
{
    struct screen *s = &screen;
    reset(s);
    s->channel = channel;
    s->who = 0;
    s->mirror = &channel->mirror[0];
    run_screen(s);
    sheet_close(s);
    s->channel = NULL;
}

static void begin_replay(struct screen *s, const struct record *record, const struct ply *plies,
                         uint32_t count, int viewer)
{
    static struct reel reel;
    s->reel = &reel;
    s->mirror = &reel.mirror;
    s->skin = skin_of(record->game);
    reel_begin(&reel, record, plies, count, viewer);
}

static void end_replay(struct screen *s)
{
    past_drop(s);
    s->reel = NULL;
    s->past = NULL;
}

void screen_replay(const struct record *record, const struct ply *plies, uint32_t count, int viewer,
                   const struct screen_text *text)
{
    struct screen *s = &screen;
    reset(s);
    begin_replay(s, record, plies, count, viewer);
    past_open(s, text->record, text->size, text->mine);
    run_screen(s);
    end_replay(s);
}

struct screen_wish screen_wish(void)
{
    return screen.wish;
}

/* The game that has just ended at the table, which goes on meanwhile. */
static void look_back(struct screen *s)
{
    static struct screen table;
    static char text[BOXED_MAX];
    struct boxed_tags tags;
    size_t size;
    const char *record = finished_record(&s->channel->finished, s->mirror->match, &size, &tags);
    if (!record || size > sizeof text)
        return;
    memcpy(text, record, size); /* another game may end there */
    table = *s;
    reset(s);
    s->behind = table.channel;
    past_open(s, text, size, tags.mine);
    const char *reason = review_open(&s->past->review, text, size, 0);
    if (!reason) {
        const struct review *review = &s->past->review;
        begin_replay(s, &review->record, review->plies, review->walk.count, past_viewer(s->past));
        past_review(s);
        run_screen(s);
    }
    struct screen_wish wish = s->wish;
    end_replay(s);
    *s = table;
    s->wish = wish;
    s->leaving = wish.record != NULL;
    if (reason)
        notice_say(s, true, reason, WITH_NOTHING);
}

/* A sheet with nothing under it. */
static struct screen *begin_question(enum sheet_kind kind, const char *title, const char *text)
{
    static struct mirror nothing;
    struct screen *s = &screen;
    struct text sheet;
    reset(s);
    mirror_init(&nothing);
    s->mirror = &nothing;
    s->skin = skin_of(NULL);
    s->choice = CHOICE_OPEN;
    sheet_open(s, kind, title);
    text_init(&sheet, s->sheet.text, sizeof s->sheet.text);
    text_string(&sheet, text ? text : "");
    return s;
}

static int run_question(struct screen *s)
{
    run_screen(s);
    int choice = s->choice >= 0 ? s->choice : CHOICE_LEFT;
    s->choice = CHOICE_NONE;
    return choice;
}

int screen_choose(const char *title, const char *text, const char *const *answers, int count)
{
    struct screen *s = begin_question(SHEET_ROWS, title, text);
    for (int i = 0; i < count; i++)
        sheet_row(s, (struct button){.act = ACT_CHOICE, .number = i}, answers[i]);
    return run_question(s);
}

int screen_pick(const struct screen_list *list)
{
    struct screen *s = begin_question(SHEET_LIST, list->title, list->text);
    s->sheet.list = list;
    for (int i = 0; i < list->answers_count; i++)
        sheet_row(s, (struct button){.act = ACT_CHOICE, .number = list->count + i},
                  list->answers[i]);
    return run_question(s);
}
