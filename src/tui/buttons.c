/* SPDX-License-Identifier: MIT */
/* The last lines of the screen: buttons for what can be done now, the prompt, and keys. */
#include "tui/past.h"

enum { KEYS_MAX = 16, NOTICE_MAX = 1024 };

/* ---- buttons ---- */

struct button *button_add(struct screen *screen, enum act act, const char *label_key)
{
    if (screen->buttons_count == BUTTONS_MAX)
        return &screen->buttons[BUTTONS_MAX - 1];
    struct button *button = &screen->buttons[screen->buttons_count++];
    *button = (struct button){.act = act};
    say_into(screen, button->label, sizeof button->label, label_key, WITH_NOTHING);
    return button;
}

static void add_verb(struct screen *screen, const char *verb, const char *label_key)
{
    button_add(screen, ACT_DO, label_key)->verb = verb;
}

/* The order of a word among the buttons: those that end a turn come last. */
static int word_rank(const struct step *word)
{
    static const char *const last[] = {"draw", "pass", "end", "done"};
    for (int i = 0; i < 4; i++)
        if (string_equal(word->word, last[i]))
            return i + 1;
    return 0;
}

static void label_word(struct screen *screen, const struct step *word, struct button *button)
{
    enum language language = screen->setup.language;
    move whole = draft_whole(&screen->draft);
    char points[LABEL_MAX];
    struct text text;
    text_init(&text, button->label, sizeof button->label);
    if (screen->skin->label && screen->skin->label(&screen->stage, word, &text))
        return;
    int32_t gain =
        whole ? screen->mirror->game->gain(&screen->mirror->view.head, screen->mirror->you, whole)
              : 0;
    if (string_equal(word->word, "done") && gain > 0) {
        say_into(screen, points, sizeof points, "points", WITH(word_number("n", gain)));
        say_into(screen, button->label, sizeof button->label, "tui.done.points",
                 WITH(word_string("points", points)));
        return;
    }
    text_init(&text, button->label, sizeof button->label);
    text_string(&text, words_name(language, "tui.word.", word->word));
}

static void add_words(struct screen *screen)
{
    static struct step words[DRAFT_WORDS_MAX];
    int count = draft_words(&screen->draft, words);
    for (int rank = 0; rank <= 4; rank++)
        for (int i = 0; i < count; i++) {
            if (word_rank(&words[i]) != rank)
                continue;
            struct button *button = button_add(screen, ACT_WORD, "tui.cannot");
            button->step = words[i];
            label_word(screen, &words[i], button);
        }
}

static struct button *add_named(struct screen *screen, enum act act, const char *key, int seat)
{
    char name[NAME_TEXT_MAX];
    struct button *button = button_add(screen, act, key);
    screen_name_of(screen, seat, name);
    button->number = seat;
    say_into(screen, button->label, sizeof button->label, key, WITH(word_string("name", name)));
    return button;
}

/* The computer plays for people on other devices who are away, and for us until we want the seat
 * back. */
static void add_stand_ins(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    for (int seat = 0; seat < mirror->seats && !screen->channel->local; seat++) {
        const struct mirror_seat *row = &mirror->seat[seat];
        if (seat == mirror->you || !row->taken || row->bot[0] || row->here ||
            row->away_until > system_millis())
            continue;
        add_named(screen, ACT_STAND_IN, "tui.stand_in", seat);
    }
    if (mirror->seat[mirror->you].bot[0])
        add_verb(screen, "giveback", "tui.giveback");
}

/* For somebody who is here but does not move: first a reminder, then the others may agree on a
 * bot. */
static void add_nudges(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    if (screen->channel->local || mirror->timed || mirror->seat[mirror->you].bot[0])
        return;
    if (mirror->nudged != NO_SEAT) {
        bool mine = mirror->nudged == mirror->you || (mirror->agreed >> mirror->you & 1);
        if (!mine && mirror->nudged_until <= system_millis())
            add_named(screen, ACT_DO, "tui.agree", mirror->nudged)->verb = "agree";
        return;
    }
    int turn = screen_turn(screen);
    if (turn == NO_SEAT || turn == mirror->you ||
        system_millis() - mirror->still_since < NUDGE_AFTER_MS)
        return;
    const struct mirror_seat *row = &mirror->seat[turn];
    if (row->taken && row->here && !row->bot[0])
        add_named(screen, ACT_NUDGE, "tui.nudge", turn);
}

