/* SPDX-License-Identifier: MIT */
/* What the parts of a table share. */
#ifndef KUFSA_TABLE_TABLE_PARTS_H
#define KUFSA_TABLE_TABLE_PARTS_H

#include "table/event.h"
#include "table/table.h"

struct json_out;

static inline uint16_t seat_bit(int seat)
{
    return (uint16_t)(1u << seat);
}

/* ---- table.c ---- */

/* Applies, keeps and tells the event. NULL, or why it is impossible; then nothing has changed. */
const char *table_do(struct table *, struct table_workspace *, struct table_event *);

/* ---- table_apply.c ---- */

/* Changes the table as the event says; after a move the workspace holds the game's events. NULL, or
 * why it is impossible; then nothing has changed. */
const char *table_apply(struct table *, struct table_workspace *, const struct table_event *);

/* The secret of the next match; table->dealt is that of the current one. */
void table_secret(const struct table *, uint8_t secret[SHA256_SIZE]);

/* Empties the seat. */
void table_clear_seat(struct table *, int seat);

/* A bot plays for the person on this seat. */
const char *table_apply_takeover(struct table *, const struct table_event *);

/* table_lend_log makes room for the next match's moves, or says why it cannot; table_start_match
 * starts it with whoever sits now. */
const char *table_lend_log(struct table *, struct table_workspace *);
void table_start_match(struct table *, int64_t now);

/* May this seat pass? Possible only while a window is open. */
bool table_can_pass(const struct table *, int seat, struct moves *, move *pass);

/* ---- table_command.c ---- */

const char *table_check_offer(const struct table *, int seat); /* why it cannot now, or NULL */

/* ---- table_door.c ---- */

const char *table_apply_token(struct table *, const struct table_event *);
const char *table_apply_remove(struct table *, const struct table_event *);
const char *table_leave_to_bot(struct table *, const struct table_event *);
const char *table_apply_lock(struct table *, const struct table_event *);

/* ---- table_away.c ---- */

/* Since when an absent guest counts as away; and how many milliseconds remain until a bot may play
 * for it. */
int64_t table_away_since(const struct table *, int guest);
int64_t table_away_left(const struct table *, int guest, int64_t now);

const char *table_apply_grace(struct table *, int64_t millis);

/* NULL, or why this guest may not give this seat to a bot. */
const char *table_check_takeover(const struct table *, const struct table_event *);

/* ---- table_rematch.c ---- */

/* Bit s: seat s does not want another match yet, or is empty and nobody waits for it. */
uint16_t table_missing(const struct table *);

const char *table_apply_rematch(struct table *, struct table_workspace *,
                                const struct table_event *);
const char *table_apply_unrematch(struct table *, int seat);
const char *table_apply_without(struct table *, struct table_workspace *,
                                const struct table_event *);

/* NULL, or why the table cannot go on yet without those who are missing. */
const char *table_check_without(const struct table *, struct table_event *);

/* Starts the next match if nobody is missing any more. */
void table_follow_rematch(struct table *, struct table_workspace *, int64_t now);

/* ---- table_next.c ---- */

/* The guest takes the seat, whoever had it. */
void table_seat_guest(struct table *, int seat, int guest, const char *name);

/* Removes seats; the others close up. */
void table_drop_seats(struct table *, uint16_t gone);

/* Before a match: seats are mixed if the table wants that. After one: everybody moves up, if the
 * table wants that; and those who wait come in. */
void table_mix_seats(struct table *);
void table_move_seats(struct table *);
void table_let_in(struct table *);

/* In the lobby: whoever waits takes the empty seats. */
void table_fill_seats(struct table *);

const char *table_apply_seating(struct table *, const char *value);
const char *table_apply_wait(struct table *, const struct table_event *);
const char *table_apply_unwait(struct table *, const struct table_event *);
const char *table_apply_game(struct table *, const struct table_event *);

/* Drops those who wait and have been away for the grace. */
void table_forget_waiting(struct table *, struct table_workspace *, int64_t now);

int table_count_waiting(const struct table *);
void table_put_waiting(struct json_out *, const struct table *);

/* May the guest do what the host may: the host, or at a shared screen the phone that leads? */
bool table_leads(const struct table *, int guest);

/* At a shared screen the first phone that is here leads; the one that leads may be away for a
 * while. When another one will lead, or CLOCK_NEVER. */
int64_t table_lead_time(const struct table *);
void table_follow_phones(struct table *, struct table_workspace *, int64_t now);
const char *table_apply_lead(struct table *, const struct table_event *);

/* ---- table_evening.c ---- */

/* Counts the match that has just ended. */
void table_count_match(struct table *);

/* The guest is gone; what they have played stays. */
void table_forget_player(struct table *, int guest);

int table_wins(const struct table *, int seat);
void table_put_evening(struct json_out *, const struct table *);

/* ---- table_nudge.c ---- */

void table_end_nudge(struct table *);
int64_t table_nudged_left(const struct table *, int64_t now); /* until the others may agree */
const char *table_apply_nudge(struct table *, const struct table_event *);
const char *table_apply_agree(struct table *, const struct table_event *);

/* NULL, or why it is too early: the player had no chance to move before. */
const char *table_check_nudge(const struct table *, const struct table_event *);

/* If everybody asked has agreed, a bot takes over the nudged seat. */
void table_follow_agree(struct table *, struct table_workspace *, int64_t now);

/* ---- table_aloud.c ---- */

const char *table_apply_aloud(struct table *, const char *value);

/* A person's wrong answer. NULL, or why it is none. */
const char *table_apply_try(struct table *, struct table_workspace *, const struct table_event *);

/* The position is another one: each player may try as often as before. Answers to positions that
 * were taken back never happened. */
void table_renew_tries(struct table *);

/* If that was one wrong answer too many, the player makes the move that forfeits the turn. */
void table_follow_try(struct table *, struct table_workspace *, const struct table_event *);

/* What a player is told of wrong answers: how many there are, and after the match their own, with
 * what would have been right. Others are told nothing. */
void table_put_tries(struct json_out *, const struct table *, struct table_workspace *, int viewer);

/* ---- table_tell.c ---- */

/* News of the event that was just applied, for every viewer. */
void table_tell(const struct table *, struct table_workspace *, const struct table_event *);

/* Tells every viewer that a guest came or went; not an event, since nothing depends on it. */
void table_tell_presence(const struct table *, struct table_workspace *, int guest, int64_t now);

void table_answer_ok(struct table_workspace *, uint32_t cid, uint32_t version);
void table_answer_error(struct table_workspace *, uint32_t cid, const char *reason);
void table_answer_stale(const struct table *, struct table_workspace *, uint32_t cid);

/* Some of the seat's legal moves, starting with number `from`. */
void table_answer_legal(const struct table *, struct table_workspace *, uint32_t cid, int seat,
                        int from);

#endif
