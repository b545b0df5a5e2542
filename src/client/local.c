/* SPDX-License-Identifier: MIT */
/*
 * A table in this process. Whatever a call to the table causes is queued and then handled in this
 * order: events to the file, then messages to the people at this keyboard, then whatever follows
 * from them. So nothing is shown before it is written, and no call runs inside another. If writing
 * fails, the game goes on with a warning that it is not saved, and writing is tried again.
 */
#define _DEFAULT_SOURCE
#include "client/local.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "client/save.h"
#include "client/unfinished.h"
#include "match/record.h"
#include "system/folder.h"
#include "system/keyboard.h"
#include "table/event.h"
#include "table/heap.h"
#include "think/workers.h"

#define LOCAL_CODE TABLE_ON_DEVICE "HERE" /* there is no other table to distinguish it from */

enum { MAIL_STEP = 1 << 16, REASON_MAX = 64, RETRY_MS = 1000, DATE_MAX = 32 };

/* A queued message: its head, then its bytes. */
struct mail {
    int who;
    uint32_t size;
};

struct local {
    struct channel channel;
    struct table *table;
    struct table_workspace workspace;
    int speaker; /* whose command is running, or -1 */
    int guest[CHANNEL_PEOPLE_MAX];
    struct workers *workers;
    struct thought *thought; /* what a bot is asked; NULL: nothing */
    int thinks;              /* an eventfd: readable when there is an answer */
    int64_t started, base;   /* a moment by system_millis and the Unix time then */
    bool patient;            /* it is always `base` */
    const struct given_deal *given;
    struct save save;
    bool late;     /* save nothing before somebody has moved */
    int64_t retry; /* when to retry a failed write, by system_millis */
    FILE *record_file;
    bool record_failed;      /* did the last write fail? */
    bool record_whole;       /* it holds a finished match, which the next one must not overwrite */
    uint32_t record_version; /* of the match as written there */
    char *mail;
    size_t mail_size, mail_room;
    uint16_t looks; /* bit i: person i wants a snapshot */
};

static struct local *of(struct channel *channel)
{
    return (struct local *)channel;
}

/* Unix time that neither jumps nor runs backwards. */
static int64_t table_now(const struct local *local)
{
    return local->patient ? local->base : local->base + (system_millis() - local->started);
}

/* ---- what a call causes ---- */

static void append(struct local *local, const void *more, size_t count)
{
    if (local->mail_size + count > local->mail_room) {
        local->mail_room = local->mail_size + count + MAIL_STEP;
        local->mail = realloc(local->mail, local->mail_room);
        CHECK(local->mail);
    }
    memcpy(local->mail + local->mail_size, more, count);
    local->mail_size += count;
}

static void post(struct local *local, int who, const char *json, size_t size)
{
    struct mail head = {who, (uint32_t)size};
    append(local, &head, sizeof head);
    append(local, json, size);
}

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    struct local *local = context;
    (void)version;
    save_add(&local->save, text, size);
}

/* Overwrites the file, then truncates it: a record exists even if the program is killed. */
static void write_record(struct local *local, const char *text, size_t size)
{
    int file = fileno(local->record_file);
    local->record_failed = lseek(file, 0, SEEK_SET) != 0 || !folder_write(file, text, size) ||
                           ftruncate(file, (off_t)size) != 0; /* the game goes on */
}

static void record_match(struct local *local)
{
    char date[DATE_MAX] = "";
    time_t now = time(NULL);
    struct text text;
    struct tm day;
    if (gmtime_r(&now, &day))
        strftime(date, sizeof date, "date %Y-%m-%d\n", &day);
    text_init(&text, local->workspace.record, sizeof local->workspace.record);
    record_write(&text, &local->table->match, date, RECORD_WITH_KEY);
    if (!text.overflow)
        write_record(local, text.bytes, text.size);
    local->record_version = local->table->match.version;
}

