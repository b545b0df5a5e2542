/* SPDX-License-Identifier: MIT */
/*
 * A table in this process. All that a call of the table causes is put by and then given on in this
 * order: events into the file, then messages to the eyes at this keyboard, then what follows from
 * them. So nothing is shown that was not written, and no call runs inside another.
 */
#define _DEFAULT_SOURCE
#include "tui/local.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "match/record.h"
#include "table/event.h"
#include "tui/folder.h"
#include "tui/kept.h"
#include "tui/thinker.h"

#define LOCAL_CODE "ONHERE" /* there is no other table that it could be told from */

enum { MAIL_STEP = 1 << 16, REASON_MAX = 64 };

/* A message that waits: its head, then its bytes. */
struct mail {
    int who;
    uint32_t size;
};

struct local {
    struct line line;
    struct table *table;
    struct table_desk desk;
    int speaker; /* whose command this is, or -1 */
    int guest[LINE_PEOPLE_MAX];
    struct thinker *thinker;
    struct thinker_question question;
    int64_t started, base; /* unix time at a moment of line_now */
    int file;              /* -1: not kept */
    FILE *record_file;
    bool record_whole;       /* it has a match that ended, which must not be lost to the next one */
    uint32_t record_version; /* of the match as it is there */
    char *mail;
    size_t mail_size, mail_room;
    uint16_t looks; /* bit i: the person i wants a snapshot */
    char *kept;
    size_t kept_size, kept_room;
};

static struct local *of(struct line *line)
{
    return (struct local *)line;
}

/* Unix time that does not jump and does not run backwards. */
static int64_t table_now(const struct local *local)
{
    return local->base + (line_now() - local->started);
}

/* ---- what a call causes ---- */

static void append(char **bytes, size_t *size, size_t *room, const void *more, size_t count)
{
    if (*size + count > *room) {
        *room = *size + count + MAIL_STEP;
        *bytes = realloc(*bytes, *room);
        CHECK(*bytes);
    }
    memcpy(*bytes + *size, more, count);
    *size += count;
}

static void post(struct local *local, int who, const char *json, size_t size)
{
    struct mail head = {who, (uint32_t)size};
    append(&local->mail, &local->mail_size, &local->mail_room, &head, sizeof head);
    append(&local->mail, &local->mail_size, &local->mail_room, json, size);
}

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    struct local *local = context;
    (void)version;
    append(&local->kept, &local->kept_size, &local->kept_room, text, size);
    append(&local->kept, &local->kept_size, &local->kept_room, "\n", 1);
}

/* Over what is there, and then cut off: whenever the program is killed, there is a record. */
static void write_record(struct local *local, const char *text, size_t size)
{
    int file = fileno(local->record_file);
    if (lseek(file, 0, SEEK_SET) != 0 || !folder_write(file, text, size) ||
        ftruncate(file, (off_t)size) != 0)
        return; /* the game goes on */
}

/* The first match as far as it has come. */
static void record_so_far(struct local *local)
{
    const struct table *table = local->table;
    struct text text;
    if (!local->record_file || local->record_whole || table->phase != PHASE_PLAY ||
        table->match.version == local->record_version)
        return;
    text_init(&text, local->desk.record, sizeof local->desk.record);
    record_write(&text, &table->match, NULL, RECORD_WITH_KEY);
    if (!text.overflow)
        write_record(local, text.bytes, text.size);
    local->record_version = table->match.version;
}

static void keep_record(void *context, uint32_t match, const char *text, size_t size)
{
    struct local *local = context;
    (void)match;
    if (local->record_file)
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
    for (int who = 0; who < local->line.people; who++)
        if (looks_with(local, who, viewer))
            post(local, who, json, size);
}

static bool watched(void *context, int viewer)
{
    const struct local *local = context;
    for (int who = 0; who < local->line.people; who++)
        if (looks_with(local, who, viewer))
            return true;
    return false;
}

static struct ply *lend(void *context, struct ply *old, uint32_t count, uint32_t capacity)
{
    (void)context, (void)count;
    return realloc(old, capacity * sizeof(struct ply));
}

/* What cannot be written is not kept: the game goes on. */
static void write_kept(struct local *local)
{
    if (local->file >= 0 && local->kept_size > 0 &&
        !folder_write(local->file, local->kept, local->kept_size)) {
        kept_forget(local->file); /* half a game is none */
        close(local->file);
        local->file = -1;
        local->line.kept = false;
    }
    local->kept_size = 0;
}

