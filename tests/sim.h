/* SPDX-License-Identifier: MIT */
/*
 * A server in a hostile world, all of it from one seed.
 *
 *     clients ──frames, in chunks──▶ links ──▶ the hub ──▶ tables ──▶ the store ──▶ a disk
 *        ▲                             ▲        (the real ones)          │
 *        └───── frames, in chunks ─────┴── the real outbox ◀── tickets ──┘
 *
 * The hub, tables, outboxes, frames, limits and the store are the server's own. Simulated are the
 * sockets between them and the clients, threads (bots answer and the writer writes when it is their
 * turn), the disk, time, and chance. One thing happens at a time; `world_step` says which.
 *
 * sim.c          arguments, runs, and what is printed
 * sim_world.c    what happens next; processes that start, die and dispute; bad luck
 * sim_net.c      connections, both ends
 * sim_client.c   people: what they do
 * sim_rude.c     and what those do who mean no good
 * sim_orders.c   their commands, and what may be answered to them
 * sim_hear.c     and what they are told
 * sim_truth.c    what was committed, played again by itself: the judge of all promises
 * sim_views.c    what each viewer may be told, to the byte
 * sim_store.c    a back end around a back end, which tells the judge what was committed
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
    PROCESSES = 2, /* the second is a rival: both believe that the file is theirs */
    PARTIES_MAX = 64,
    CLIENTS_MAX = 512,
    DEVICES = 2, /* of a client, connected at the same time */
    LINKS_MAX = 2048,
    ORDERS_KEPT = 16, /* commands of a client that are remembered */
    OUTSTANDING_MAX = 3,
    VIEWERS = SEATS_MAX + 1, /* who looks on, and each seat */
    MOVE_SIZE = 72,
    ORDER_SIZE = 300,
};

/* ---- sim_world.c ---- */

enum happening {
    AT_TURN,    /* a process's loop goes round */
    AT_WRITE,   /* its writer tries */
    AT_POLL,    /* it learns what became of that */
    AT_THOUGHT, /* one of its bots has an answer */
    AT_UP,      /* bytes reach the server */
    AT_DOWN,    /* bytes reach the client */
    AT_LOST,    /* one end notices that the other has gone */
    AT_CLIENT,  /* a client does something */
    AT_START,   /* a process is started */
    AT_LUCK,    /* bad luck */
    AT_AGES,    /* months go by */
    HAPPENINGS,
};

struct process {
    int index;
    bool alive;
    bool dying;    /* nothing that it writes reaches the disk any more */
    uint32_t life; /* counts the starts, so that what was meant for an earlier one is dropped */
    struct store *store;
    struct hub *hub;
    struct workers *workers;
    struct metrics metrics;
    uint64_t durable;
    int64_t skew;      /* its clock is wrong by so much */
    int64_t next_turn; /* when its loop goes round next */
    bool writing;      /* a write is on its way */
};

/* How bad it may get; drawn for each run. */
struct weather {
    bool sqlite;
    bool calm;       /* no more faults; everybody behaves */
    bool quiet;      /* and nobody does anything any more */
    int parties;     /* groups that play together */
    int disk_ms;     /* how long a write takes, at most */
    int net_ms;      /* how long bytes take */
    int rude;        /* of a thousand things that a client does */
    int drops;       /* connections lost, of a thousand */
    int thinkers;    /* of a hundred answers of bots that are really thought about */
    int queue;       /* bots that may be asked at the same time */
    uint32_t worn;   /* events that a table may have */
    bool disk_fails; /* for now */
    enum store_status failure;
    uint32_t games;     /* bit g: may be played */
    int64_t away_until; /* nobody comes before */
};

struct counts {
    uint64_t events, acknowledged, refused, stale, crashes, disk_faults, reconnects, conflicts;
    uint64_t messages, resyncs, tables, finished, checked_bytes, snapshots, repeats, rivals;
    uint64_t closed, pruned, misled; /* tables that nobody came back to; links told old news */
};