/* Writes the first match as far as it has come. */
static void record_so_far(struct local *local)
{
    const struct table *table = local->table;
    if (local->record_file && !local->record_whole && table->phase == PHASE_PLAY &&
        table->match.version != local->record_version)
        record_match(local);
}

/* The table's nth match is over: its record goes into the box, if a person played it. */
static void finish(struct local *local, uint32_t number, const char *record, size_t size)
{
    const struct match *match = &local->table->match;
    struct boxed_tags tags = {.at = local->table->now};
    for (int seat = 0; seat < match->state.head.seats; seat++)
        if (match->seats[seat].owner == HOLDER_PERSON)
            tags.mine |= (uint16_t)(1u << seat);
    if (!local->given)
        finished_add(&local->channel.finished, number, record, size, &tags);
}

/* An event that does not come from the table; it may end the match too. */
static const char *restore(struct local *local, const char *event, size_t size)
{
    enum phase before = local->table->phase;
    const char *reason = table_restore(local->table, &local->workspace, event, size);
    struct text record;
    text_init(&record, local->workspace.record, sizeof local->workspace.record);
    if (!reason && before == PHASE_PLAY && local->table->phase == PHASE_OVER &&
        table_record(local->table, &record))
        finish(local, local->table->matches, record.bytes, record.size);
    return reason;
}

static void keep_record(void *context, uint32_t match, const char *text, size_t size)
{
    struct local *local = context;
    finish(local, match, text, size);
    if (local->record_file && local->given)
        record_match(local); /* the text has the table's own secret, which did not deal it */
    else if (local->record_file)
        write_record(local, text, size);
    local->record_whole = true;
}

static void take_answer(void *context, const char *json, size_t size)
{
    struct local *local = context;
    if (local->speaker >= 0)
        post(local, local->speaker, json, size);
}

static bool looks_with(const struct local *local, int who, int viewer)
{
    return local->table->game && table_viewer(local->table, local->guest[who]) == viewer;
}

static void take_news(void *context, int viewer, const char *json, size_t size)
{
    struct local *local = context;
    for (int who = 0; who < local->channel.people; who++)
        if (looks_with(local, who, viewer))
            post(local, who, json, size);
}

static bool watched(void *context, int viewer)
{
    const struct local *local = context;
    for (int who = 0; who < local->channel.people; who++)
        if (looks_with(local, who, viewer))
            return true;
    return false;
}

/* Why the game is not saved, for a person. */
static const char *trouble_of(int error)
{
    return error == ENOSPC || error == EDQUOT ? "tui.kept.full" : "tui.kept.fails";
}

static void save(struct local *local)
{
    struct channel *channel = &local->channel;
    if (local->given)
        local->save.size = 0;
    bool begun = local->table->match.count > 0 || local->table->phase == PHASE_OVER;
    if (local->given || (local->late && !begun))
        return;
    const char *before = channel->unsaved;
    channel->unsaved = save_write(&local->save) ? NULL : trouble_of(local->save.error);
    channel->changed = channel->changed || channel->unsaved != before;
    local->retry = channel->unsaved ? system_millis() + RETRY_MS : CLOCK_NEVER;
}

/* After a failed write, waits before trying again; where time stands still, until something else
 * happens. */
static void write_kept(struct local *local)
{
    if (local->save.size > 0 &&
        (!local->channel.unsaved || local->patient || system_millis() >= local->retry))
        save(local);
}

/* Only after the last move is saved: a game that continues there must not be in the box. */
static void box_finished(struct local *local)
{
    struct channel *channel = &local->channel;
    const char *before = channel->finished.trouble;
    int dropped = channel->finished.dropped;
    if (!channel->finished.first ||
        (before && !local->patient && system_millis() < channel->finished.retry))
        return;
    finished_keep(&channel->finished);
    channel->changed = channel->changed || channel->finished.trouble != before ||
                       channel->finished.dropped != dropped;
}

