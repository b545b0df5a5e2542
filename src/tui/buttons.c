/* SPDX-License-Identifier: MIT */
/* The last lines of the screen: buttons for what can be said now, what there is to do, and keys. */
#include "tui/screen_parts.h"

enum { KEYS_MAX = 16 };

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

/* Where a word stands among the buttons: what ends comes last. */
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
    move whole = hand_whole(&screen->hand);
    char key[LABEL_MAX], points[LABEL_MAX];
    struct text text;
    text_init(&text, button->label, sizeof button->label);
    if (screen->skin->label && screen->skin->label(&screen->stage, word, &text))
        return;
    int32_t gain =
        whole ? screen->seen->game->gain(&screen->seen->view.head, screen->seen->you, whole) : 0;
    text_init(&text, key, sizeof key);
    text_string(&text, "tui.word.");
    text_string(&text, word->word);
    if (string_equal(word->word, "done") && gain > 0) {
        say_into(screen, points, sizeof points, "points", WITH(word_number("n", gain)));
        say_into(screen, button->label, sizeof button->label, "tui.done.points",
                 WITH(word_string("points", points)));
        return;
    }
    text_init(&text, button->label, sizeof button->label);
    text_string(&text, words_have(key) ? words_find(language, key) : word->word);
}

static void add_words(struct screen *screen)
{
    static struct step words[HAND_WORDS_MAX];
    int count = hand_words(&screen->hand, words);
    for (int rank = 0; rank <= 4; rank++)
        for (int i = 0; i < count; i++) {
            if (word_rank(&words[i]) != rank)
                continue;
            struct button *button = button_add(screen, ACT_WORD, "tui.cannot");
            button->step = words[i];
            label_word(screen, &words[i], button);
        }
}

/* The computer plays on for people of other devices who are away, and for oneself until one wants
 * the seat back. */
static void add_stand_ins(struct screen *screen)
{
    const struct seen *seen = screen->seen;
    for (int seat = 0; seat < seen->seats && !screen->line->local; seat++) {
        const struct seen_seat *row = &seen->seat[seat];
        char name[NAME_TEXT_MAX];
        if (seat == seen->you || !row->taken || row->bot[0] || row->here)
            continue;
        screen_name_of(screen, seat, name);
        struct button *button = button_add(screen, ACT_STAND_IN, "tui.stand_in");
        button->number = seat;
        say_into(screen, button->label, sizeof button->label, "tui.stand_in",
                 WITH(word_string("name", name)));
    }
    if (seen->seat[seen->you].bot[0])
        add_verb(screen, "giveback", "tui.giveback");
}

/* What others have asked. */
static void add_answers(struct screen *screen)
{
    const struct seen *seen = screen->seen;
    if (seen->offer != NO_SEAT && seen->offer != seen->you) {
        add_verb(screen, "accept", "tui.accept");
        add_verb(screen, "decline", "tui.decline");
    }
    if (seen->undo != NO_SEAT && seen->unheard >> seen->you & 1) {
        add_verb(screen, "allow", "tui.allow");
        add_verb(screen, "refuse", "tui.refuse");
    }
}

/* May somebody else at this keyboard act too? */
static bool others_act(const struct screen *screen)
{
    for (int i = 0; i < screen->line->people; i++)
        if (i != screen->who && seen_acts(&screen->line->seen[i]))
            return true;
    return false;
}

void buttons_collect(struct screen *screen)
{
    const struct seen *seen = screen->seen;
    screen->buttons_count = 0;
    if (screen->reel || seen->v == 0)
        return;
    if (seen->phase == PHASE_LOBBY) {
        lobby_buttons(screen);
    } else if (seen->phase == PHASE_OVER) {
        if (seen->you != NO_SEAT && !(seen->rematch >> seen->you & 1))
            add_verb(screen, "rematch", "tui.rematch");
        button_add(screen, ACT_LEAVE, "tui.leave");
    } else if (seen->you != NO_SEAT) {
        if (seen_acts(seen) && screen->sent == 0)
            add_words(screen);
        if (seen_acts(seen) && others_act(screen))
            button_add(screen, ACT_OTHERS, "tui.others");
        add_answers(screen);
        add_stand_ins(screen);
    }
}

