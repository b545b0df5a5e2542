/* SPDX-License-Identifier: MIT */
/*
 * What the JavaScript package (packages/js) calls in its WebAssembly modules. A position belongs to
 * JavaScript, as the bytes of its state: they are copied in, something is asked, and the bytes of
 * what comes of it are copied out. So nothing is allocated here, and nothing has to be freed.
 *
 *     bytes ─▶ script_state, script_use ─▶ script_play … ─▶ script_out (an answer or a reason)
 *
 * Texts come in through script_in, ended by a NUL, one after another. A function that can refuse
 * returns the size of its answer in script_out, or minus the size of the reason that is there
 * instead. What is wrong with numbers is refused too; the bytes of a state are trusted, because
 * only the package has them.
 */
#ifndef KUFSA_SCRIPT_SCRIPT_H
#define KUFSA_SCRIPT_SCRIPT_H

#include "base/json.h"
#include "lib/lib.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

enum {
    SCRIPT_IN_MAX = 16384,
    SCRIPT_OUT_MAX = MOVES_MAX * (MOVE_TEXT_MAX + 3) + 65536, /* a list of all moves fits */
};

/* ---- the buffers ---- */

char *script_in(void);
char *script_out(void);
struct state *script_state(void);
int script_size(void); /* bytes of the state */

/* The game by index of the state that was copied in. */
void script_use(int game);

/* ---- games ---- */

/* All games with seats and options, and the levels, as JSON. */
int script_about(void);

/* Deals a game: options, a NUL, then 32 bytes of a key. */
int script_deal(int game, int seats);

/* Reads a position: options, a NUL, the notation; seats 0: as many as it shows. */
int script_read(int game, int seats);

/* ---- the position ---- */

int script_look(void);  /* its head as JSON: notation, actors, points … */
int script_scene(void); /* scene and facts as JSON */
int script_legal(int seat);
int script_gain(int seat);                       /* of the move with this notation */
int script_play(int seat);                       /* the same; the answer is its events */
int script_view(int viewer);                     /* the state becomes the view */
int script_imagine(uint32_t low, uint32_t high); /* … a world that it leaves possible */

/* ---- for the module with computer players ---- */

/* What the level with this name would do on this seat. */
int script_best(int seat, double nodes, uint32_t low, uint32_t high);

/* ---- between the files ---- */

struct kufsa_position *script_position(void);
int script_refuse(const char *reason);
struct json_out *script_begin(void);
int script_end(void);
void script_move(const struct state *, move); /* its notation, as a value */

#endif