static void give_mail(struct local *local)
{
    struct mail head;
    for (size_t at = 0; at < local->mail_size; at += head.size) {
        memcpy(&head, local->mail + at, sizeof head);
        at += sizeof head;
        enum mirror_news news =
            channel_hear(&local->channel, head.who, local->mail + at, head.size);
        CHECK(news != MIRROR_BROKEN); /* it is our own message */
    }
    local->mail_size = 0;
}

static void greet(struct local *local, int who)
{
    local->speaker = who;
    table_greet_since(local->table, &local->workspace, local->guest[who],
                      local->channel.mirror[who].v, table_now(local));
    local->speaker = -1;
}

static void give(struct local *local)
{
    write_kept(local);
    box_finished(local);
    record_so_far(local);
    give_mail(local);
    while (local->looks != 0) {
        int who = __builtin_ctz(local->looks);
        local->looks &= (uint16_t)(local->looks - 1);
        greet(local, who);
        give_mail(local);
    }
}

/* ---- bots ---- */

/* From the bots' thread. */
static void bot_answers(void *context)
{
    const struct local *local = context;
    uint64_t one = 1;
    CHECK(write(local->thinks, &one, sizeof one) == sizeof one);
}

static void hear_bot(struct local *local)
{
    struct thought *thought = local->workers ? workers_answer(local->workers) : NULL;
    uint64_t count;
    if (!thought)
        return;
    CHECK(read(local->thinks, &count, sizeof count) == sizeof count);
    table_bot_move(local->table, &local->workspace, thought->seat, thought->version, thought->best,
                   table_now(local));
    workers_end(local->workers, thought);
    local->thought = NULL;
}

static void fill_in(struct local *local, struct thought *thought, int seat)
{
    struct table *table = local->table;
    struct text text;
    thought->game = table->game;
    thought->seat = seat;
    thought->table = thought->version = table->match.version;
    thought->again = table->mover == seat;
    text_init(&text, thought->level, sizeof thought->level);
    text_string(&text, table_level(table, seat));
    thought->millis = table_ask(table, seat, &thought->view.head, table_now(local));
    if (local->given) {
        thought->nodes = local->given->nodes;
        memcpy(&thought->seed, local->given->key, sizeof thought->seed);
    }
}

/* Asks one bot at a time; hurries one whose position is outdated. */
static void ask_bot(struct local *local)
{
    struct table *table = local->table;
    if (local->thought) {
        if (local->thought->version != table->match.version || table->phase != PHASE_PLAY)
            atomic_store(&local->thought->stop, true);
        return;
    }
    int seat = table_first_thinker(table);
    if (seat == NO_SEAT)
        return;
    if (!local->workers)
        local->workers = workers_new(1, BOT_MEMORY_USUAL, bot_answers, local);
    local->thought = local->workers ? workers_begin(local->workers) : NULL;
    if (!local->thought)
        return; /* tried again next turn */
    fill_in(local, local->thought, seat);
    workers_ask(local->workers, local->thought);
}

/* ---- the channel ---- */

static void turn(struct local *local)
{
    hear_bot(local);
    table_tick(local->table, &local->workspace, table_now(local));
    give(local);
    ask_bot(local);
}

static bool local_send(struct channel *channel, int who, uint32_t cid, const char *json,
                       size_t size)
{
    struct local *local = of(channel);
    (void)cid; /* it is in the command, and answered at once */
    local->speaker = who;
    table_command(local->table, &local->workspace, local->guest[who], json, size, table_now(local));
    local->speaker = -1;
    return true;
}

static void local_ask_snapshot(struct channel *channel, int who)
{
    of(channel)->looks |= (uint16_t)(1u << who);
}

/* When something next happens by itself, by system_millis. */
static int64_t next_turn(const struct local *local)
{
    int64_t next = table_next(local->table);
    if (next != CLOCK_NEVER)
        next += local->started - local->base;
    if (local->channel.finished.retry < next)
        next = local->channel.finished.retry;
    return next < local->retry ? next : local->retry;
}

/* At a patient table, when no bot is thinking: time jumps to what happens next. False if nothing
 * does. */
