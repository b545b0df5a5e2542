/* SPDX-License-Identifier: MIT */
/*
 * A moment of a finished game, as its player saw it: first the question, then the verdict, with
 * what may follow played out on the table. Where something is hidden only the first move is shown,
 * and what it leads to only if that is certain.
 */
#include "base/check.h"
#include "tell/advice.h"
#include "tui/past.h"

const struct review_move *past_moment(const struct past *past)
{
    return &past->review.moves[past->moment[past->at]];
}

/* ---- the question ---- */

void past_show(struct screen *s, int at)
{
    struct past *past = s->past;
    past_drop(s);
    past->at = at;
    if (past->mode == PAST_REPLAY)
        past->eyes = s->reel->viewer;
    past->mode = PAST_ASKS;
    past->known = false;
    reel_show(s->reel, past_moment(past)->ply, past->seat);
    s->draft.game = NULL;
    s->focused = false;
    s->wants_lit = true;
    s->notice_until = 0;
}

void past_write_mark(const struct screen *s, struct text *text)
{
    static const char *const keys[MARKS] = {
        [MARK_SLIP] = "past.mark.slip",
        [MARK_MISS] = "past.mark.miss",
        [MARK_GIFT] = "past.mark.gift",
        [MARK_ONLY] = "past.mark.only",
    };
    words_say(text, s->setup.language, keys[past_moment(s->past)->mark], WITH_NOTHING);
}

/* ---- what may follow ---- */

static bool is_open(const struct screen *s)
{
    return !s->mirror->game->hidden && !s->mirror->game->chance;
}

static void add_story(struct past *past, enum story_kind kind, move m, const struct line_move *line,
                      int count)
{
    struct story *story = &past->told[past->stories++];
    *story = (struct story){.kind = kind, .count = 1};
    story->line[0] = (struct line_move){.move = m, .seat = (int8_t)past->seat};
    for (int i = 0; i < count && line[i].move != MOVE_WAITS; i++) {
        story->line[i] = line[i];
        story->count = i + 1;
    }
}

/* The better move first; then what was answered, or what was played if the answer was right.
 * Waiting is no move. */
static void find_stories(struct past *past)
{
    const struct verdict *verdict = &past_moment(past)->verdict;
    const struct verdict *other = past->chosen == verdict->best ? verdict : &past->answer;
    past->stories = 0;
    if (verdict->best != MOVE_WAITS)
        add_story(past, STORY_BEST, verdict->best, verdict->line, verdict->line_count);
    if (!past->known && past->chosen != verdict->best)
        return;
    if (other->move != MOVE_WAITS && other->move != verdict->best)
        add_story(past, other->move == verdict->move ? STORY_PLAYED : STORY_YOURS, other->move,
                  other->own_line, other->own_line_count);
}

static void write_move(const struct screen *s, const struct state *state, move m,
                       char out[MOVE_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, MOVE_TEXT_MAX);
    if (m != MOVE_WAITS)
        s->mirror->game->write_move(state, m, &text);
    else
        text_string(&text, words_find(s->setup.language, "review.table.waits"));
}

/* Where nothing is hidden, the rules play the moves. */
static void play_open(struct screen *s, const struct story *story)
{
    struct past *past = s->past;
    struct state *state = &past->truth.head;
    state_copy(state, &s->reel->walk.state.head);
    for (int i = 0; i < past->step; i++) {
        char move_text[MOVE_TEXT_MAX];
        write_move(s, state, story->line[i].move, move_text);
        past->glimpse.events.count = 0;
        CHECK(game_apply(s->mirror->game, state, story->line[i].seat, story->line[i].move,
                         &past->glimpse.events));
        events_observe(&past->glimpse.events, past->seat);
        reel_add(s->reel, story->line[i].seat, move_text, &past->glimpse.events);
    }
    game_observe(s->mirror->game, state, past->seat, &past->glimpse.view.head);
    reel_put(s->reel, &past->glimpse.view.head);
    past->sure = true;
}

static void play_hidden(struct screen *s, const struct story *story)
{
    struct past *past = s->past;
    const struct state *view = &s->reel->mirror.view.head;
    const struct line_move *first = &story->line[0];
    char move_text[MOVE_TEXT_MAX];
    past->sure =
        past->step == 0 || glimpse_after(&past->glimpse, s->mirror->game, view, first->move);
    if (past->step == 0 || !past->sure)
        return;
    write_move(s, view, first->move, move_text);
    reel_add(s->reel, first->seat, move_text, &past->glimpse.events);
    reel_put(s->reel, &past->glimpse.view.head);
}