int buttons_draw(struct screen *screen, struct box box)
{
    bool rtl = canvas_rtl();
    int at = 0, row = 0;
    for (int i = 0; i < screen->buttons_count; i++) {
        const struct button *button = &screen->buttons[i];
        char number[CARD_TEXT_MAX] = "";
        struct text text;
        text_init(&text, number, sizeof number);
        if (i < 9)
            text_number(&text, i + 1);
        int mark = i < 9 ? 2 : 0, w = text_columns(button->label) + 2 + mark;
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
        if (mark)
            put(rtl ? cell.x + w - 2 : cell.x + 1, cell.y, look | BOLD, number);
        cell.x += rtl ? 1 : 1 + mark;
        cell.w -= 2 + mark;
        put_sentence(cell, ALIGN_START, look, button->label);
    }
    return screen->buttons_count > 0 ? row + 1 : 0;
}

/* ---- the two last lines ---- */

/* Does what is held go somewhere, or is there a word to choose? */
static bool puts_next(const struct hand *hand)
{
    for (int i = 0; i < hand->reach.next_count; i++)
        if (hand->gestures.known[hand->reach.next[i]].kind == STEP_PUT)
            return true;
    return false;
}

/* What there is to do, where nothing else is to be said. */
static const char *prompt_key(const struct screen *screen)
{
    const struct seen *seen = screen->seen;
    if (screen->reel || seen->v == 0)
        return NULL;
    if (seen->line != LINE_LIVE)
        return seen->trouble[0] ? seen->trouble : NULL;
    if (seen->phase != PHASE_PLAY)
        return NULL;
    if (seen->offer != NO_SEAT && seen->you != NO_SEAT)
        return seen->offer == seen->you ? "tui.offer.waits" : "tui.offered";
    if (seen->undo != NO_SEAT && seen->you != NO_SEAT)
        return seen->undo == seen->you ? "tui.undo.waits" : "tui.asked";
    if (!seen_acts(seen))
        return NULL;
    if (hand_held(&screen->hand))
        return puts_next(&screen->hand) ? "tui.held" : "tui.choose";
    if (screen->hand.count == 0)
        return "tui.begin";
    return hand_whole(&screen->hand) ? "tui.more" : "tui.more.needed";
}

void notice_draw(struct screen *screen, struct box box)
{
    char sentence[PHRASE_MAX], name[NAME_TEXT_MAX] = "";
    const struct seen *seen = screen->seen;
    if (line_now() < screen->notice_until) {
        put_sentence(box, ALIGN_START, screen->notice_warns ? LOOK_WARN : LOOK_ACCENT,
                     screen->notice);
        return;
    }
    const char *key = prompt_key(screen);
    if (!key)
        return;
    if (seen->offer != NO_SEAT || seen->undo != NO_SEAT)
        screen_name_of(screen, seen->offer != NO_SEAT ? seen->offer : seen->undo, name);
    say_into(screen, sentence, sizeof sentence, key, WITH(word_string("name", name)));
    put_sentence(box, ALIGN_START, LOOK_FAINT, sentence);
}

/* Keys as they are shown, and what they do. Where there is little room, those with the lowest rank
 * are left out first: the help has them all. */
static const struct key_hint {
    const char *name, *plain, *label;
    int32_t key;
    int rank;
    bool in_play; /* only then */
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

static const struct key_hint replay_keys[] = {
    {"←→", "arrows", "tui.key.step", TAP_RIGHT, 6, false},
    {"PgUp PgDn", "PgUp PgDn", "tui.key.page", TAP_PAGE_DOWN, 0, false},
    {"Home End", "Home End", "tui.key.ends", TAP_END, 1, false},
    {"Space", "Space", "tui.key.run", ' ', 4, false},
    {"v", "v", "tui.key.eyes", 'v', 3, false},
    {"l", "l", "tui.key.log", 'l', 2, false},
    {"?", "?", "tui.key.help", '?', 5, false},
    {"q", "q", "tui.key.quit", 'q', 7, false},
};

static int key_width(const struct screen *screen, const struct key_hint *hint)
{
    return text_columns(sign(hint->name, hint->plain)) + 1 +
           text_columns(words_find(screen->setup.language, hint->label));
}

/* Those that are of use now and fit, with so many blanks between them. */
static int choose_keys(const struct screen *screen, int room, int *gap,
                       const struct key_hint *chosen[KEYS_MAX])
{
    const struct key_hint *keys = screen->reel ? replay_keys : table_keys;
    size_t all = screen->reel ? sizeof replay_keys / sizeof *replay_keys
                              : sizeof table_keys / sizeof *table_keys;
    bool play = screen->seen->phase == PHASE_PLAY;
    int count, width;
    *gap = 2;
    for (int least = -1;; least += *gap == 1, *gap = 1) { /* first the blanks, then the keys */
        count = width = 0;
        for (size_t i = 0; i < all; i++)
            if (keys[i].rank >= least && (play || screen->reel || !keys[i].in_play)) {
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