static bool jump(struct local *local)
{
    int64_t next = table_next(local->table);
    if (next == CLOCK_NEVER)
        return false;
    if (next > local->base)
        local->base = next;
    return true;
}

static bool local_wait(struct channel *channel, int keyboard, int64_t until_ms)
{
    struct local *local = of(channel);
    for (;;) {
        turn(local);
        bool done = channel->changed || channel->answers_count > 0 || until_ms <= system_millis();
        if (local->patient && !done && !local->thought) {
            if (!jump(local))
                return false;
            continue;
        }
        int64_t next = local->patient ? CLOCK_NEVER : next_turn(local);
        struct pollfd thought = {.fd = local->thinks, .events = POLLIN};
        enum keyboard_news news =
            keyboard_wait(keyboard, &thought, 1,
                          done ? 0 : channel_millis_until(next < until_ms ? next : until_ms));
        if (done || news != KEYBOARD_QUIET)
            return news == KEYBOARD_KEY;
    }
}

static void local_pause(struct channel *channel, bool paused)
{
    struct local *local = of(channel);
    if (local->table->phase == PHASE_PLAY || !paused)
        table_pause(local->table, &local->workspace, paused, table_now(local));
    give(local);
}

static void release(struct local *local)
{
    workers_free(local->workers);
    if (local->thinks >= 0)
        close(local->thinks);
    save_close(&local->save);
    finished_free(&local->channel.finished);
    if (local->table)
        free(local->table->match.log);
    free(local->table);
    free(local->channel.mirror);
    free(local->mail);
    free(local);
}

static void local_close(struct channel *channel)
{
    struct local *local = of(channel);
    give(local);
    if (local->given && local->table->phase == PHASE_PLAY) { /* nobody can continue it */
        match_stop(&local->table->match, table_now(local));
        if (local->record_file)
            record_match(local);
    }
    local_save(channel);
    bool boxed = finished_keep(&channel->finished);
    if (local->table->phase != PHASE_PLAY && boxed) /* else it is still in the list of games */
        save_delete(&local->save);
    release(local);
}

static const struct channel_ops ops = {
    .send = local_send,
    .ask_snapshot = local_ask_snapshot,
    .wait = local_wait,
    .pause = local_pause,
    .close = local_close,
};

/* ---- opening ---- */

static struct local *new_local(const struct local_setup *setup)
{
    struct local *local = calloc(1, sizeof *local);
    struct timespec wall;
    if (!local)
        return NULL;
    CHECK(clock_gettime(CLOCK_REALTIME, &wall) == 0);
    local->base = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000;
    local->started = system_millis();
    local->speaker = -1;
    save_init(&local->save, setup->game);
    finished_init(&local->channel.finished);
    local->late = setup->late;
    local->patient = setup->patient;
    local->given = setup->given;
    local->retry = CLOCK_NEVER;
    local->record_file = setup->record;
    local->record_version = UINT32_MAX; /* nothing written yet */
    local->channel.ops = &ops;
    local->channel.local = true;
    local->workspace.sink =
        (struct table_sink){local, keep_event, keep_record, take_answer, take_news, watched};
    local->workspace.lend = heap_lend;
    local->thinks = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    local->table = calloc(1, sizeof *local->table);
    if (local->table && local->thinks >= 0)
        return local;
    release(local);
    return NULL;
}

/* Allocates a view for each person, and one for what all may see: they are large. False: no
 * memory. */
static bool open_eyes(struct local *local, bool public_eye)
{
    if (public_eye && local->channel.people > 1)
        local->guest[local->channel.people++] = NO_GUEST;
    local->channel.mirror = calloc((size_t)local->channel.people, sizeof *local->channel.mirror);
    return local->channel.mirror != NULL;
}

