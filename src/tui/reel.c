/* SPDX-License-Identifier: MIT */
/*
 * Steps through a record move by move. Going back replays from the deal; the screen draws from a
 * table that nobody sits at, seen by the chosen viewer.
 */
#include "tui/past.h"

#include "base/check.h"

enum { RUN_MS = 700, PAGE = 10 };

/* ---- positions ---- */

static void restart(struct reel *reel)
{
    walk_restart(&reel->walk);
    reel->mirror.log_count = 0;
}

static struct mirror_move *new_entry(struct reel *reel)
{
    struct mirror *mirror = &reel->mirror;
    if (mirror->log_count == MIRROR_LOG_MAX)
        memmove(&mirror->log[0], &mirror->log[1],
                (size_t)--mirror->log_count * sizeof mirror->log[0]);
    return &mirror->log[mirror->log_count++];
}

static void keep_move(struct reel *reel)
{
    struct mirror_move *entry = new_entry(reel);
    struct walk *walk = &reel->walk;
    walk_step(walk);
    entry->v = walk->at;
    entry->seat = (int8_t)walk->seat;
    memcpy(entry->move, walk->move, sizeof entry->move);
    entry->events = walk->events;
    if (!events_show_move(&entry->events, walk->seat, reel->viewer))
        entry->move[0] = '\0';
    events_observe(&entry->events, reel->viewer);
}

/* What the chosen viewer sees of the position. */
static void show_position(struct reel *reel)
{
    const struct record *record = reel->walk.record;
    struct mirror *mirror = &reel->mirror;
    struct text text;
    bool end = reel->walk.at == reel->walk.count;
    if (reel->viewer == TRUTH)
        state_copy(&mirror->view.head, &reel->walk.state.head);
    else
        game_observe(record->game, &reel->walk.state.head, reel->viewer, &mirror->view.head);
    text_init(&text, mirror->position, sizeof mirror->position);
    game_write(record->game, &mirror->view.head, &text);
    mirror->actors = end ? 0 : reel->walk.state.head.actors;
    mirror->ply = reel->walk.at;
    mirror->phase = end && record->ending != ENDING_NONE ? PHASE_OVER : PHASE_PLAY;
    mirror->ending = end ? record->ending : ENDING_NONE;
    mirror->loser = record->loser;
    if (end)
        record_outcome(record, &mirror->outcome);
    else
        record->game->tally(&reel->walk.state.head, &mirror->outcome);
    mirror->you = reel->viewer >= 0 ? reel->viewer : NO_SEAT;
}

static void go_to(struct reel *reel, int64_t target)
{
    uint32_t wanted = target < 0                  ? 0
                      : target > reel->walk.count ? reel->walk.count
                                                  : (uint32_t)target;
    if (wanted < reel->walk.at)
        restart(reel);
    while (reel->walk.at < wanted)
        keep_move(reel);
    show_position(reel);
}

void reel_show(struct reel *reel, uint32_t at, int viewer)
{
    reel->viewer = viewer;
    reel->running = false;
    restart(reel); /* the log is this viewer's, and without moves that nobody has made */
    go_to(reel, at);
}

void reel_add(struct reel *reel, int seat, const char *move_text, const struct events *events)
{
    struct mirror_move *entry = new_entry(reel);
    struct text text;
    entry->v = ++reel->mirror.ply;
    entry->seat = (int8_t)seat;
    text_init(&text, entry->move, sizeof entry->move);
    text_string(&text, move_text);
    entry->events = *events;
}

void reel_put(struct reel *reel, const struct state *view)
{
    struct mirror *mirror = &reel->mirror;
    struct text text;
    state_copy(&mirror->view.head, view);
    text_init(&text, mirror->position, sizeof mirror->position);
    game_write(mirror->game, view, &text);
    mirror->actors = view->actors;
    mirror->game->tally(view, &mirror->outcome);
}

void reel_begin(struct reel *reel, const struct record *record, const struct ply *plies,
                uint32_t count, int viewer)
{
    struct mirror *mirror = &reel->mirror;
    reel->viewer = viewer;
    reel->running = false;
    mirror_init(mirror);
    mirror->channel = CHANNEL_LIVE;
    mirror->v = 1;
    mirror->game = record->game;
    mirror->seats = record->state.head.seats;
    mirror->offer = mirror->undo = mirror->nudged = NO_SEAT;
    memcpy(mirror->option, record->state.head.option, sizeof mirror->option);
    for (int seat = 0; seat < mirror->seats; seat++) {
        struct text text;
        mirror->seat[seat].taken = mirror->seat[seat].here = true;
        text_init(&text, mirror->seat[seat].name, sizeof mirror->seat[seat].name);
        text_string(&text, record->seats[seat].name);
        text_init(&text, mirror->seat[seat].bot, sizeof mirror->seat[seat].bot);
        text_string(&text, record->seats[seat].level);
    }
    walk_begin(&reel->walk, record, plies, count);
    show_position(reel);
}

