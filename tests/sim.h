/* SPDX-License-Identifier: MIT */
/*
 * A server in a hostile world, all derived from one seed.
 *
 *     clients ──frames, in chunks──▶ links ──▶ the hub ──▶ tables ──▶ the store ──▶ a disk
 *        ▲                             ▲        (the real ones)          │
 *        └───── frames, in chunks ─────┴── the real outbox ◀── tickets ──┘
 *
 * The hub, tables, outboxes, frames, limits and the store are the server's own. The sockets between
 * them and the clients, the threads (bots answer and the writer writes when it is their turn), the
 * disk, time and randomness are simulated. One thing happens at a time; `world_step` decides which.
 *
 * sim.c          arguments, runs, and what is printed
 * sim_world.c    what happens next; processes that start, die and compete; bad luck
 * sim_net.c      connections, both ends
 * sim_client.c   people: what they do
 * sim_rude.c     what malicious people do
 * sim_orders.c   their commands, and which answers are allowed
 * sim_hear.c     and what they are told
 * sim_tokens.c   who they are, on which device
 * sim_evening.c  the score, and who waits for a seat
 * sim_truth.c    replays what was committed: the judge of all promises
 * sim_views.c    what each viewer may be told, to the byte
 * sim_store.c    a back end around a back end; tells the judge what was committed
 * sim_base.h     a database instead, and nodes that share it
 * sim_away.c     who was where when, and what may be done in their place
 * sim_workers.c  bots without threads
 */
#ifndef KUFSA_TESTS_SIM_H
#define KUFSA_TESTS_SIM_H

#include <stdio.h>

#include "base/json.h"
#include "server/hub.h"
#include "server/limits.h"
#include "server/outbox.h"
#include "store/backend.h"
#include "table/event.h"

enum {
    PROCESSES = 3, /* that share a database */
    RIVALS = 2,    /* that both believe they own the file */
    PARTIES_MAX = 64,
    CLIENTS_MAX = 512,
    DEVICES = 2, /* of a client, connected at the same time */
    LINKS_MAX = 2048,
    ORDERS_KEPT = 16, /* commands of a client that are remembered */
    OUTSTANDING_MAX = 3,
    VIEWERS = SEATS_MAX + 1, /* onlookers, and each seat */
    MOVE_SIZE = 72,
    ORDER_SIZE = 300,
};

/* ---- sim_world.c ---- */

enum happening {
    AT_TURN,    /* a process's loop goes round */
    AT_WRITE,   /* its writer tries */
    AT_READ,    /* its reader answers */
    AT_POLL,    /* it learns the result */
    AT_THOUGHT, /* one of its bots has an answer */
    AT_UP,      /* bytes reach the server */
    AT_DOWN,    /* bytes reach the client */
    AT_LOST,    /* one end notices that the other has gone */
    AT_CLIENT,  /* a client does something */
    AT_START,   /* a process is started */
    AT_LUCK,    /* bad luck */
    AT_AGES,    /* months go by */
    AT_TASK,    /* a writer or reader goes on: sim_task.c */
    AT_BASE,    /* something reaches the database or comes from there: sim_base.c */
    HAPPENINGS,
};

struct process {
    int index;
    bool alive;
    bool dying;    /* its writes no longer reach the disk */
    uint32_t life; /* counts starts, so that what was meant for an earlier one is dropped */
    struct store *store;
    struct hub *hub;
    struct workers *workers;
    struct metrics metrics;
    uint64_t durable;
    int64_t skew;  /* how wrong its clock is */
    int64_t began; /* since then its clock goes */
    int speed;     /* so much too fast, in thousandths */
    int64_t frozen_until;
    int64_t started;     /* by that clock */
    int64_t next_turn;   /* when its loop runs next */
    bool writing;        /* a write is on its way */
    bool reading;        /* so is a read */
    const char *replied; /* why a room was refused, or "" */
};