/* Everybody at this keyboard arrives at the table and sees it. */
static void come(struct local *local)
{
    local->mail_size = 0; /* snapshots tell it all */
    for (int who = 0; who < local->channel.people; who++) {
        if (local->guest[who] != NO_GUEST)
            table_guest_here(local->table, &local->workspace, local->guest[who], true,
                             table_now(local));
        mirror_init(&local->channel.mirror[who]);
        local->looks |= (uint16_t)(1u << who);
    }
    give(local);
}

/* Runs a command and returns its answer at once: NULL, or why not. */
static const char *order(struct local *local, int who, struct json_out *out)
{
    static char reason[REASON_MAX]; /* of the last refusal */
    struct mirror *mirror = &local->channel.mirror[who];
    json_out_close(out, '}');
    CHECK(!out->text->overflow);
    local->mail_size = 0;
    local->speaker = who;
    table_command(local->table, &local->workspace, local->guest[who], out->text->bytes,
                  out->text->size, table_now(local));
    local->speaker = -1;
    struct mail head;
    for (size_t at = 0; at < local->mail_size; at += head.size) {
        memcpy(&head, local->mail + at, sizeof head);
        at += sizeof head;
        if (mirror_take(mirror, local->mail + at, head.size, 0) != MIRROR_ANSWER)
            continue;
        struct text text;
        text_init(&text, reason, sizeof reason);
        text_string(&text, mirror->answer.reason);
        return mirror->answer.kind == ANSWER_OK ? NULL : reason;
    }
    return "table.command.broken";
}

struct command_text {
    char bytes[COMMAND_MAX];
    struct text text;
    struct json_out out;
};

static struct json_out *begin_command(struct local *local, struct command_text *command,
                                      const char *verb)
{
    json_out_start(&command->out, &command->text, command->bytes, sizeof command->bytes);
    json_out_open(&command->out, '{');
    json_put_integer(&command->out, "cid", ++local->channel.cid);
    json_put_string(&command->out, "do", verb);
    return &command->out;
}

static const char *set_options(struct local *local, const struct local_setup *setup)
{
    const struct option *options = setup->game->options;
    const char *reason = NULL;
    struct command_text command;
    for (int i = 0; options[i].name && !reason; i++) {
        if (setup->option[i] == 0)
            continue;
        struct json_out *out = begin_command(local, &command, "option");
        json_put_string(out, "name", options[i].name);
        json_put_string(out, "value", options[i].values[setup->option[i]]);
        reason = order(local, 0, out);
    }
    return reason;
}

static const char *set_aloud(struct local *local, const struct local_setup *setup)
{
    struct command_text command;
    if (setup->aloud == ALOUD_OFF)
        return NULL;
    struct json_out *out = begin_command(local, &command, "aloud");
    json_put_string(out, "value", aloud_names[setup->aloud]);
    return order(local, 0, out);
}

/* A person salts the deal even though one machine holds everything: the record of the match is
 * then like any other. */
static const char *sit_person(struct local *local, int who, int seat, const char *name)
{
    struct command_text command;
    struct json_out *out = begin_command(local, &command, "sit");
    uint8_t salt[SALT_MAX / 2];
    json_put_integer(out, "seat", seat);
    json_put_string(out, "name", name);
    const char *reason = order(local, who, out);
    if (reason)
        return reason;
    system_random(salt, sizeof salt);
    out = begin_command(local, &command, "ready");
    json_put_hex(out, "salt", salt, sizeof salt);
    return order(local, who, out);
}

static const char *sit_bot(struct local *local, int seat, const char *level)
{
    struct command_text command;
    struct json_out *out = begin_command(local, &command, "bot");
    json_put_integer(out, "seat", seat);
    json_put_string(out, "level", level);
    return order(local, 0, out);
}

static const char *sit_down(struct local *local, const struct local_setup *setup)
{
    int seats = local->table->seats;
    const char *reason = NULL;
    uint16_t people = 0;
    for (int i = 0; i < setup->people; i++)
        people |= (uint16_t)(1u << (setup->first + i) % seats);
    for (int seat = 0; seat < seats && !reason; seat++)
        if (!(people >> seat & 1))
            reason = sit_bot(local, seat, setup->level);
    for (int i = 0; i < setup->people && !reason; i++)
        reason = sit_person(local, i, (setup->first + i) % seats, setup->names[i]);
    return reason;
}