int past_steps(const struct screen *s)
{
    const struct past *past = s->past;
    if (past->stories == 0)
        return 0;
    return is_open(s) ? past->told[past->story].count : 1;
}

/* The table after some moves of the story. */
static void show_step(struct screen *s, int step)
{
    struct past *past = s->past;
    const int steps = past_steps(s);
    past->step = step < 0 ? 0 : step > steps ? steps : step;
    reel_show(s->reel, past_moment(past)->ply, past->seat);
    past->sure = true;
    if (past->stories > 0 && is_open(s))
        play_open(s, &past->told[past->story]);
    else if (past->stories > 0)
        play_hidden(s, &past->told[past->story]);
    s->draft.game = NULL;
    draft_update(&s->draft, s->mirror->game, &s->mirror->view.head, s->mirror->position,
                 past->sure ? NO_SEAT : past->seat);
    if (!past->sure)
        draft_show(&s->draft, past->told[past->story].line[0].move);
}

void past_story(struct screen *s, int story)
{
    struct past *past = s->past;
    find_stories(past);
    past->story = story < past->stories ? story : 0;
    show_step(s, 1);
}

/* ---- the answer ---- */

static void tell(struct screen *s, move chosen)
{
    struct past *past = s->past;
    const struct verdict *verdict = &past_moment(past)->verdict;
    const struct state *view = &s->reel->mirror.view.head;
    past_drop(s);
    past->mode = PAST_TELLS;
    past->chosen = chosen;
    past->known = chosen == verdict->best || chosen == verdict->move;
    s->focused = false;
    s->wants_lit = false;
    draft_clear(&s->draft);
    if (past->known)
        past->answer = *verdict;
    else
        past->judging = judging_move(s->mirror->game, view, chosen, &past->answer);
    if (!past->known && !past->judging)
        notice_say(s, true, "past.failed", WITH_NOTHING);
    past_story(s, 0);
}

void past_answer(struct screen *s, const char *move_text)
{
    const struct mirror *mirror = s->mirror;
    move m;
    const char *reason = game_read_move(mirror->game, &mirror->view.head, mirror->you, move_text,
                                        &s->draft.moves, &m);
    s->draft.position[0] = '\0'; /* its moves were used as scratch space */
    if (reason)
        notice_say(s, true, reason, WITH_NOTHING);
    else
        tell(s, m);
}

void past_tell(struct screen *s)
{
    tell(s, past_moment(s->past)->verdict.move);
}

/* ---- the verdict in words ---- */

/* Values are compared only within one verdict: another has imagined other worlds. */
static const char *worth_of(const struct past *past)
{
    const struct verdict *verdict = &past_moment(past)->verdict;
    if (past->chosen == verdict->best)
        return "past.right";
    if (!past->known)
        return "past.thinking";
    return past->answer.best_value - past->answer.value < MARK_SLIP_FROM ? "past.good"
                                                                         : "past.better";
}

static void add(const struct screen *s, struct text *text, const char *key,
                const struct word_arg *args, int count)
{
    text_string(text, text->size > 0 ? "\n" : "");
    words_say(text, s->setup.language, key, args, count);
}

static void write_reasons(const struct screen *s, const struct verdict *verdict, struct text *text)
{
    for (int i = 0; i < verdict->best_reasons; i++) {
        const struct reason *reason = &verdict->best_reason[i];
        char name[NAME_TEXT_MAX] = "";
        if (reason->seat >= 0 && reason->seat < s->mirror->seats)
            screen_name_of(s, reason->seat, name);
        text_string(text, "\n");
        advice_write_reason(text, s->setup.language, s->mirror->game, reason, name);
    }
}

/* The better move wins in so many moves, every move loses, or the other one does. */
static void write_proof(const struct screen *s, struct text *text)
{
    const struct past *past = s->past;
    const struct verdict *verdict = &past_moment(past)->verdict;
    const struct verdict *other = past->chosen == verdict->best ? verdict : &past->answer;
    if (verdict->best_proof < 0) {
        add(s, text, "past.proof.lost", WITH(word_number("n", -verdict->best_proof)));
        return;
    }
    if (verdict->best_proof > 0)
        add(s, text, "past.proof.win", WITH(word_number("n", verdict->best_proof)));
    if (past->known && other->move != verdict->best && other->proof < 0)
        add(s, text, other->move == verdict->move ? "past.proof.played" : "past.proof.yours",
            WITH(word_number("n", -other->proof)));
}