/* How bad it may get; random for each run. */
struct weather {
    bool sqlite;
    bool base;           /* a database, and nodes that share it */
    bool calm;           /* no more faults; everybody behaves */
    bool quiet;          /* and nobody acts any more */
    int parties;         /* groups that play together */
    int disk_ms;         /* how long a write takes, at most */
    int net_ms;          /* how long bytes take */
    int rude;            /* per thousand actions of a client */
    int drops;           /* connections lost, per thousand */
    int thinkers;        /* percentage of bot answers that are really computed */
    int queue;           /* bots that may be asked at the same time */
    uint32_t events_max; /* events that a table may have */
    bool patient;        /* sometimes everybody waits; then less of everything else happens */
    bool disk_fails;     /* for now */
    enum store_status failure;
    uint32_t games;      /* bit g: may be played */
    int64_t away_until;  /* nobody comes before */
    int64_t waits_until; /* everybody is there, and nobody acts before */
    int64_t fair_until;  /* no bad luck before */
};

struct counts {
    uint64_t events, acknowledged, refused, stale, crashes, disk_faults, reconnects, conflicts;
    uint64_t messages, resyncs, tables, finished, checked_bytes, snapshots, repeats, rivals;
    uint64_t led;                    /* on, to another node */
    uint64_t moved;                  /* devices that were signed out */
    uint64_t doors;                  /* what hosts did to people and doors */
    uint64_t nudges, agreed, given;  /* reminders; people who agreed on a bot; its seats */
    uint64_t tries;                  /* wrong answers */
    uint64_t evenings, waits;        /* games that were chosen after others; who waited */
    uint64_t jumps;                  /* of the clock, by many days */
    uint64_t closed, pruned, misled; /* tables that nobody came back to; links told old news */
};

struct world {
    uint64_t seed, step, steps, hash;
    int64_t now, skipped; /* skipped: how much of it nobody lived through */
    int64_t written; /* while nobody comes: time lived through when a store last wrote; else 0 */
    struct search_rng rng;
    struct weather weather;
    struct counts counts;
    struct process process[PROCESSES];
    bool disputed;   /* a live process had a rival: see truth_is_behind */
    int64_t calm_at; /* of nodes: nothing is frozen any more */
    bool talkative, with_base;
};

struct truth;
extern struct world world;

void world_run(uint64_t seed, uint64_t steps, uint32_t games);

/* That many milliseconds from now. */
void world_at(int64_t delay, enum happening, uint32_t subject, uint32_t life);

/* Never call it twice between two sequence points: every compiler must give the same run. */
uint32_t below(uint32_t n);                      /* 0 … n-1 */
bool by_chance(int thousandth);                  /* so often */
void world_fold(const void *bytes, size_t size); /* into the hash of everything */

/* A live process, or NULL. */
struct process *world_process(void);
int64_t process_now(const struct process *); /* by its own clock */
const char *world_store(void);               /* which kind */
int64_t world_lived(void);                   /* time that was more than a jump of all clocks */
int64_t world_written(void); /* and before which nothing that is written only now was decided */
void process_turn_soon(struct process *, int64_t delay);
void process_crash(struct process *);
void process_begin(struct process *); /* its store is open */