static const char *add_guests(struct local *local, const struct local_setup *setup)
{
    uint8_t hash[SHA256_SIZE];
    local->channel.people = setup->people > 0 ? setup->people : 1; /* an onlooker counts too */
    for (int i = 1; i < local->channel.people; i++) {
        system_random(hash, sizeof hash); /* nobody comes with a token */
        local->guest[i] =
            table_add_guest(local->table, &local->workspace, hash, false, table_now(local));
        if (local->guest[i] == NO_GUEST)
            return "serve.table.full";
    }
    if (!open_eyes(local, setup->public_eye))
        return "table.memory.none";
    for (int i = 0; i < local->channel.people; i++)
        mirror_init(&local->channel.mirror[i]);
    return NULL;
}

/* Starts the match again, as it was asked for. */
static void deal_given(struct local *local, const struct local_setup *setup)
{
    struct match *match = &local->table->match;
    struct match_setup given = {
        .game = setup->game,
        .seats = local->table->seats,
        .start = setup->given->start,
        .log = match->log,
        .capacity = match->capacity,
        .level = setup->level,
    };
    for (int seat = 0; seat < given.seats; seat++)
        if (local->table->seat[seat].kind == SEAT_BOT)
            given.bots |= (uint16_t)(1u << seat);
    memcpy(given.option, setup->option, sizeof given.option);
    memcpy(given.key, setup->given->key, sizeof given.key);
    CHECK(match_init(match, &given, table_now(local)) == NULL);
}

/* ---- playing on ---- */

static struct {
    struct record record; /* large */
    union any_state before;
} past_room;

static const char *give_key(struct local *local, const struct local_past *past)
{
    struct record *record = &past_room.record;
    const char *reason = record_open(record, past->record, past->size);
    return reason ? reason
                  : table_give(local->table, &local->workspace, record->key, past->ply,
                               table_now(local));
}

/* Makes the moves of the other game, which is still at its deal. */
static const char *give_moves(struct local *local, const struct local_past *past)
{
    struct record *record = &past_room.record;
    const char *reason = NULL;
    bool more = true;
    for (uint32_t ply = 0; ply < past->ply && !reason; ply++) {
        char bytes[MOVE_TEXT_MAX];
        struct text text;
        state_copy(&past_room.before.head, &record->state.head);
        reason = record_step(record, &more);
        if (reason)
            return reason;
        CHECK(more);
        text_init(&text, bytes, sizeof bytes);
        record->game->write_move(&past_room.before.head, record->move, &text);
        reason =
            table_give_move(local->table, &local->workspace, record->seat, bytes, table_now(local));
    }
    return reason;
}

static const char *start(struct local *local, const struct local_setup *setup)
{
    struct command_text command;
    const char *reason = setup->past ? give_key(local, setup->past) : NULL;
    if (!reason)
        reason = order(local, 0, begin_command(local, &command, "start"));
    return reason || !setup->past ? reason : give_moves(local, setup->past);
}

/* ---- a new table ---- */

static const char *open_table(struct local *local, const struct local_setup *setup)
{
    struct table_opening opening = {.game = setup->game, .seats = setup->seats, .code = LOCAL_CODE};
    system_random(opening.secret, sizeof opening.secret);
    if (setup->given) /* bots' delays depend on it too, and with them who moves first */
        memcpy(opening.secret, setup->given->key, sizeof opening.secret);
    system_random(opening.host, sizeof opening.host);
    system_random(&local->channel.cid, sizeof local->channel.cid);
    local->channel.cid = local->channel.cid % INT32_MAX;
    if (opening.seats == 0 && setup->people > setup->game->seats_min)
        opening.seats = setup->people;
    const char *reason = table_open(local->table, &opening, &local->workspace, table_now(local));
    if (!reason)
        reason = add_guests(local, setup);
    if (!reason)
        reason = set_options(local, setup);
    if (!reason)
        reason = set_aloud(local, setup);
    if (!reason)
        reason = sit_down(local, setup);
    return reason ? reason : start(local, setup);
}