/* ---- after the match ---- */

/* May it go on without the missing players? Not while one of them is here or may still come
 * back. */
static bool may_go_on(const struct mirror *mirror)
{
    for (int seat = 0; seat < mirror->seats; seat++) {
        const struct mirror_seat *row = &mirror->seat[seat];
        if ((mirror->missing >> seat & 1) && row->taken &&
            (row->here || row->away_until > system_millis()))
            return false;
    }
    return mirror->missing != 0;
}

static void add_rematch(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    int gone = 0;
    if (mirror->you == NO_SEAT)
        return;
    if (!(mirror->rematch >> mirror->you & 1)) {
        add_verb(screen, "rematch", "tui.rematch");
        return;
    }
    for (int seat = 0; seat < mirror->seats; seat++)
        gone += mirror->missing >> seat & 1;
    int stay = mirror->seats - gone;
    if (may_go_on(mirror)) { /* those who wait come in */
        if (mirror->waiting_count < gone)
            button_add(screen, ACT_GO_ON, "tui.rematch.bot")->verb = "bot";
        if (stay + mirror->waiting_count >= mirror->game->seats_min)
            button_add(screen, ACT_GO_ON, "tui.rematch.leave")->verb = "leave";
    }
    add_verb(screen, "unrematch", "tui.unrematch");
}

/* Whoever has no seat asks for one in the next match; in the lobby they take a free one. */
static void add_wait(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    bool full = true;
    for (int seat = 0; seat < mirror->seats; seat++)
        full = full && mirror->seat[seat].taken;
    if (screen->channel->local || mirror->you != NO_SEAT || (mirror->locked && !mirror->host))
        return;
    if (mirror->waits)
        add_verb(screen, "unwait", "tui.unwait");
    else if (full || mirror->phase != PHASE_LOBBY)
        button_add(screen, ACT_WAIT, "tui.wait");
}

/* Answers to what others have asked. */
static void add_answers(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    if (mirror->offer != NO_SEAT && mirror->offer != mirror->you) {
        add_verb(screen, "accept", "tui.accept");
        add_verb(screen, "decline", "tui.decline");
    }
    if (mirror->undo != NO_SEAT && mirror->unheard >> mirror->you & 1) {
        add_verb(screen, "allow", "tui.allow");
        add_verb(screen, "refuse", "tui.refuse");
    }
}

/* May somebody else at this keyboard act too? */
static bool others_act(const struct screen *screen)
{
    for (int i = 0; i < screen->channel->people; i++)
        if (i != screen->who && mirror_acts(&screen->channel->mirror[i]))
            return true;
    return false;
}

/* Is the record of the match there? */
static bool can_look_back(const struct screen *screen)
{
    struct boxed_tags tags;
    size_t size;
    return finished_record(&screen->channel->finished, screen->mirror->match, &size, &tags);
}

void buttons_collect(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    screen->buttons_count = 0;
    if (past_asks(screen))
        add_words(screen);
    if (past_asks(screen) || past_tells(screen))
        past_buttons(screen);
    if (screen->reel || mirror->v == 0)
        return;
    add_wait(screen);
    if (mirror->phase == PHASE_LOBBY) {
        lobby_buttons(screen);
    } else if (mirror->phase == PHASE_OVER) {
        add_rematch(screen);
        if (mirror->tries.count > 0)
            button_add(screen, ACT_TRIES, "aloud.mine");
        if (can_look_back(screen))
            button_add(screen, ACT_PAST, "past.do");
        button_add(screen, ACT_LEAVE, "tui.leave");
    } else if (mirror->you != NO_SEAT) {
        if (mirror_acts(mirror) && screen->sent == 0)
            add_words(screen);
        if (mirror_acts(mirror) && others_act(screen))
            button_add(screen, ACT_OTHERS, "tui.others");
        add_answers(screen);
        add_stand_ins(screen);
        add_nudges(screen);
    }
}