/* A promise is broken: says which and where, and ends the program. */
void broken(const char *promise, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));
void trace(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- sim_net.c ---- */

void net_reset(void);

/* A new connection of a client's device to a process; its number, or -1. */
int link_open(struct process *, int client, int device);
void link_send(int link, const char *json, size_t size); /* a whole message of the client's */
void link_send_raw(int link, const void *bytes, size_t size);
void link_say_close(int link);
void link_drop(int link);                 /* the client's end closes; the server notices later */
void link_sleep(int link, bool asleep);   /* a client that does not read */
bool link_is_up(int link, uint32_t life); /* as far as the client knows */
bool link_is_served(int link);            /* false: the client has not noticed yet */
bool link_listens(int link);              /* false: it is in the middle of a frame */
bool link_keeps_all(int link);            /* false: bytes of either end may be missing */
bool link_is_misled(int link);            /* its process spoke while it was behind: excused */
int link_devices(int link);               /* connections of the same guest; 0: it only watches */
const struct process *link_process(int link);
uint32_t link_life(int link);

void net_happens(enum happening, uint32_t link, uint32_t life);
void net_flush(struct process *);
void net_say_bye(struct process *); /* close frames to all */
void net_lose(struct process *);    /* it is gone, with its ends of all connections */
bool net_is_idle(void);             /* nothing is on its way */
void net_post(void *context, struct member *, const char *json, size_t size, uint64_t ticket);
void net_cut(void *context, struct member *);
void net_end(void *context, struct member *);
void net_reply(void *context, struct member *, const struct hub_reply *);
bool net_may_guess(void *context, struct member *);
void net_guessed(void *context, struct member *);
void net_stays(const struct process *); /* some may have become members */

/* ---- sim_client.c ---- */

/* A command, as it was sent. */
struct sent {
    uint32_t cid; /* 0: a free row */
    uint32_t base, window;
    bool with_window, answered;
    uint8_t copies; /* how often it was sent */
    int link;       /* the last time, and when */
    uint32_t life;
    uint64_t sent;
    int denied_by; /* a process that has said: not done */
    uint32_t denied_life;
    int64_t denied_at;
    char kind[16];
    char move[MOVE_SIZE];
    char json[ORDER_SIZE];
};

/* Something the client connects with. */
struct device {
    int link; /* or -1 */
    uint32_t life;
    int64_t asleep_until;
    bool greeted;
    bool stranger; /* it knocks where nobody knows it, or with an invalid token */
    bool showed;   /* a token, `shown` */
    bool becoming; /* and it should replace another */
    bool offers;   /* it has asked for the client's next one, by signout */
    bool peeks;    /* it has asked whose its token is */
    bool moved;    /* it was told that another device took its place */
    uint8_t shown[SHA256_SIZE];
    int devices;      /* of the client, as it was told */
    uint32_t known;   /* what the client had heard of when this one said hello */
    uint32_t came_v;  /* what was committed of its table then */
    uint32_t version; /* the last it has heard of; 0: none on this connection */
    int legal_count;  /* moves to choose from; -1: ask for them */
    bool asked;
    bool unsure; /* it was refused something, and looks before it continues */
    uint32_t legal_version;
    char choice[MOVE_SIZE];
    uint32_t window; /* open when it was told; 0: none */
    char *part; /* what it was last told of the match, without clocks and countdowns; or NULL */
    bool here_known;
    uint16_t here; /* bit s: so it was told */
    bool repeated; /* what was not answered before was sent again */
    bool looks;    /* asked for a snapshot at the end, to compare */
    uint8_t *left;
    size_t left_size;
    struct frames frames;
};

enum role { ROLE_HOST, ROLE_GUEST, ROLE_SCREEN, ROLE_ONLOOKER };

struct client {
    int party;
    enum role role;
    bool has_token;
    char token[TOKEN_TEXT_SIZE + 1];
    uint8_t hash[SHA256_SIZE];
    bool exchanging, has_old;
    char next[TOKEN_TEXT_SIZE + 1]; /* that is to replace it */
    uint8_t next_hash[SHA256_SIZE];
    char old[TOKEN_TEXT_SIZE + 1]; /* that was replaced */
    uint32_t highest;              /* version that it has ever heard of */
    uint32_t next_cid;
    struct bucket guesses;
    int64_t away_until; /* it does not come before */
    int64_t idle_until; /* it is there and does not move before */
    int led_to;         /* the process that has the table, as it was told; -1: any */
    int led;            /* how often it was led on since it was welcome */
    int unserved;       /* how often it was sent away in the calm */
    int joins;          /* under way: a hello whose new token has not been told yet */
    struct sent orders[ORDERS_KEPT];
    struct device device[DEVICES];
};

/* People who play together, at one table after the other. */
struct party {
    int64_t table; /* 0: none yet */
    char code[CODE_SIZE + 1];
    int first, count;  /* its clients */
    int people, seats; /* that want to sit; seats wanted */
    const struct game *game;
    bool set_up, leaves; /* leaves: no rematch */
    bool closed;         /* its table does not accept them any more */
    bool opening;        /* asked for, not told yet */
    int opener;          /* the process */
    int64_t idle_until;  /* somebody keeps the others waiting */
    uint32_t opener_life;
    uint64_t opener_tables; /* the hub's life */
    struct hub_opened opened;
    uint32_t calm_version;  /* when it became calm */
    uint32_t stuck_version; /* since then: how far it was, and since when */
    int64_t stuck_since;
};

extern struct client clients[CLIENTS_MAX];
extern struct party parties[PARTIES_MAX];
extern int client_count;

void clients_reset(void);
void client_acts(int client);
void say_hello(struct client *, int device);
void clients_opened(struct process *);    /* tables whose opening is durable are told */
void client_becomes_new(struct client *); /* its token is no longer valid */
bool clients_done(void);                  /* calm: all have played to the end */
void clients_some_leave(void);
void clients_idle(int64_t until); /* whose turn it is, long after this too */
void clients_compare(void);       /* quiet: everybody looks, to compare */
void clients_compared(void);      /* and has been told */

const char *any_name(void); /* as JSON; some try to deface or disguise text */

/* ---- sim_rude.c ---- */

void keep_door(struct client *, int device, const struct table *);
void be_rude(struct client *, int device, const struct table *, int seat);

/* ---- sim_orders.c ---- */

struct sent *client_order(struct client *, uint32_t cid);
int outstanding(const struct client *);
struct sent *make_order(struct client *, const char *kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void send_order(struct client *, int device, struct sent *);
void repeat_orders(struct client *, int device, bool answered_too);
void order_answered(const struct client *, struct sent *);
void order_denied(int client, uint32_t cid, const struct process *);
void order_done(const struct sent *, const struct process *, int64_t time);
void orders_settled(const struct client *);

#define ORDER(client, device, ...) send_order(client, device, make_order(client, __VA_ARGS__))

/* ---- sim_tokens.c ---- */

void client_takes_token(struct client *, const char *token);
bool client_owns(const struct client *, const uint8_t hash[SHA256_SIZE]);

/* Who the client, or one of its devices, was when the table was at this version; or NO_GUEST. */
int client_guest(const struct client *, const struct truth *, uint32_t version);
int device_guest(const struct client *, const struct device *, const struct truth *,
                 uint32_t version);

int client_shows(struct client *, struct device *, char *json, size_t size);
int client_shows_old(const struct client *, struct device *, char *json, size_t size);
void client_exchanged(struct client *);
void client_signs_out(struct client *, int device);
void device_moved(const struct client *, struct device *, const struct truth *);
void device_counts(const struct client *, const struct device *);
void truth_judge_token(const struct truth *, const struct table_event *);

/* ---- sim_hear.c ---- */

void client_hear_bytes(int client, int device, const uint8_t *bytes, size_t size);
void device_forget(struct device *);

/* ---- sim_truth.c ---- */

/* An event that was committed, and what each viewer may be told of it. */
struct kept {
    char *text;
    uint32_t size;
    uint64_t news[VIEWERS]; /* hashes; [0]: onlookers; 0: nobody sits there */
    uint64_t part[VIEWERS]; /* of what the move looked like */
    int8_t seat_of[GUESTS_MAX];
};

struct newcomer {
    uint32_t version;
    int row;
    uint8_t hash[SHA256_SIZE];
};

/* A table as built by its committed events. */
struct truth {
    int64_t id;
    char code[CODE_SIZE + 1];
    struct table *table;
    uint32_t version, capacity;
    uint32_t position_v;              /* when the position last changed */
    uint32_t seen[PROCESSES];         /* the last version that each has read or written; 0: none */
    int64_t touched;                  /* when the last one was committed */
    bool finishing, finished, pruned; /* nobody came for months; and for years */
    int64_t finished_at;              /* as the store has it */
    int64_t lived;     /* through, by the world, when it was last touched, or finished */
    struct kept *kept; /* [version - 1] */
    struct newcomer *newcomers;
    int newcomer_count;
    uint32_t cids[GUESTS_MAX][CIDS_KEPT];
    int cid_count[GUESTS_MAX];
    struct newcomer *blocks; /* hashes that were blocked; row NO_GUEST: none is any more */
    int blocks_count;
    uint32_t records;
    int64_t nudged_at;                              /* since when somebody is publicly waited for */
    uint32_t played[TABLE_GAMES], won[TABLE_GAMES]; /* seats, in matches that have ended */
    uint32_t counted_match; /* in which there were so many things at first */
    int things;
};

void truths_reset(void);
struct truth *truth_of(int64_t table); /* NULL: nobody has committed it */
struct truth *truth_at_index(int index);
void truth_created(int64_t table, const char *code);
void truth_committed(int64_t table, int64_t version, const char *text, size_t size,
                     const struct process *); /* NULL: it no longer exists */
void truth_recorded(int64_t table, int64_t match);
void truth_finished(int64_t table, int64_t stamp);
void truths_pruned(int64_t before);
void truths_read(struct process *);    /* a process has started: does it have everything? */
void truths_compare(struct process *); /* and is it the same in its memory? */
void truth_compare(const struct truth *, const struct table *);

/* ---- sim_evening.c ---- */

/* After an event that found the table in this phase. */
void evening_judge(struct truth *, const struct table_event *, enum phase before);

/* It does not know the last version yet: a rival has written. */
bool truth_is_behind(const struct truth *, const struct process *);

/* Who had this token when the table was at this version; or NO_GUEST. */
int truth_guest(const struct truth *, const uint8_t hash[SHA256_SIZE], uint32_t version);

/* Has there ever been a guest with this token? */
bool truth_knew(const struct truth *, const uint8_t hash[SHA256_SIZE]);
uint32_t truth_row_since(const struct truth *, int row); /* the version before its last token */

/* Was this token refused at this version? */
bool truth_blocked(const struct truth *, const uint8_t hash[SHA256_SIZE], int64_t version);

/* The table as it was, until the next call. */
const struct table *truth_table(struct truth *, uint32_t version);

/* ---- sim_views.c ---- */

void views_expect(struct truth *, const struct table_event *, const struct events *, struct kept *);
uint64_t views_hash(const char *json, size_t size); /* without who is here */
uint64_t views_part(const char *json, size_t size); /* of the part about the move; 0: none */
void views_snapshot(struct truth *, const struct json *, uint32_t version, int guest);
void views_legal(struct truth *, const struct json *, uint32_t version, int guest);
void views_secrets(const struct truth *, const char *json, size_t size);

/* ---- sim_away.c ---- */

void stays_reset(void);
void stay_begins(const struct member *, const struct process *); /* if it is a guest's */
void stay_ends(const struct member *, const struct process *);
void away_judge(struct truth *, const struct table_event *, const struct process *);
void away_refused(const struct truth *, const struct sent *, const char *reason);
void away_told(const struct truth *, int64_t left, int32_t grace);

/* ---- sim_store.c ---- */

extern const struct store_backend sim_backend;
void disk_new(uint64_t seed);
void disk_free(void);
void disk_lost(bool power);          /* a process dies, or the machine with it */
void disk_die_soon(uint32_t writes); /* in the middle of something; 0: not */
bool disk_is_dead(void);
int disk_fails(int thousandths);    /* how often each call does, and how often it did before */
uint64_t disk_faults(void);         /* so far */
void disk_burden(struct process *); /* with so much to write that there is no room for more */
const char *disk_path(int process);

/* ---- sim_workers.c ---- */

void workers_thought(struct workers *); /* one more is done */

/* One that brings no game closer to its end. */
bool is_idle_move(const char *text);

#endif
