/* SPDX-License-Identifier: MIT */
/*
 * The lines of a record's result. The writer writes them and the reader compares them, so that
 * both agree on every byte. None ends with a line feed.
 */
#ifndef KUFSA_MATCH_RECORD_TEXT_H
#define KUFSA_MATCH_RECORD_TEXT_H

#include "match/record.h"

void record_write_result_line(struct text *, int seats, const struct outcome *);
void record_write_scores_line(struct text *, int seats, const struct outcome *);
void record_write_positions_line(struct text *, uint64_t hash);

#endif
