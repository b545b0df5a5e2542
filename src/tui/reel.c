/* SPDX-License-Identifier: MIT */
/*
 * A record looked at move by move. Going back is playing from the deal again; what the screen draws
 * from is a table that nobody sits at, seen with the chosen eyes.
 */
#include "tui/reel.h"

#include "base/check.h"

enum { RUN_MS = 700, PAGE = 10 };

/* ---- positions ---- */

static void restart(struct reel *reel)
{
    walk_restart(&reel->walk);
    reel->seen.log_count = 0;
}

static void keep_move(struct reel *reel)
{
    struct seen *seen = &reel->seen;
    if (seen->log_count == SEEN_LOG_MAX)
        memmove(&seen->log[0], &seen->log[1], (size_t)--seen->log_count * sizeof seen->log[0]);
    struct seen_move *entry = &seen->log[seen->log_count++];
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

/* What the chosen eyes see of the position. */
static void look(struct reel *reel)
{
    const struct record *record = reel->walk.record;
    struct seen *seen = &reel->seen;
    struct text text;
    bool end = reel->walk.at == reel->walk.count;
    if (reel->viewer == TRUTH)
        state_copy(&seen->view.head, &reel->walk.state.head);
    else
        game_observe(record->game, &reel->walk.state.head, reel->viewer, &seen->view.head);
    text_init(&text, seen->position, sizeof seen->position);
    game_write(record->game, &seen->view.head, &text);
    seen->actors = end ? 0 : reel->walk.state.head.actors;
    seen->ply = reel->walk.at;
    seen->phase = end && record->ending != ENDING_NONE ? PHASE_OVER : PHASE_PLAY;
    seen->ending = end ? record->ending : ENDING_NONE;
    seen->loser = record->loser;
    if (end)
        record_outcome(record, &seen->outcome);
    else
        record->game->tally(&reel->walk.state.head, &seen->outcome);
    seen->you = reel->viewer >= 0 ? reel->viewer : NO_SEAT;
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
    look(reel);
}

void reel_begin(struct reel *reel, const struct record *record, const struct ply *plies,
                uint32_t count, int viewer)
{
    struct seen *seen = &reel->seen;
    reel->viewer = viewer;
    reel->running = false;
    seen_init(seen);
    seen->line = LINE_LIVE;
    seen->v = 1;
    seen->game = record->game;
    seen->seats = record->state.head.seats;
    seen->offer = seen->undo = NO_SEAT;
    memcpy(seen->option, record->state.head.option, sizeof seen->option);
    for (int seat = 0; seat < seen->seats; seat++) {
        struct text text;
        seen->seat[seat].taken = seen->seat[seat].here = true;
        text_init(&text, seen->seat[seat].name, sizeof seen->seat[seat].name);
        text_string(&text, record->seats[seat].name);
        text_init(&text, seen->seat[seat].bot, sizeof seen->seat[seat].bot);
        text_string(&text, record->seats[seat].level);
    }
    walk_begin(&reel->walk, record, plies, count);
    look(reel);
}

/* ---- keys ---- */

/* All, onlookers, then each seat. */
static void change_eyes(struct reel *reel)
{
    int seats = reel->seen.seats;
    if (reel->viewer == TRUTH)
        reel->viewer = SPECTATOR;
    else if (reel->viewer == SPECTATOR)
        reel->viewer = 0;
    else
        reel->viewer = reel->viewer + 1 < seats ? reel->viewer + 1 : TRUTH;
    uint32_t at = reel->walk.at;
    restart(reel); /* the log is told anew, to other eyes */
    go_to(reel, at);
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
    reel->next = line_now() + RUN_MS;
    if (reel->running && reel->walk.at == reel->walk.count)
        go_to(reel, 0);
}

/* The slider, touched with the mouse. */
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
    switch (tap->key) {
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
    if (!reel->running || line_now() < reel->next)
        return;
    go_to(reel, (int64_t)reel->walk.at + 1);
    reel->next = line_now() + RUN_MS;
    reel->running = reel->walk.at < reel->walk.count;
}