static void give_mail(struct local *local)
{
    struct mail head;
    for (size_t at = 0; at < local->mail_size; at += head.size) {
        memcpy(&head, local->mail + at, sizeof head);
        at += sizeof head;
        enum seen_news news = line_hear(&local->line, head.who, local->mail + at, head.size);
        CHECK(news != SEEN_BROKEN); /* it is our own */
    }
    local->mail_size = 0;
}

static void greet(struct local *local, int who)
{
    local->speaker = who;
    table_greet_since(local->table, &local->desk, local->guest[who], local->line.seen[who].v,
                      table_now(local));
    local->speaker = -1;
}

static void give(struct local *local)
{
    write_kept(local);
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

static void hear_bot(struct local *local)
{
    struct thinker_question *question = &local->question;
    if (!local->thinker || !thinker_answer(local->thinker, question))
        return;
    table_bot_move(local->table, &local->desk, question->seat, question->version, question->best,
                   table_now(local));
}

/* One is asked after the other; whose position is gone is hurried. */
static void ask_bot(struct local *local)
{
    struct table *table = local->table;
    struct thinker_question *question = &local->question;
    if (local->thinker && thinker_busy(local->thinker)) {
        if (question->version != table->match.version || table->phase != PHASE_PLAY)
            thinker_hurry(local->thinker);
        return;
    }
    uint16_t thinkers = table_thinkers(table);
    if (thinkers == 0)
        return;
    if (!local->thinker)
        local->thinker = thinker_new();
    if (!local->thinker)
        return; /* tried again at the next turn */
    struct text text;
    question->game = table->game;
    question->seat = __builtin_ctz(thinkers);
    question->version = table->match.version;
    question->again = table->mover == question->seat;
    text_init(&text, question->level, sizeof question->level);
    text_string(&text, table_level(table, question->seat));
    table_ask(table, question->seat, &question->view.head);
    thinker_ask(local->thinker, question);
}

/* ---- the line ---- */

static void turn(struct local *local)
{
    hear_bot(local);
    table_tick(local->table, &local->desk, table_now(local));
    give(local);
    ask_bot(local);
}

static bool local_send(struct line *line, int who, uint32_t cid, const char *json, size_t size)
{
    struct local *local = of(line);
    (void)cid; /* it is in the command, and answered at once */
    local->speaker = who;
    table_command(local->table, &local->desk, local->guest[who], json, size, table_now(local));
    local->speaker = -1;
    return true;
}

static void local_look(struct line *line, int who)
{
    of(line)->looks |= (uint16_t)(1u << who);
}

/* When something will happen by itself, by line_now. */
static int64_t next_turn(const struct local *local)
{
    int64_t next = table_next(local->table);
    return next == CLOCK_NEVER ? CLOCK_NEVER : next - local->base + local->started;
}

static bool local_wait(struct line *line, int keyboard, int64_t until_ms)
{
    struct local *local = of(line);
    for (;;) {
        turn(local);
        int64_t next = next_turn(local);
        struct pollfd files[] = {
            {.fd = keyboard, .events = POLLIN},
            {.fd = local->thinker ? thinker_fd(local->thinker) : -1, .events = POLLIN},
        };
        bool done = line->changed || line->answers_count > 0 || until_ms <= line_now();
        int ready = poll(files, 2, done ? 0 : line_millis_until(next < until_ms ? next : until_ms));
        if (files[0].revents != 0 && ready > 0)
            return true;
        if (done || (ready < 0 && errno == EINTR))
            return false;
    }
}

static void local_pause(struct line *line, bool paused)
{
    struct local *local = of(line);
    if (local->table->phase == PHASE_PLAY || !paused)
        table_pause(local->table, &local->desk, paused, table_now(local));
    give(local);
}

static void release(struct local *local)
{
    thinker_free(local->thinker);
    if (local->file >= 0)
        close(local->file);
    if (local->table)
        free(local->table->match.log);
    free(local->table);
    free(local->line.seen);
    free(local->mail);
    free(local->kept);
    free(local);
}

static void local_close(struct line *line)
{
    struct local *local = of(line);
    give(local);
    if (local->file >= 0 && local->table->phase != PHASE_PLAY)
        kept_forget(local->file);
    release(local);
}

static const struct line_ops ops = {
    .send = local_send,
    .look = local_look,
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
    local->started = line_now();
    local->speaker = -1;
    local->file = -1;
    local->record_file = setup->record;
    local->record_version = UINT32_MAX; /* none of it yet */
    local->line.ops = &ops;
    local->line.local = true;
    local->desk.sink =
        (struct table_sink){local, keep_event, keep_record, take_answer, take_news, watched};
    local->desk.lend = lend;
    local->table = calloc(1, sizeof *local->table);
    if (local->table)
        return local;
    release(local);
    return NULL;
}

/* Eyes for as many people as there are: they are large. Whether there is memory for them. */
static bool open_eyes(struct local *local)
{
    local->line.seen = calloc((size_t)local->line.people, sizeof *local->line.seen);
    return local->line.seen != NULL;
}

/* Everybody at this keyboard sits there, and sees the table. */
static void come(struct local *local)
{
    local->mail_size = 0; /* snapshots tell it all */
    for (int who = 0; who < local->line.people; who++) {
        table_guest_here(local->table, &local->desk, local->guest[who], true, table_now(local));
        seen_init(&local->line.seen[who]);
        local->looks |= (uint16_t)(1u << who);
    }
    give(local);
}

/* A command whose answer is wanted at once: NULL, or why not. */
static const char *order(struct local *local, int who, struct json_out *out)
{
    static char reason[REASON_MAX]; /* of the last refusal */
    struct seen *seen = &local->line.seen[who];
    json_out_close(out, '}');
    CHECK(!out->text->overflow);
    local->mail_size = 0;
    local->speaker = who;
    table_command(local->table, &local->desk, local->guest[who], out->text->bytes, out->text->size,
                  table_now(local));
    local->speaker = -1;
    struct mail head;
    for (size_t at = 0; at < local->mail_size; at += head.size) {
        memcpy(&head, local->mail + at, sizeof head);
        at += sizeof head;
        if (seen_take(seen, local->mail + at, head.size, 0) != SEEN_ANSWER)
            continue;
        struct text text;
        text_init(&text, reason, sizeof reason);
        text_string(&text, seen->answer.reason);
        return seen->answer.kind == ANSWER_OK ? NULL : reason;
    }
    return "table.command.broken";
}

struct command_text {
    char bytes[COMMAND_MAX];
    struct text text;
    struct json_out out;
};

static struct json_out *begin(struct local *local, struct command_text *command, const char *verb)
{
    text_init(&command->text, command->bytes, sizeof command->bytes);
    json_out_init(&command->out, &command->text);
    json_out_open(&command->out, '{');
    json_out_key(&command->out, "cid");
    json_out_integer(&command->out, ++local->line.cid);
    json_out_key(&command->out, "do");
    json_out_string(&command->out, verb);
    return &command->out;
}

static void put_string(struct json_out *out, const char *key, const char *string)
{
    json_out_key(out, key);
    json_out_string(out, string);
}

static void put_seat(struct json_out *out, int seat)
{
    json_out_key(out, "seat");
    json_out_integer(out, seat);
}

static const char *set_options(struct local *local, const struct local_setup *setup)
{
    const struct option *options = setup->game->options;
    const char *reason = NULL;
    struct command_text command;
    for (int i = 0; options[i].name && !reason; i++) {
        if (setup->option[i] == 0)
            continue;
        struct json_out *out = begin(local, &command, "option");
        put_string(out, "name", options[i].name);
        put_string(out, "value", options[i].values[setup->option[i]]);
        reason = order(local, 0, out);
    }
    return reason;
}

/* A person adds chance of his own to the deal, though it is all one machine's: the record of the
 * match is then like any other. */
static const char *sit_person(struct local *local, int who, int seat, const char *name)
{
    struct command_text command;
    struct json_out *out = begin(local, &command, "sit");
    uint8_t salt[SALT_MAX / 2];
    char hex[SALT_MAX + 1];
    struct text text;
    put_seat(out, seat);
    put_string(out, "name", name);
    const char *reason = order(local, who, out);
    if (reason)
        return reason;
    line_random(salt, sizeof salt);
    text_init(&text, hex, sizeof hex);
    text_hex(&text, salt, sizeof salt);
    out = begin(local, &command, "ready");
    put_string(out, "salt", hex);
    return order(local, who, out);
}

static const char *sit_bot(struct local *local, int seat, const char *level)
{
    struct command_text command;
    struct json_out *out = begin(local, &command, "bot");
    put_seat(out, seat);
    put_string(out, "level", level);
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

static const char *add_guests(struct local *local, int people)
{
    uint8_t hash[SHA256_SIZE];
    local->line.people = people > 0 ? people : 1; /* who only looks on is somebody too */
    if (!open_eyes(local))
        return "table.memory.none";
    for (int i = 1; i < local->line.people; i++) {
        line_random(hash, sizeof hash); /* nobody comes with a token */
        local->guest[i] =
            table_add_guest(local->table, &local->desk, hash, false, table_now(local));
        if (local->guest[i] == NO_GUEST)
            return "serve.table.full";
    }
    for (int i = 0; i < local->line.people; i++)
        seen_init(&local->line.seen[i]);
    return NULL;
}

static const char *open_table(struct local *local, const struct local_setup *setup)
{
    struct table_opening opening = {.game = setup->game, .seats = setup->seats, .code = LOCAL_CODE};
    struct command_text command;
    line_random(opening.secret, sizeof opening.secret);
    line_random(opening.host, sizeof opening.host);
    line_random(&local->line.cid, sizeof local->line.cid);
    local->line.cid = local->line.cid % INT32_MAX;
    if (opening.seats == 0 && setup->people > setup->game->seats_min)
        opening.seats = setup->people;
    const char *reason = table_open(local->table, &opening, &local->desk, table_now(local));
    if (!reason)
        reason = add_guests(local, setup->people);
    if (!reason)
        reason = set_options(local, setup);
    if (!reason)
        reason = sit_down(local, setup);
    return reason ? reason : order(local, 0, begin(local, &command, "start"));
}

struct line *local_open(const struct local_setup *setup, const char **reason)
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
    local->file = kept_new(setup->game);
    local->line.kept = local->file >= 0;
    come(local);
    return &local->line;
}

/* ---- going on ---- */

const struct game *local_left(const struct game *wanted, int64_t *when)
{
    const struct game *game = NULL;
    int file = kept_left(wanted, &game, when);
    if (file >= 0)
        close(file);
    return game;
}

static const char *take_event(void *context, const char *text, size_t size)
{
    struct local *local = context;
    return table_restore(local->table, &local->desk, text, size);
}

/* People who sit, in the order of their seats; without any the host, who looks on. */
static void find_people(struct local *local)
{
    const struct table *table = local->table;
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].kind == SEAT_PERSON)
            local->guest[local->line.people++] = table->seat[seat].guest;
    if (local->line.people == 0)
        local->guest[local->line.people++] = table->host;
}