struct channel *local_open(const struct local_setup *setup, const char **reason)
{
    struct local *local = new_local(setup);
    *reason = "table.memory.none";
    if (!local)
        return NULL;
    *reason = open_table(local, setup);
    if (*reason) {
        release(local);
        return NULL;
    }
    if (setup->given)
        deal_given(local, setup);
    come(local);
    return &local->channel;
}

/* ---- resuming ---- */

/* A match that ended here may not be in the box yet: the program was killed, or the disk full. */
static const char *take_event(void *context, const char *text, size_t size)
{
    struct local *local = context;
    return restore(local, text, size);
}

/* The seated people in seat order; if there are none, the host, who only watches. */
static void find_people(struct local *local)
{
    const struct table *table = local->table;
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].kind == SEAT_PERSON)
            local->guest[local->channel.people++] = table->seat[seat].guest;
    if (local->channel.people == 0)
        local->guest[local->channel.people++] = table->host;
}

/* Rebuilds the table from its file. NULL, or why it cannot. */
static const char *read_table(struct local *local)
{
    const char *reason;
    if (!save_read(&local->save, take_event, local, &reason))
        return reason;
    return unfinished_is_sound(local->table, local->save.game) ? NULL : "join.kept.broken";
}

struct channel *local_resume(const struct save_row *row, const struct local_setup *setup,
                             const char **reason, char aside[SAVE_NAME_MAX])
{
    struct local *local = new_local(setup);
    *reason = "table.memory.none";
    aside[0] = '\0';
    if (!local)
        return NULL;
    if (!save_open(&local->save, row)) {
        *reason = save_refusal();
    } else if (read_table(local)) {
        bool moved = save_aside(&local->save, aside);
        *reason = moved ? "join.kept.aside" : "join.kept.broken";
    } else {
        find_people(local);
        if (open_eyes(local, setup->public_eye))
            *reason = NULL;
    }
    if (*reason) {
        release(local);
        return NULL;
    }
    if (local->table->now > local->base) /* the clock was set back since */
        local->base = local->table->now;
    table_wake(local->table, &local->workspace, table_now(local));
    come(local);
    return &local->channel;
}

bool local_saves(const struct channel *channel)
{
    return !((const struct local *)channel)->given;
}

bool local_recorded(const struct channel *channel)
{
    return !((const struct local *)channel)->record_failed;
}

bool local_save(struct channel *channel)
{
    save(of(channel));
    return !channel->unsaved;
}

const struct match *local_match(const struct channel *channel)
{
    return &((const struct local *)channel)->table->match;
}

/* Adds an event that no command makes. */
static void add_event(struct local *local, enum table_event_kind kind, int seat)
{
    struct table_event event = {
        .time = table_now(local), .guest = NO_GUEST, .kind = kind, .seat = seat};
    struct text text;
    text_init(&text, local->workspace.event, sizeof local->workspace.event);
    table_event_write(&event, &text);
    const char *reason = restore(local, text.bytes, text.size);
    CHECK(!reason);
    save_add(&local->save, text.bytes, text.size);
}

void local_agree_draw(struct channel *channel, int seat)
{
    struct local *local = of(channel);
    add_event(local, TABLE_OFFER, seat);
    add_event(local, TABLE_ACCEPT, !seat);
    if (local->record_file && !local->record_whole)
        record_match(local);
    local->record_whole = local->table->phase == PHASE_OVER;
    local->looks = (uint16_t)((1u << local->channel.people) - 1);
    give(local);
}

void local_drop(struct channel *channel)
{
    struct local *local = of(channel);
    save_delete(&local->save);
    local->save.size = 0;
}
