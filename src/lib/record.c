/* SPDX-License-Identifier: MIT */
/* Records: a deal and its moves. One that was read keeps its text until it changes, and the lines
 * of its head after that. */
#include "match/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "lib/lib.h"

enum { HEAD_MAX = 2048 }; /* bytes of a new one */

struct record_ply {
    uint64_t move;
    int32_t seat;
};

struct kufsa_record {
    struct kufsa_position *last; /* the position after all moves */
    uint8_t key[CHANCE_KEY_SIZE];
    struct record_ply *plies;
    uint32_t count, room;
    struct match_seat seats[SEATS_MAX];
    enum ending ending; /* of one that was read; ENDING_NONE: see the position */
    int loser;
    char *head; /* its lines, with the empty one */
    size_t head_size;
    char *text; /* NULL: to be written */
    size_t text_size;
};

void kufsa_record_free(struct kufsa_record *record)
{
    if (!record)
        return;
    kufsa_position_free(record->last);
    free(record->plies);
    free(record->head);
    free(record->text);
    free(record);
}

static char *copy_text(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

/* Its text has to be written anew. */
static void changed(struct kufsa_record *record)
{
    free(record->text);
    record->text = NULL;
}

/* The deal: the record's setting without its moves. */
static void deal(const struct kufsa_record *record, union any_state *state)
{
    const struct state *last = &record->last->state.head;
    game_init(record->last->game, &state->head, last->seats);
    memcpy(state->head.option, last->option, sizeof last->option);
    game_deal(record->last->game, &state->head, record->key);
}

/* Makes a record that begins with this deal and owns it from now on. */
static const char *make_record(struct kufsa_position *start, const uint8_t key[CHANCE_KEY_SIZE],
                               struct kufsa_record **out)
{
    struct kufsa_record *record = calloc(1, sizeof *record);
    if (!record) {
        kufsa_position_free(start);
        return "library.memory.none";
    }
    memcpy(record->key, key, sizeof record->key);
    record->loser = NO_SEAT;
    record->last = start;
    *out = record;
    return NULL;
}

static const char *begin(struct kufsa_position *start, const uint8_t key[CHANCE_KEY_SIZE],
                         struct kufsa_record **out)
{
    char head[HEAD_MAX];
    struct text text;
    struct kufsa_record *record;
    const char *reason = make_record(start, key, &record);
    if (reason)
        return reason;
    text_init(&text, head, sizeof head);
    record_write_head(&text, start->game, &start->state.head, key);
    CHECK(!text.overflow);
    record->head = copy_text(head, text.size);
    record->head_size = text.size;
    if (!record->head) {
        kufsa_record_free(record);
        return "library.memory.none";
    }
    *out = record;
    return NULL;
}

const char *kufsa_record_new(const char *game, int seats, const char *options,
                             const uint8_t key[KUFSA_KEY_SIZE], struct kufsa_record **out)
{
    struct kufsa_position *start;
    if (!out)
        return "library.argument.null";
    const char *reason = kufsa_deal(game, seats, options, key, &start);
    return reason ? reason : begin(start, key, out);
}

static const char *add_ply(struct kufsa_record *record, int seat, uint64_t code)
{
    if (record->count == record->room) {
        uint32_t room = record->room > 0 ? 2 * record->room : 64;
        struct record_ply *plies = realloc(record->plies, room * sizeof *plies);
        if (!plies)
            return "library.memory.none";
        record->plies = plies;
        record->room = room;
    }
    record->plies[record->count++] = (struct record_ply){code, seat};
    return NULL;
}

const char *kufsa_record_play(struct kufsa_record *record, int seat, uint64_t code)
{
    if (!record)
        return "library.argument.null";
    if (record->ending != ENDING_NONE)
        return "match.over";
    const char *reason = add_ply(record, seat, code);
    if (reason)
        return reason;
    reason = kufsa_play(record->last, seat, code);
    if (reason) {
        record->count--;
        return reason;
    }
    changed(record);
    return NULL;
}

/* ---- who sits there ---- */

/* Where the line that begins here ends, behind its line feed. */
static const char *line_end(const char *line)
{
    const char *feed = strchr(line, '\n');
    return feed ? feed + 1 : line + strlen(line);
}

static bool is_empty(const char *line)
{
    return line[0] == '\0' || line[0] == '\n' || (line[0] == '\r' && line[1] == '\n');
}

/* Is it the line of this seat? */
static bool names_seat(const char *line, int seat)
{
    struct scan scan = {line};
    int64_t number;
    return scan_string(&scan, "seat ") && scan_number(&scan, 0, SEATS_MAX - 1, &number) &&
           number == seat;
}

/* Puts a line in the place of the seat's, or at the end of the head. */
static const char *put_seat_line(struct kufsa_record *record, int seat, const struct text *line)
{
    char *head = malloc(record->head_size + line->size + 2), *to = head;
    if (!head)
        return "library.memory.none";
    for (const char *at = record->head, *end; !is_empty(at); at = end) {
        end = line_end(at);
        if (names_seat(at, seat))
            continue;
        memcpy(to, at, (size_t)(end - at));
        to += end - at;
    }
    if (to[-1] != '\n')
        *to++ = '\n';
    memcpy(to, line->bytes, line->size);
    to += line->size;
    *to++ = '\n';
    *to = '\0';
    free(record->head);
    record->head = head;
    record->head_size = (size_t)(to - head);
    return NULL;
}

const char *kufsa_record_sit(struct kufsa_record *record, int seat, const char *level,
                             const char *name)
{
    struct match_seat row = {0};
    char bytes[RECORD_LINE_MAX];
    struct text line;
    if (!record)
        return "library.argument.null";
    if (seat < 0 || seat >= record->last->state.head.seats)
        return "game.seat.range";
    if (level)
        row.owner = row.holder = HOLDER_BOT;
    if (!seat_set_level(&row, level ? level : "") || !seat_set_name(&row, name ? name : ""))
        return "record.seat.form";
    text_init(&line, bytes, sizeof bytes);
    record_write_seat(&line, seat, &row);
    const char *reason = put_seat_line(record, seat, &line);
    if (reason)
        return reason;
    record->seats[seat] = row;
    changed(record);
    return NULL;
}

/* ---- reading ---- */

/* Replays what was opened and collects its moves. */
static const char *collect(struct record *from, struct kufsa_record **out)
{
    struct kufsa_position *start;
    bool more = true;
    const char *reason = lib_give(from->game, &from->state.head, &start);
    if (!reason)
        reason = make_record(start, from->key, out);
    while (!reason) {
        reason = record_step(from, &more);
        if (reason || !more)
            break;
        reason = add_ply(*out, from->seat, from->move);
    }
    if (!reason)
        reason = record_finish(from);
    if (reason)
        return reason;
    state_copy(&(*out)->last->state.head, &from->state.head);
    memcpy((*out)->seats, from->seats, sizeof from->seats);
    (*out)->ending = from->ending;
    (*out)->loser = from->loser;
    return NULL;
}

static const char *keep_text(struct kufsa_record *record, const char *text, size_t size)
{
    record->text = copy_text(text, size);
    if (!record->text)
        return "library.memory.none";
    record->text_size = size;
    const char *end = record->text;
    while (!is_empty(end))
        end = line_end(end);
    record->head_size = (size_t)(line_end(end) - record->text);
    record->head = copy_text(text, record->head_size);
    return record->head ? NULL : "library.memory.none";
}

const char *kufsa_record_read(const char *text, size_t size, int *line, struct kufsa_record **out)
{
    struct kufsa_record *made = NULL;
    if (!text || !out)
        return "library.argument.null";
    struct record *from = malloc(sizeof *from);
    if (!from)
        return "library.memory.none";
    const char *reason = record_open(from, text, size);
    if (!reason)
        reason = collect(from, &made);
    if (!reason)
        reason = keep_text(made, text, size);
    if (reason && line)
        *line = from->line;
    free(from);
    if (reason) {
        kufsa_record_free(made);
        return reason;
    }
    *out = made;
    return NULL;
}

/* ---- looking ---- */

uint32_t kufsa_record_count(const struct kufsa_record *record)
{
    return record ? record->count : 0;
}

const char *kufsa_record_move(const struct kufsa_record *record, uint32_t index, int *seat,
                              uint64_t *code)
{
    if (!record || !seat || !code)
        return "library.argument.null";
    if (index >= record->count)
        return "library.record.moves";
    *seat = record->plies[index].seat;
    *code = record->plies[index].move;
    return NULL;
}

const char *kufsa_record_position(const struct kufsa_record *record, uint32_t moves,
                                  struct kufsa_position **out)
{
    union any_state state;
    if (!record || !out)
        return "library.argument.null";
    if (moves > record->count)
        return "library.record.moves";
    if (moves == record->count)
        return kufsa_copy(record->last, out);
    deal(record, &state);
    for (uint32_t i = 0; i < moves; i++)
        game_apply(record->last->game, &state.head, record->plies[i].seat, record->plies[i].move,
                   NULL);
    return lib_give(record->last->game, &state.head, out);
}

const char *kufsa_record_who(const struct kufsa_record *record, int seat)
{
    if (!record || seat < 0 || seat >= SEATS_MAX)
        return "";
    const struct match_seat *row = &record->seats[seat];
    return row->name[0] ? row->name : row->level;
}

static enum ending ending_of(const struct kufsa_record *record)
{
    return state_over(&record->last->state.head) ? ENDING_RULES : record->ending;
}

const char *kufsa_record_ending(const struct kufsa_record *record)
{
    return record ? ending_names[ending_of(record)] : NULL;
}

void kufsa_record_places(const struct kufsa_record *record, uint8_t *places)
{
    struct outcome outcome;
    if (!places)
        return;
    memset(places, 0, SEATS_MAX);
    if (!record)
        return;
    const struct state *last = &record->last->state.head;
    record->last->game->tally(last, &outcome);
    outcome_by_ending(&outcome, last->seats, ending_of(record), record->loser);
    memcpy(places, outcome.place, last->seats);
}

/* ---- writing ---- */

/* Writes as much as fits and counts the rest. */
struct pen {
    char *bytes;
    size_t room, size;
};

static void pen_put(struct pen *pen, const char *bytes, size_t size)
{
    if (pen->size + size < pen->room)
        memcpy(pen->bytes + pen->size, bytes, size);
    pen->size += size;
}

static void write_all(const struct kufsa_record *record, struct pen *pen)
{
    const struct game *game = record->last->game;
    char line[POSITION_MAX];
    struct text text;
    union any_state state;
    deal(record, &state);
    text_init(&text, line, sizeof line);
    pen_put(pen, record->head, record->head_size);
    uint64_t hash = record_hash(HASH_START, game, &state.head);
    for (uint32_t i = 0; i < record->count; i++) {
        const struct record_ply *ply = &record->plies[i];
        text_clear(&text);
        record_write_move(&text, game, &state.head, ply->seat, ply->move);
        pen_put(pen, text.bytes, text.size);
        game_apply(game, &state.head, ply->seat, ply->move, NULL);
        hash = record_hash(hash, game, &state.head);
    }
    text_clear(&text);
    record_write_result(&text, game, &state.head, hash);
    pen_put(pen, text.bytes, text.size);
}

const char *kufsa_record_write(const struct kufsa_record *record, char *text, size_t room,
                               size_t *size)
{
    struct pen pen = {.bytes = text, .room = room};
    if (!record || !size || (!text && room > 0))
        return "library.argument.null";
    if (record->text)
        pen_put(&pen, record->text, record->text_size);
    else
        write_all(record, &pen);
    *size = pen.size;
    if (room == 0)
        return NULL; /* the caller only wants the size */
    if (pen.size >= room)
        return "library.text.room";
    text[pen.size] = '\0';
    return NULL;
}
