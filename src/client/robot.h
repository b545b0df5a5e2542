/* SPDX-License-Identifier: MIT */
/*
 * A computer player that sits down at a server's table like anybody else: it takes a free seat,
 * says that it is ready, plays from what that seat may see, and joins in another match if one is
 * wanted.
 */
#ifndef KUFSA_CLIENT_ROBOT_H
#define KUFSA_CLIENT_ROBOT_H

#include "client/channel.h"

/* Plays until the channel ends, and says why: a key. */
const char *robot_play(struct channel *, const char *level, const char *name);

#endif