struct box put_row_key(struct box line, unsigned look, int i)
{
    char key[] = {ROW_KEYS[i], '\0'};
    put(canvas_rtl() ? line.x + line.w - 1 : line.x, line.y, look | BOLD, key);
    line.x += canvas_rtl() ? 0 : ROW_KEY_W;
    line.w -= ROW_KEY_W;
    return line;
}

int buttons_draw(struct screen *screen, struct box box)
{
    bool rtl = canvas_rtl();
    int at = 0, row = 0;
    for (int i = 0; i < screen->buttons_count; i++) {
        const struct button *button = &screen->buttons[i];
        int mark = i < BUTTON_KEYS ? ROW_KEY_W : 0, w = text_columns(button->label) + 2 + mark;
        w = w > box.w ? box.w : w;
        if (at > 0 && at + w > box.w) {
            at = 0;
            row++;
        }
        struct box cell = {rtl ? box.x + box.w - at - w : box.x + at, box.y + row, w, 1};
        at += w + 1;
        if (row >= box.h)
            continue;
        struct spot *spot = spots_add(screen, SPOT_BUTTON, cell, i);
        bool focus = spot && spot_is_focus(screen, spot);
        unsigned look = LOOK_BUTTON | (focus ? INVERSE | BOLD : 0u);
        if (spot)
            spot->lit = true;
        put_ground(cell, look);
        cell.x++;
        cell.w -= 2;
        if (mark)
            cell = put_row_key(cell, look, i);
        put_sentence(cell, ALIGN_START, look, button->label);
    }
    return screen->buttons_count > 0 ? row + 1 : 0;
}

/* ---- the two last lines ---- */

/* Does the held piece need a target, or is there a word to choose? */
static bool puts_next(const struct draft *draft)
{
    for (int i = 0; i < draft->reach.next_count; i++)
        if (draft->gestures.known[draft->reach.next[i]].kind == STEP_PUT)
            return true;
    return false;
}

/* Who comes in when the next match begins. */
static const char *waiting_key(const struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    if (mirror->waits)
        return "tui.waiting.you";
    return mirror->waiting_count > 0 ? "tui.waiting" : NULL;
}

/* The prompt, shown when there is no notice. */
static const char *prompt_key(const struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    if (past_asks(screen))
        return draft_held(&screen->draft) ? "tui.held"
               : screen->draft.count == 0 ? "past.ask"
                                          : "tui.more";
    if (screen->reel || mirror->v == 0)
        return NULL;
    if (mirror->channel != CHANNEL_LIVE)
        return mirror->trouble[0] ? mirror->trouble : NULL;
    if (mirror->phase == PHASE_OVER && mirror->rematch != 0 && !screen->channel->local)
        return mirror->you != NO_SEAT && mirror->rematch >> mirror->you & 1 ? "tui.rematch.waits"
                                                                            : "tui.rematch.asked";
    if (mirror->phase != PHASE_PLAY)
        return waiting_key(screen);
    if (mirror->nudged != NO_SEAT)
        return mirror->nudged == mirror->you ? "tui.nudged.you" : "tui.nudged";
    if (mirror->offer != NO_SEAT && mirror->you != NO_SEAT)
        return mirror->offer == mirror->you ? "tui.offer.waits" : "tui.offered";
    if (mirror->undo != NO_SEAT && mirror->you != NO_SEAT)
        return mirror->undo == mirror->you ? "tui.undo.waits" : "tui.asked";
    if (!mirror_acts(mirror))
        return waiting_key(screen);
    if (draft_held(&screen->draft))
        return puts_next(&screen->draft) ? "tui.held" : "tui.choose";
    if (screen->draft.count == 0)
        return mirror->aloud == ALOUD_OFF ? "tui.begin" : "tui.begin.aloud";
    return draft_whole(&screen->draft) ? "tui.more" : "tui.more.needed";
}