/* ---- keys ---- */

/* Cycles through everything, onlookers, then each seat. */
static void change_eyes(struct reel *reel)
{
    int seats = reel->mirror.seats;
    if (reel->viewer == TRUTH)
        reel->viewer = SPECTATOR;
    else if (reel->viewer == SPECTATOR)
        reel->viewer = 0;
    else
        reel->viewer = reel->viewer + 1 < seats ? reel->viewer + 1 : TRUTH;
    reel_show(reel, reel->walk.at, reel->viewer);
}

static void tell_eyes(struct screen *screen)
{
    const struct reel *reel = screen->reel;
    char name[NAME_TEXT_MAX];
    struct text text;
    text_init(&text, name, sizeof name);
    if (reel->viewer >= 0)
        screen_write_name(screen, reel->viewer, &text);
    const char *key = reel->viewer == TRUTH       ? "tui.replay.all"
                      : reel->viewer == SPECTATOR ? "tui.replay.onlooker"
                                                  : "tui.replay.seat";
    notice_say(screen, false, key, WITH(word_string("name", name)));
}

static void run(struct reel *reel)
{
    reel->running = !reel->running;
    reel->next = system_millis() + RUN_MS;
    if (reel->running && reel->walk.at == reel->walk.count)
        go_to(reel, 0);
}

/* A click on the slider. */
static void click(struct screen *screen, const struct tap *tap)
{
    struct reel *reel = screen->reel;
    for (int i = 0; i < screen->spots_count; i++) {
        struct spot spot = screen->spots[i];
        if (tap->x < spot.box.x || tap->x >= spot.box.x + spot.box.w || tap->y != spot.box.y)
            continue;
        if (spot.kind == SPOT_ROW && spot.box.w > 1)
            go_to(reel, ((int64_t)reel->walk.count * (tap->x - spot.box.x) + spot.box.w / 2) /
                            (spot.box.w - 1));
        else if (spot.kind == SPOT_KEY)
            reel_key(screen, &(struct tap){.key = spot.number});
    }
}

void reel_key(struct screen *screen, const struct tap *tap)
{
    struct reel *reel = screen->reel;
    int64_t at = reel->walk.at;
    switch (latin_key(tap->key)) {
    case TAP_RIGHT:
    case TAP_DOWN:
    case TAP_ENTER:
    case TAP_WHEEL_DOWN: go_to(reel, at + 1); break;
    case TAP_LEFT:
    case TAP_UP:
    case TAP_ERASE:
    case TAP_WHEEL_UP: go_to(reel, at - 1); break;
    case TAP_PAGE_DOWN: go_to(reel, at + PAGE); break;
    case TAP_PAGE_UP: go_to(reel, at - PAGE); break;
    case TAP_HOME: go_to(reel, 0); break;
    case TAP_END: go_to(reel, reel->walk.count); break;
    case TAP_CLICK: click(screen, tap); break;
    case ' ': run(reel); return;
    case 'v':
        change_eyes(reel);
        tell_eyes(screen);
        break;
    case 'r': past_review(screen); break;
    case 'n':
    case 'p':
        if (screen->past && screen->past->reviewed)
            past_jump(screen, latin_key(tap->key) == 'n' ? 1 : -1);
        break;
    case 'o':
        if (screen->past && screen->past->reviewed)
            past_on(screen);
        break;
    case 'l': sheet_log(screen); break;
    case 'm': sheet_menu(screen); break;
    case '?': sheet_help(screen); break;
    case 't': sheet_extra(screen); break;
    case '+': screen->zoom += screen->zoom < 3; break;
    case '-': screen->zoom -= screen->zoom > -3; break;
    case 'q':
    case TAP_ESCAPE: screen->leaving = true; break;
    default: break;
    }
    reel->running = false;
}

void reel_tick(struct screen *screen)
{
    struct reel *reel = screen->reel;
    if (!reel->running || system_millis() < reel->next)
        return;
    go_to(reel, (int64_t)reel->walk.at + 1);
    reel->next = system_millis() + RUN_MS;
    reel->running = reel->walk.at < reel->walk.count;
}
