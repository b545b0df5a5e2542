/* SPDX-License-Identifier: MIT */
/*
 * What the command line says about a game: its name, `--option NAME=VALUE`, `--seats`,
 * `--position` and `--key`. Each returns false after reporting the error.
 */
#ifndef KUFSA_CMD_SETUP_H
#define KUFSA_CMD_SETUP_H

#include "cmd/arguments.h"
#include "rules/game.h"

bool setup_game(const struct arguments *, const char *name, const struct game **);

/* A head with the seats and options given. Seats are 0 if not given. */
bool setup_head(const struct arguments *, const struct game *, struct state *);

/* A full position from text; one that hides cards is refused. */
bool setup_position(const struct arguments *, const struct game *, struct state *,
                    const char *position);

/* The key that was given, or a random one. */
bool setup_key(const struct arguments *, uint8_t key[CHANCE_KEY_SIZE]);

#endif
