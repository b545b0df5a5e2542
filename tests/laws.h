/* SPDX-License-Identifier: MIT */
/*
 * Laws: what every game promises, checked over random play. They know no game, so a line in
 * games.def puts a new one under all of them.
 *
 * A seed determines everything about a game here: seats, options, deal, moves, and which states get
 * the expensive checks. So `laws --game G --seed S --games 1` repeats any of them, and the hash of
 * all positions must be the same from every compiler and from WebAssembly.
 *
 * Nothing here allocates, prints or needs more of a C library than mem*.
 */
#ifndef KUFSA_TESTS_LAWS_H
#define KUFSA_TESTS_LAWS_H

#include "rules/game.h"

/* Name, word, sentence. */
#define LAWS(X)                                                                                    \
    X(CHECK, "check", "no CHECK of the program's own fails")                                       \
    X(HEAD, "head", "a move counts one ply and leaves seats, options and flags alone")             \
    X(AUDIT, "audit", "states, views and imagined worlds pass the audit")                          \
    X(LEGAL, "legal", "every actor has a move and nobody else, at most moves_max, never 0")        \
    X(ORDER, "order", "legal moves ascend")                                                        \
    X(COUNT, "count", "counting moves and listing them agree")                                     \
    X(END, "end", "a game ends within plies_max, someone has place 1, and the log says so")        \
    X(EVENTS, "events", "events are well formed, and the log changes nothing")                     \
    X(ACCOUNT, "account", "hands and pile grow and shrink as the events say")                      \
    X(GAIN, "gain", "gain() and the events of points are the change of the score")                 \
    X(SCENE, "scene", "a scene is bounded and well formed")                                        \
    X(STEPS, "steps", "steps are well formed, and no move's begin another's")                      \
    X(NOTATION, "notation", "a move's text is its own and is read back")                           \
    X(REFUSAL, "refusal", "text that is no legal move is refused with a reason")                   \
    X(POSITION, "position", "a position's text is read back as the same position")                 \
    X(CANONICAL, "canonical", "whatever text is read as a position is written the same")           \
    X(ONWARD, "onward", "a position read from text plays on as the one it came from")              \
    X(FORGETFUL, "forgetful", "a state without history plays on the same")                         \
    X(DRY, "dry", "a position without its stream plays on until a shuffle, and says so")           \
    X(TWICE, "twice", "observing twice is observing once")                                         \
    X(SECRET, "secret", "a view holds no other hand, no pile, no key and no stream")               \
    X(PUBLIC, "public", "a view shows what lies open as the truth does")                           \
    X(FACTS, "facts", "facts are well formed, those of a view true; accounts come to the gain")    \
    X(VIEW, "view", "legal moves, their text, steps and gain are the same in one's view")          \
    X(WORLD, "world", "an imagined world looks the same to its viewer")                            \
    X(CARDS, "cards", "no card is lost: imagined worlds are made of the same cards as the truth")  \
    X(NEWS, "news", "worlds that look the same give the same news")                                \
    X(VARIES, "varies", "seen from one chair, another's view varies over imagined worlds")         \
    X(FAIR, "fair", "imagined hands hold each card as often as dealt ones")                        \
    X(REPLAY, "replay", "the same key and moves give the same bytes")

enum law {
#define LAW_ENUM(name, word, sentence) LAW_##name,
    LAWS(LAW_ENUM)
#undef LAW_ENUM
        LAWS_COUNT
};

const char *law_word(enum law);
const char *law_sentence(enum law);

enum law_level {
    LAWS_QUICK,    /* expensive checks run in some states and for some seats only */
    LAWS_THOROUGH, /* everything everywhere */
};

struct law_report {
    bool broken;
    enum law law;
    const char *detail;                             /* what was wrong */
    int seat, viewer;                               /* whom it was about; NO_SEAT, TRUTH */
    char move[MOVE_TEXT_MAX];                       /* "" where no move was in question */
    char expected[POSITION_MAX], got[POSITION_MAX]; /* "" where no texts differed */
};

enum { LAW_PIECES_MAX = 256 }; /* faces whose number is counted for FAIR */

/* A run of one game: what it checks, what it found, and the memory it needs. */
struct laws {
    const struct game *game;
    enum law_level level;

    uint64_t games, plies, hash; /* of the run so far */
    uint32_t longest;            /* plies of its longest game */
    uint64_t effort;             /* a rough measure of work, the same on every machine */
    struct law_report report;

    /* the game being played */
    uint64_t seed, game_hash;
    int16_t option[OPTIONS_MAX];
    int seats, policy;
    uint32_t ply;
    int last_seat;
    move last_move; /* from `before` to `truth` */
    bool deep;      /* this state gets the expensive checks */
    uint8_t key[CHANCE_KEY_SIZE];
    struct search_rng play, check;
    union any_state truth, before;
    char position[POSITION_MAX], position_before[POSITION_MAX];
    struct outcome outcome, outcome_before;
    bool whole_deck; /* at the deal no card was left out */
    uint32_t held[LAW_PIECES_MAX], imagined[LAW_PIECES_MAX];

    /* scratch */
    union any_state view, spectator, world, kept_world, copy, copy_world, other;
    struct moves moves, list, other_list, reading;
    uint64_t keys[MOVES_MAX];
    struct events events, other_events;
    struct facts facts, other_facts;
    struct item items[2 * SCENE_MAX], other_items[2 * SCENE_MAX];
    char text[POSITION_MAX], other_text[POSITION_MAX];
};

/* The listed games, then the template, then NULL. */
const struct game *laws_game_at(int index);

/* Combinations of seats and options; that many seeds in a row cover each once. */
uint64_t laws_settings(const struct game *);

void laws_init(struct laws *, const struct game *, enum law_level);

/* Plays and checks the game of this seed. False: see the report. */
bool laws_play(struct laws *, uint64_t seed);

/* The laws about many deals together, at the end of a run that began with this seed. */
bool laws_finish(struct laws *, uint64_t seed);

/* The report, for people. */
void laws_explain(const struct laws *, struct text *);

/* For check_report: a CHECK that failed becomes a report. */
void laws_check_failed(struct laws *, const char *text);

#endif