/* The people the prompt is about. */
static void write_names(const struct screen *screen, struct text *text)
{
    const struct mirror *mirror = screen->mirror;
    const char *key = prompt_key(screen);
    for (int i = 0; key && string_equal(key, "tui.waiting") && i < mirror->waiting_count; i++) {
        const char *name = mirror->waiting[i];
        if (text->size + string_size(name) + sizeof ", " > text->capacity)
            break;
        text_string(text, i > 0 ? ", " : "");
        text_string(text, name);
    }
    if (text->size > 0)
        return;
    bool asked = mirror->you != NO_SEAT && mirror->rematch >> mirror->you & 1;
    uint16_t seats = mirror->phase == PHASE_OVER ? (asked ? mirror->missing : mirror->rematch)
                     : mirror->nudged != NO_SEAT ? (uint16_t)(1u << mirror->nudged)
                     : mirror->offer != NO_SEAT  ? (uint16_t)(1u << mirror->offer)
                     : mirror->undo != NO_SEAT   ? (uint16_t)(1u << mirror->undo)
                                                 : 0;
    for (int seat = 0; seat < mirror->seats; seat++) {
        char name[NAME_TEXT_MAX];
        if (!(seats >> seat & 1))
            continue;
        screen_name_of(screen, seat, name);
        text_string(text, text->size > 0 ? ", " : "");
        text_string(text, name);
    }
}

/* The text shown there now and its look. False: there is none. */
static bool write_notice(struct screen *screen, struct text *text, unsigned *look)
{
    char names[NOTICE_MAX / 2];
    struct text list;
    bool fresh = system_millis() < screen->notice_until;
    const char *key = prompt_key(screen);
    *look = !fresh ? LOOK_FAINT : screen->notice_warns ? LOOK_WARN : LOOK_ACCENT;
    if (fresh) {
        text_string(text, screen->notice);
    } else if (past_asks(screen) && screen->draft.count == 0) {
        past_write_mark(screen, text);
        text_char(text, ' ');
        words_say(text, screen->setup.language, key, WITH_NOTHING);
        *look = LOOK_STRONG;
    } else if (past_tells(screen)) {
        past_write_step(screen, text);
    } else if (curve_lines(screen) > 0) {
        words_say(text, screen->setup.language, "past.chance",
                  WITH(word_number("n", curve_points(screen))));
    } else if (key) {
        text_init(&list, names, sizeof names);
        write_names(screen, &list);
        words_say(text, screen->setup.language, key, WITH(word_string("name", names)));
    } else if (screen->result_below) {
        screen_write_result(screen, text);
    }
    return text->size > 0;
}

int notice_draw(struct screen *screen, struct box box)
{
    char sentence[NOTICE_MAX];
    unsigned look;
    struct text text;
    text_init(&text, sentence, sizeof sentence);
    return write_notice(screen, &text, &look) ? put_paragraph(box, 0, look, sentence) : 0;
}

/* Keys as shown, and what they do. When space is short, the lowest rank is dropped first; the help
 * lists them all. */
static const struct key_hint {
    const char *name, *plain, *label;
    int32_t key;
    int rank;
    bool in_play; /* shown only during play */
} table_keys[] = {
    {"←↑↓→", "arrows", "tui.key.move", TAP_NONE, 6, false},
    {"⏎", "Enter", "tui.key.touch", TAP_ENTER, 7, false},
    {"Tab", "Tab", "tui.key.next", TAP_TAB, 0, false},
    {"Esc", "Esc", "tui.key.back", TAP_ESCAPE, 2, false},
    {"h", "h", "tui.key.hint", 'h', 4, true},
    {"u", "u", "tui.key.undo", 'u', 3, true},
    {":", ":", "tui.key.type", ':', 1, true},
    {"m", "m", "tui.key.menu", 'm', 5, false},
    {"?", "?", "tui.key.help", '?', 9, false},
    {"q", "q", "tui.key.quit", 'q', 8, false},
};

static const struct key_hint asking_keys[] = {
    {"←↑↓→", "arrows", "tui.key.move", TAP_NONE, 6, false},
    {"⏎", "Enter", "tui.key.touch", TAP_ENTER, 7, false},
    {"Tab", "Tab", "tui.key.next", TAP_TAB, 0, false},
    {"Esc", "Esc", "tui.key.back", TAP_ESCAPE, 2, false},
    {":", ":", "tui.key.type", ':', 1, false},
    {"l", "l", "tui.key.log", 'l', 4, false},
    {"?", "?", "tui.key.help", '?', 9, false},
    {"q", "q", "tui.key.review", 'q', 8, false},
};