struct world {
    uint64_t seed, step, steps, hash;
    int64_t now;
    struct search_rng rng;
    struct weather weather;
    struct counts counts;
    struct process process[PROCESSES];
    bool disputed; /* a process that is alive had a rival: see truth_is_behind */
    bool talkative;
};

extern struct world world;

void world_run(uint64_t seed, uint64_t steps, uint32_t games);

/* So many milliseconds from now. */
void world_at(int64_t delay, enum happening, uint32_t subject, uint32_t life);

/* Never twice between two sequence points: a seed is the same run with every compiler. */
uint32_t below(uint32_t n);                      /* 0 … n-1 */
bool by_chance(int thousandth);                  /* so often */
void world_fold(const void *bytes, size_t size); /* into the hash of everything */

/* A process that is alive, or NULL. */
struct process *world_process(void);
int64_t process_now(const struct process *); /* by its own clock */
void process_turn_soon(struct process *, int64_t delay);
void process_crash(struct process *);

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
void link_drop(int link);                 /* the client's end goes away; the server notices later */
void link_sleep(int link, bool asleep);   /* a client that does not read */
bool link_is_up(int link, uint32_t life); /* as far as the client knows */
bool link_is_served(int link);            /* false: the client has not noticed yet */
bool link_listens(int link);              /* false: it is amidst a frame */
bool link_keeps_all(int link);            /* false: bytes of either end may be missing */
bool link_is_misled(int link);            /* its process spoke when it was behind: excused */
const struct process *link_process(int link);
uint32_t link_life(int link);

void net_happens(enum happening, uint32_t link, uint32_t life);
void net_flush(struct process *);
void net_say_bye(struct process *); /* close frames to all */
void net_lose(struct process *);    /* it is gone, and so are its ends of all connections */
bool net_is_idle(void);             /* nothing is on its way */
void net_post(void *context, struct member *, const char *json, size_t size, uint64_t ticket);
void net_cut(void *context, struct member *);

/* ---- sim_client.c ---- */