/* Under another name. If that cannot be it stays as it is, and locked while the program runs, so
 * that no new game takes its place. */
static void put_aside(struct local *local, const struct game *game, char aside[LOCAL_ASIDE_MAX])
{
    _Static_assert((int)LOCAL_ASIDE_MAX == (int)KEPT_NAME_MAX, "a name fits");
    static int held = -1;
    if (kept_aside(local->file, game, aside))
        return;
    aside[0] = '\0';
    if (held >= 0)
        close(held);
    held = local->file;
    local->file = -1;
}

struct line *local_resume(const struct game *wanted, const struct local_setup *setup,
                          const char **reason, char aside[LOCAL_ASIDE_MAX])
{
    const struct game *game;
    int64_t when;
    struct local *local = new_local(setup);
    *reason = "table.memory.none";
    aside[0] = '\0';
    if (!local)
        return NULL;
    local->file = kept_left(wanted, &game, &when);
    if (local->file < 0 || !kept_read(local->file, take_event, local, reason) ||
        !local->table->game) {
        *reason = "join.kept.broken";
        if (local->file >= 0)
            put_aside(local, game, aside);
        release(local);
        return NULL;
    }
    local->line.kept = true;
    find_people(local);
    if (!open_eyes(local)) {
        *reason = "table.memory.none"; /* the file stays as it is */
        release(local);
        return NULL;
    }
    if (local->table->now > local->base) /* the clock was set back since */
        local->base = local->table->now;
    table_wake(local->table, &local->desk, table_now(local));
    come(local);
    return &local->line;
}