static const struct key_hint telling_keys[] = {
    {"←→", "arrows", "tui.key.step", TAP_RIGHT, 6, false},
    {"l", "l", "tui.key.log", 'l', 4, false},
    {"?", "?", "tui.key.help", '?', 9, false},
    {"q", "q", "tui.key.review", 'q', 8, false},
};

static const struct key_hint replay_keys[] = {
    {"←→", "arrows", "tui.key.step", TAP_RIGHT, 6, false},
    {"PgUp PgDn", "PgUp PgDn", "tui.key.page", TAP_PAGE_DOWN, 0, false},
    {"Home End", "Home End", "tui.key.ends", TAP_END, 1, false},
    {"Space", "Space", "tui.key.run", ' ', 4, false},
    {"v", "v", "tui.key.eyes", 'v', 3, false},
    {"r", "r", "tui.key.review", 'r', 5, false},
    {"n p", "n p", "tui.key.marks", 'n', 3, false},
    {"o", "o", "tui.key.on", 'o', 2, false},
    {"l", "l", "tui.key.log", 'l', 2, false},
    {"?", "?", "tui.key.help", '?', 6, false},
    {"q", "q", "tui.key.quit", 'q', 7, false},
};

static int key_width(const struct screen *screen, const struct key_hint *hint)
{
    return text_columns(sign(hint->name, hint->plain)) + 1 +
           text_columns(words_find(screen->setup.language, hint->label));
}

static const struct key_hint *keys_of(const struct screen *screen, size_t *count)
{
    static const struct {
        const struct key_hint *keys;
        size_t count;
    } lists[] = {
        {table_keys, sizeof table_keys / sizeof *table_keys},
        {replay_keys, sizeof replay_keys / sizeof *replay_keys},
        {asking_keys, sizeof asking_keys / sizeof *asking_keys},
        {telling_keys, sizeof telling_keys / sizeof *telling_keys},
    };
    int list = past_asks(screen) ? 2 : past_tells(screen) ? 3 : screen->reel ? 1 : 0;
    *count = lists[list].count;
    return lists[list].keys;
}

/* Chooses the keys that are useful now and fit, and the gap between them. */
static int choose_keys(const struct screen *screen, int room, int *gap,
                       const struct key_hint *chosen[KEYS_MAX])
{
    size_t all;
    const struct key_hint *keys = keys_of(screen, &all);
    bool reviewed = screen->past && screen->past->reviewed;
    bool play = screen->mirror->phase == PHASE_PLAY;
    int count, width;
    *gap = 2;
    for (int least = -1;; least += *gap == 1, *gap = 1) { /* first shrink the gap, then drop keys */
        count = width = 0;
        for (size_t i = 0; i < all; i++)
            if (keys[i].rank >= least && (play || screen->reel || !keys[i].in_play) &&
                (keys[i].key != 'h' || !mirror_no_hints(screen->mirror)) &&
                (reviewed || (keys[i].key != 'n' && keys[i].key != 'o'))) {
                chosen[count++] = &keys[i];
                width += key_width(screen, &keys[i]) + *gap;
            }
        if (width - *gap <= room || count == 0)
            return count;
    }
}

void keys_draw(struct screen *screen, struct box box)
{
    const struct key_hint *chosen[KEYS_MAX];
    bool rtl = canvas_rtl();
    int gap, at = 0, count = choose_keys(screen, box.w, &gap, chosen);
    for (int i = 0; i < count; i++) {
        const char *name = sign(chosen[i]->name, chosen[i]->plain);
        int name_w = text_columns(name), w = key_width(screen, chosen[i]);
        int x = rtl ? box.x + box.w - at - w : box.x + at;
        put(rtl ? x + w - name_w : x, box.y, LOOK_KEY, name);
        put_sentence((struct box){rtl ? x : x + name_w + 1, box.y, w - name_w - 1, 1}, ALIGN_START,
                     LOOK_FAINT, words_find(screen->setup.language, chosen[i]->label));
        if (chosen[i]->key != TAP_NONE)
            spots_add(screen, SPOT_KEY, (struct box){x, box.y, w, 1}, chosen[i]->key);
        at += w + gap;
    }
}
