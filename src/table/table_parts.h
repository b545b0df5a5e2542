/* SPDX-License-Identifier: MIT */
/* What the parts of a table share among themselves. */
#ifndef KUFSA_TABLE_TABLE_PARTS_H
#define KUFSA_TABLE_TABLE_PARTS_H

#include "table/event.h"
#include "table/table.h"

static inline uint16_t seat_bit(int seat)
{
    return (uint16_t)(1u << seat);
}

/* ---- table.c ---- */

/* Makes it happen: applies, keeps and tells. NULL, or why it cannot be; then nothing has changed.
 */
const char *table_do(struct table *, struct table_desk *, struct table_event *);

/* ---- table_apply.c ---- */

/* Changes the table as the event says; the desk's events are then those of a move. NULL, or why
 * that cannot be; then nothing has changed. */
const char *table_apply(struct table *, struct table_desk *, const struct table_event *);

/* The chance of the match to come, or of the one there is. */
void table_secret(const struct table *, uint32_t match, uint8_t secret[SHA256_SIZE]);

/* May anybody still react? Only while a window stands open. */
bool table_can_pass(const struct table *, int seat, struct moves *, move *pass);

/* ---- table_tell.c ---- */

/* News of the event that was just applied, for everybody who looks on. */
void table_tell(const struct table *, struct table_desk *, const struct table_event *);

/* A guest came or went: told, but no event, since nothing hangs on it. */
void table_tell_presence(const struct table *, struct table_desk *, int guest);

void table_answer_ok(struct table_desk *, uint32_t cid, uint32_t version);
void table_answer_error(struct table_desk *, uint32_t cid, const char *reason);
void table_answer_stale(const struct table *, struct table_desk *, uint32_t cid);

/* Some of the seat's legal moves, from the given one on. */
void table_answer_legal(const struct table *, struct table_desk *, uint32_t cid, int seat,
                        int from);

#endif