static void write_chances(const struct screen *s, struct text *text)
{
    const struct review_move *moment = past_moment(s->past);
    if (moment->mark == MARK_ONLY)
        add(s, text, past_key_of(s, "past.then.only", "past.then.only.of"), WITH_NOTHING);
    else
        add(s, text, "past.then",
            WITH(word_number("n", chance_points(moment->verdict.value)),
                 word_number("best", chance_points(moment->verdict.best_value))));
}

/* ---- what the table shows of it ---- */

struct saying {
    struct screen *screen;
    struct text *text;
};

static void say_line(void *context, bool under, const char *sentence)
{
    struct saying *saying = context;
    (void)under;
    text_string(saying->text, saying->text->size > 0 ? "\n" : "");
    text_string(saying->text, sentence);
}

static void say_name(const void *context, int seat, struct text *text)
{
    screen_write_name(((const struct saying *)context)->screen, seat, text);
}

static void write_threats(struct screen *s, struct text *text)
{
    struct saying saying = {s, text};
    const struct tale tale = {
        .language = s->setup.language,
        .game = s->mirror->game,
        .context = &saying,
        .write_name = say_name,
        .say = say_line,
    };
    tale_threats(&tale, &s->mirror->view.head);
}

void past_write(struct screen *s, struct text *text)
{
    struct past *past = s->past;
    const struct verdict *verdict = &past_moment(past)->verdict;
    char best[MOVE_TEXT_MAX];
    union any_state *view = &past->truth;
    walk_to(&s->reel->walk, past_moment(past)->ply);
    game_observe(s->mirror->game, &s->reel->walk.state.head, past->seat, &view->head);
    write_move(s, &view->head, verdict->best, best);
    words_say(text, s->setup.language, worth_of(past), WITH_NOTHING);
    if (past->chosen != verdict->best)
        add(s, text, "tui.past.best", WITH(word_string("move", best)));
    write_reasons(s, verdict, text);
    write_proof(s, text);
    write_chances(s, text);
    write_threats(s, text);
}

void past_write_step(struct screen *s, struct text *text)
{
    const struct past *past = s->past;
    char name[NAME_TEXT_MAX], move_text[MOVE_TEXT_MAX];
    if (past->step == 0 || past->stories == 0)
        return;
    if (past->sure) {
        screen_write_moves(s, s->mirror->log_count - 1, s->mirror->log_count, text);
        return;
    }
    screen_name_of(s, past->seat, name);
    write_move(s, &s->mirror->view.head, past->told[past->story].line[0].move, move_text);
    words_say(text, s->setup.language, "play.moved",
              WITH(word_string("name", name), word_string("move", move_text)));
}

/* ---- buttons and keys ---- */

/* The story that the table shows has a mark. */
static void add_story_button(struct screen *s, const char *key, int story)
{
    struct button *button = button_add(s, ACT_STORY, key);
    struct text text;
    button->number = story;
    text_init(&text, button->label, sizeof button->label);
    text_string(&text, words_find(s->setup.language, key));
    text_string(&text, story == s->past->story ? sign(" ●", " *") : "");
}

void past_buttons(struct screen *s)
{
    static const char *const keys[] = {
        [STORY_BEST] = "past.story.best",
        [STORY_PLAYED] = "past.story.played",
        [STORY_YOURS] = "past.story.yours",
    };
    const struct past *past = s->past;
    if (past->mode == PAST_ASKS) {
        button_add(s, ACT_MOMENT_TELL, "past.tell");
        return;
    }
    for (int i = 0; i < past->stories && past->stories > 1; i++)
        add_story_button(s, keys[past->told[i].kind], i);
    if (past->at > 0)
        button_add(s, ACT_MOMENT, "tui.past.before")->number = past->at - 1;
    if (past->at + 1 < past->moments)
        button_add(s, ACT_MOMENT, "tui.past.next")->number = past->at + 1;
    button_add(s, ACT_ON, "past.on.do");
    button_add(s, ACT_PAST, "past.back");
}

void past_key(struct screen *s, const struct tap *tap)
{
    switch (tap->key) {
    case TAP_RIGHT: show_step(s, s->past->step + 1); break;
    case TAP_LEFT: show_step(s, s->past->step - 1); break;
    case TAP_HOME: show_step(s, 0); break;
    case TAP_END: show_step(s, VARIATION_MAX); break;
    default: screen_table_key(s, tap);
    }
}