/* A command, as it was sent. */
struct order {
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

/* Something that the client is connected with. */
struct device {
    int link; /* or -1 */
    uint32_t life;
    int64_t asleep_until;
    bool greeted;
    bool stranger;    /* it knocks where nobody knows it, or with a token that it made up */
    uint32_t known;   /* what the client had heard of when this one said hello */
    uint32_t version; /* the last it has heard of; 0: none on this connection */
    int legal_count;  /* moves that it may choose from; -1: they have to be asked for */
    bool asked;
    bool unsure; /* it was refused something, and looks before it goes on */
    uint32_t legal_version;
    char choice[MOVE_SIZE];
    uint32_t window; /* open when it was told; 0: none */
    char *part;      /* what it was last told of the match, without what runs with time; or NULL */
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
    uint32_t highest; /* version that it has ever heard of */
    uint32_t next_cid;
    struct bucket guesses;
    int joins; /* under way: a hello whose new token has not been told yet */
    struct order orders[ORDERS_KEPT];
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
    bool closed;         /* its table does not take them any more */
    bool opening;        /* asked for, not told yet */
    int opener;          /* the process */
    uint32_t opener_life;
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
void clients_opened(struct process *);    /* tables whose opening is durable are told */
void client_becomes_new(struct client *); /* its token is worth nothing any more */
bool clients_done(void);                  /* calm: all have played to the end */
void clients_some_leave(void);
void clients_compare(void);  /* quiet: everybody looks, to compare */
void clients_compared(void); /* and has been told */

const char *any_name(void); /* as JSON; some are meant to deface or disguise */

/* ---- sim_rude.c ---- */

void be_rude(struct client *, int device, const struct table *, int seat);

/* ---- sim_orders.c ---- */

struct order *client_order(struct client *, uint32_t cid);
int outstanding(const struct client *);
struct order *make_order(struct client *, const char *kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void send_order(const struct client *, int device, struct order *);
void repeat_orders(struct client *, int device, bool answered_too);
void order_answered(const struct client *, struct order *);
void order_denied(int client, uint32_t cid, const struct process *);
void order_done(const struct order *, const struct process *, int64_t time);
void orders_settled(const struct client *);

#define ORDER(client, device, ...) send_order(client, device, make_order(client, __VA_ARGS__))

/* ---- sim_hear.c ---- */

void client_hear_bytes(int client, int device, const uint8_t *bytes, size_t size);
void device_forget(struct device *);

/* ---- sim_truth.c ---- */

/* An event that was committed, and what each viewer may be told of it. */
struct kept {
    char *text;
    uint32_t size;
    uint64_t news[VIEWERS]; /* hashes; [0]: who looks on; 0: nobody sits there */
    uint64_t part[VIEWERS]; /* of what the move looked like */
    int8_t seat_of[GUESTS_MAX];
};

struct newcomer {
    uint32_t version;
    int row;
    uint8_t hash[SHA256_SIZE];
};

/* A table as its committed events make it. */
struct truth {
    int64_t id;
    char code[CODE_SIZE + 1];
    struct table *table;
    uint32_t version, capacity;
    uint32_t position_v;              /* when the position last changed */
    uint32_t seen[PROCESSES];         /* the last version that each has read or written; 0: none */
    int64_t touched;                  /* when the last one was committed */
    bool finishing, finished, pruned; /* nobody came for months; and for years */
    int64_t finished_at;              /* by the clock of who did it */
    struct kept *kept;                /* [version - 1] */
    struct newcomer *newcomers;
    int newcomer_count;
    uint32_t cids[GUESTS_MAX][CIDS_KEPT];
    int cid_count[GUESTS_MAX];
    uint32_t records;
    uint32_t counted_match; /* in which there were so many things at first */
    int things;
};

void truths_reset(void);
struct truth *truth_of(int64_t table); /* NULL: nobody has committed it */
struct truth *truth_at_index(int index);
void truth_created(int64_t table, const char *code);
void truth_committed(int64_t table, int64_t version, const char *text, size_t size,
                     const struct process *); /* NULL: one that is not there any more */
void truth_recorded(int64_t table, int64_t match);
void truth_finished(int64_t table, int64_t time);
void truths_pruned(int64_t before);
void truths_read(struct process *);    /* a process has started: is everything there? */
void truths_compare(struct process *); /* and is it the same in its memory? */

/* It believes in a version that is not the last: a rival has written, and it cannot know yet. */
bool truth_is_behind(const struct truth *, const struct process *);

/* Who had this token when the table was at this version; or NO_GUEST. */
int truth_guest(const struct truth *, const uint8_t hash[SHA256_SIZE], uint32_t version);

/* The table as it was, until the next call. */
const struct table *truth_table(struct truth *, uint32_t version);

/* ---- sim_views.c ---- */

void views_expect(struct truth *, const struct table_event *, const struct events *, struct kept *);
uint64_t views_hash(const char *json, size_t size); /* without who is here */
uint64_t views_part(const char *json, size_t size); /* of the part about the move; 0: none */
void views_snapshot(struct truth *, const struct json *, uint32_t version, int guest);
void views_legal(struct truth *, const struct json *, uint32_t version, int guest);
void views_secrets(const struct truth *, const char *json, size_t size);

/* ---- sim_store.c ---- */

extern const struct store_backend sim_backend;
void disk_new(uint64_t seed);
void disk_free(void);
void disk_lost(bool power);          /* a process dies, or the machine with it */
void disk_die_soon(uint32_t writes); /* in the middle of something; 0: not */
bool disk_is_dead(void);
int disk_fails(int thousandths);    /* how often each call does; and how often it did before */
uint64_t disk_faults(void);         /* so far */
void disk_burden(struct process *); /* with so much to write that there is room for nothing more */
const char *disk_path(int process);

/* ---- sim_workers.c ---- */

void workers_thought(struct workers *); /* one more is done */

/* One that brings no game nearer to its end. */
bool is_idle_move(const char *text);

#endif
