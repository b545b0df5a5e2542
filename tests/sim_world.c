/* SPDX-License-Identifier: MIT */
/*
 * What happens next, and to whom. Everything that happens is in one heap, ordered by time and then
 * by when it was decided, so the same seed gives the same run.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include "base/check.h"
#include "base/hash.h"
#include "server/log.h"
#include "sim_nodes.h"

enum {
    HEAP_FIRST = 1024,
    PARTIES_FEW = 3,
    SETTLE_MS = 100000,
    STEPS_EACH = 1000,    /* of a party, and more */
    CALM_STEPS = 3000000, /* more than that and it does not end */
    BEGIN_AGAIN_MS = 200,
    SKEW_MS = 3000,         /* by which a clock may be wrong; */
    SKEW_FAR_MS = 3600000,  /* or badly wrong; */
    SKEW_DAYS = 1000,       /* or set to the wrong year */
    EVENTS_ENOUGH = 100000, /* events of a table */
    DAYS_FEW = 40,          /* for which nobody comes; after 90 a table is closed */
    DAYS_MORE = 900,
    LULL_MS = 150000, /* how long nobody acts, so that tables are dropped from memory */
};

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)

struct world world;

/* ---- chance ---- */

uint32_t below(uint32_t n)
{
    return search_rng_below(&world.rng, n);
}

bool by_chance(int thousandth)
{
    return (int)below(1000) < thousandth;
}

void world_fold(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint64_t hash = world.hash, word;
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    world.hash = hash_bytes(hash, at, size);
}

/* ---- saying ---- */

void trace(const char *format, ...)
{
    if (!world.talkative)
        return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%8llu %10lld  ", (unsigned long long)world.step, (long long)world.now);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

/* Instead of the server's: a log has the time in it. */
void log_line(enum log_level level, const char *what, const struct log_field *fields, int count)
{
    (void)level;
    trace("log: %s %s", what, count > 0 && fields[0].text ? fields[0].text : "");
    if (string_equal(what, "table_broken"))
        broken("kept", "what was read of a table makes none: %s", fields[0].text);
}

void broken(const char *promise, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "broken promise: %s\n", promise);
    vfprintf(stderr, format, arguments);
    fprintf(stderr,
            "\nseed %llu, step %llu (%s), after %.1f s\n"
            "again: make sim SEED=%llu RUNS=1 STEPS=%llu%s\n",
            (unsigned long long)world.seed, (unsigned long long)world.step, world_store(),
            (double)clock() / CLOCKS_PER_SEC, (unsigned long long)world.seed,
            (unsigned long long)world.steps, world.with_base ? " SIM_ARGS=--base" : "");
    va_end(arguments);
    exit(1);
}

/* ---- the heap ---- */

struct entry {
    int64_t time;
    uint64_t order;
    enum happening what;
    uint32_t subject, life;
};

static struct entry *heap;
static size_t heap_count, heap_capacity;
static uint64_t next_order;

static bool is_before(const struct entry *a, const struct entry *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

void world_at(int64_t delay, enum happening what, uint32_t subject, uint32_t life)
{
    if (heap_count == heap_capacity) {
        heap_capacity = heap_capacity ? 2 * heap_capacity : HEAP_FIRST;
        heap = realloc(heap, heap_capacity * sizeof *heap);
        CHECK(heap);
    }
    struct entry entry = {world.now + delay, next_order++, what, subject, life};
    size_t at = heap_count++;
    for (; at > 0 && is_before(&entry, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = entry;
}

static struct entry heap_take(void)
{
    struct entry first = heap[0], last = heap[--heap_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= heap_count)
            break;
        if (child + 1 < heap_count && is_before(&heap[child + 1], &heap[child]))
            child++;
        if (!is_before(&heap[child], &last))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return first;
}

/* ---- processes ---- */

static void lend_chance(void *context, void *bytes, size_t size)
{
    uint8_t *out = bytes;
    (void)context;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)search_rng_next(&world.rng);
}

static enum store_status ask_fault(void *context)
{
    const struct process *process = context;
    if (process->dying)
        return STORE_IO;
    if (!world.weather.disk_fails || by_chance(100))
        return STORE_OK;
    world.counts.disk_faults++;
    return world.weather.failure;
}

static bool open_store(struct process *process)
{
    char why[STORE_WHY_MAX];
    struct text text;
    struct store_options options = {
        .backend = &sim_backend,
        .path = disk_path(process->index),
        .context = process,
        .stepped = true,
        .fault = ask_fault,
    };
    text_init(&text, why, sizeof why);
    if (store_open(&process->store, &options, &text) == STORE_OK)
        return true;
    trace("process %d cannot open the store: %s", process->index, why);
    return false;
}

int64_t process_now(const struct process *process)
{
    return world.now + process->skew + (world.now - process->began) * process->speed / 1000;
}

const char *world_store(void)
{
    return world.weather.base ? "base" : world.weather.sqlite ? "sqlite" : "memory";
}

int64_t world_lived(void)
{
    return world.now - world.skipped;
}

int64_t world_written(void)
{
    return world.written > 0 ? world.written : world_lived();
}

static bool is_alone(const struct process *process)
{
    return !world.process[1 - process->index].alive;
}

static void start(struct process *process)
{
    int index = process->index;
    uint32_t life = process->life + 1;
    *process = (struct process){.index = index, .life = life};
    int64_t far = by_chance(250) ? SKEW_FAR_MS : SKEW_MS;
    process->skew = by_chance(300) ? (int64_t)below(2 * (uint32_t)far + 1) - far : 0;
    if (by_chance(50))
        process->skew += (by_chance(500) ? SKEW_DAYS : -SKEW_DAYS) * DAY_MS;
    if (!open_store(process)) {
        if (!disk_is_dead())
            world_at(500 + below(500), AT_START, (uint32_t)index, 0);
        return;
    }
    truths_read(process);
    process_begin(process);
    world.disputed = world.disputed && !is_alone(process);
}

void process_begin(struct process *process)
{
    process->workers = workers_new(1, BOT_MEMORY_MIN, NULL, process);
    struct hub_settings settings = {
        .store = process->store,
        .workers = process->workers,
        .metrics = &process->metrics,
        .context = process,
        .post = net_post,
        .cut = net_cut,
        .end = net_end,
        .reply = net_reply,
        .may_guess = net_may_guess,
        .guessed = net_guessed,
        .chance = lend_chance,
        .events_max = world.weather.events_max,
    };
    process->hub = hub_new(&settings);
    CHECK(process->hub);
    while (world.weather.base && hub_begin(process->hub, process_now(process)) != STORE_OK &&
           !process->dying)
        task_sleep(BEGIN_AGAIN_MS);
    process->alive = true;
    process->started = process_now(process);
    process->durable = hub_poll(process->hub, process_now(process));
    process->next_turn = CLOCK_NEVER;
    process_turn_soon(process, 0);
    trace("process %d starts", process->index);
}

struct process *world_process(void)
{
    int count = world.weather.base ? PROCESSES : RIVALS, first = (int)below((uint32_t)count);
    for (int i = 0; i < count; i++) {
        struct process *process = &world.process[(first + i) % count];
        if (process->alive && !node_is_frozen(process))
            return process;
    }
    return NULL;
}

static void end(struct process *process)
{
    process->alive = false;
    workers_free(process->workers);
    store_close(process->store);
    hub_free(process->hub);
    process->workers = NULL;
    process->store = NULL;
    process->hub = NULL;
}

static void die(struct process *process)
{
    if (!process->alive)
        return;
    trace("process %d dies", process->index);
    world.counts.crashes++;
    process->dying = true;
    net_lose(process);
}

static void bury(struct process *process)
{
    if (process->alive)
        end(process);
}

static void start_soon(void)
{
    uint32_t which = below(RIVALS);
    world_at(100 + below(1500), AT_START, which, 0);
}

/* The machine stops, or all processes with a dead disk do: what closing them writes must not
 * arrive. */
static void all_die(bool power)
{
    trace(power ? "the power fails" : "everything is killed");
    for (int i = 0; i < PROCESSES; i++)
        die(&world.process[i]);
    disk_lost(power);
    for (int i = 0; i < PROCESSES; i++)
        bury(&world.process[i]);
    start_soon();
}

/* The process dies at once; sometimes the machine with it. */
void process_crash(struct process *process)
{
    if (is_alone(process) || by_chance(200)) {
        all_die(below(2));
        return;
    }
    die(process);
    bury(process);
}

/* Asked to stop: everybody is told, everything is written. */
static void process_stop(struct process *process)
{
    trace("process %d is stopped", process->index);
    hub_say_bye(process->hub);
    hub_end_turn(process->hub, process_now(process));
    store_step(process->store);
    process->durable = hub_poll(process->hub, process_now(process));
    net_say_bye(process);
    net_flush(process);
    net_lose(process);
    end(process);
    if (is_alone(process))
        start_soon();
}

void process_turn_soon(struct process *process, int64_t delay)
{
    if (process->next_turn <= world.now + delay)
        return;
    process->next_turn = world.now + delay;
    world_at(delay, AT_TURN, (uint32_t)process->index, process->life);
}

static void write_soon(struct process *process, int64_t delay)
{
    if (process->writing)
        return;
    process->writing = true;
    world_at(delay, AT_WRITE, (uint32_t)process->index, process->life);
}

static void read_soon(struct process *process)
{
    struct store_counts counts;
    store_figures(process->store, &counts);
    if (process->reading || counts.questions == 0)
        return;
    process->reading = true;
    world_at(below((uint32_t)world.weather.disk_ms + 1), AT_READ, (uint32_t)process->index,
             process->life);
}

/* One round of the server's loop. */
static void turn(struct process *process)
{
    if (process->next_turn > world.now)
        return; /* an earlier turn took its place */
    process->next_turn = CLOCK_NEVER;
    hub_tick(process->hub, process_now(process));
    net_stays(process);
    int64_t next = hub_end_turn(process->hub, process_now(process));
    process->durable = hub_poll(process->hub, process_now(process));
    net_flush(process);
    clients_opened(process);
    if (world.weather.base)
        node_turn(process);
    else
        write_soon(process, below((uint32_t)world.weather.disk_ms + 1));
    if (!world.weather.base)
        read_soon(process);
    next -= process_now(process);
    next = next < 1 ? 1 : next;
    process_turn_soon(process, next > LULL_MS ? LULL_MS : next);
}

static void write(struct process *process)
{
    struct store_report report;
    process->writing = false;
    if (!store_step(process->store))
        return;
    store_poll(process->store, &report);
    if (report.status != STORE_OK)
        write_soon(process, 100 + below(1000));
    if (!world.weather.calm && by_chance(1)) {
        process_crash(process); /* written, and nobody was told */
        return;
    }
    world_at(below(3), AT_POLL, (uint32_t)process->index, process->life);
}

static void process_happens(enum happening what, struct process *process, uint32_t life)
{
    if (what == AT_START) {
        if (world.weather.base)
            node_start(process);
        else if (!world.process[0].alive && !world.process[1].alive)
            start(process);
        return;
    }
    if (!process->alive || process->life != life)
        return;
    if (node_is_frozen(process)) {
        world_at(process->frozen_until - world.now, what, (uint32_t)process->index, life);
        return;
    }
    switch (what) {
    case AT_TURN: turn(process); break;
    case AT_WRITE: world.weather.base ? node_writes(process) : write(process); break;
    case AT_READ:
        process->reading = false;
        if (store_read_step(process->store))
            process_turn_soon(process, below(2));
        break;
    case AT_POLL:
        process->durable = hub_poll(process->hub, process_now(process));
        process_turn_soon(process, below(2));
        break;
    case AT_THOUGHT:
        if (world.weather.quiet)
            break; /* or bots would play on, and there would be no quiet moment */
        workers_thought(process->workers);
        hub_thoughts(process->hub, process_now(process));
        process_turn_soon(process, below(2));
        break;
    default: break;
    }
}

/* ---- bad luck ---- */

/* Another process believes that it owns the file. */
static void rival(void)
{
    struct process *other = &world.process[world.process[0].alive ? 1 : 0];
    if (other->alive || !world.process[1 - other->index].alive)
        return;
    world.counts.rivals++;
    start(other);
    world.disputed = true;
}

static void fail_disk(void)
{
    static const enum store_status failures[] = {STORE_DISK_FULL, STORE_IO, STORE_BUSY};
    world.weather.disk_fails = !world.weather.disk_fails;
    world.weather.failure = failures[below(3)];
    disk_fails(world.weather.disk_fails ? (int)below(60) : 0);
    trace("the disk %s", world.weather.disk_fails ? "fails" : "works");
}

static void all_leave(void)
{
    for (int i = 0; i < client_count; i++)
        for (int k = 0; k < DEVICES; k++)
            if (clients[i].device[k].link >= 0)
                link_drop(clients[i].device[k].link);
}

/* Everybody is gone for months or years: first until no table is in memory. */
static void ages(void)
{
    trace("nobody comes for a long time");
    all_leave();
    world.weather.away_until = world.now + 2 * LULL_MS;
    world_at(2 * LULL_MS - 1, AT_AGES, 0, 0);
}

static bool all_write(void)
{
    struct store_report report;
    for (int i = 0; i < PROCESSES; i++) {
        if (!world.process[i].alive)
            continue;
        store_poll(world.process[i].store, &report);
        if (report.status != STORE_OK)
            return false;
    }
    return true;
}

/* The servers are up and nobody comes. A step is an hour here, so a disk that fails for several
 * steps delays decisions for long. */
static void live(int64_t hours)
{
    world.written = world_lived();
    for (; hours > 0; hours--) {
        world.now += HUB_STEP_MS;
        for (int i = 0; i < PROCESSES; i++) {
            struct process *process = &world.process[i];
            if (!process->alive)
                continue;
            hub_tick(process->hub, process_now(process));
            hub_end_turn(process->hub, process_now(process));
            store_step(process->store);
            store_read_step(process->store);
            process->durable = hub_poll(process->hub, process_now(process));
        }
        if (all_write())
            world.written = world_lived();
    }
    world.written = 0;
}

/* Or the time is skipped: the machine sleeps, or its clock is set. */
static void skip(int64_t days)
{
    trace("the clock jumps by %lld days", (long long)days);
    world.now += days * DAY_MS;
    world.skipped += days * DAY_MS;
    world.counts.jumps++;
}

static void ages_pass(void)
{
    int64_t days = DAYS_FEW + below(by_chance(400) ? DAYS_FEW : DAYS_MORE);
    if (world.weather.calm)
        return;
    if (by_chance(500))
        skip(days);
    else
        live(days * DAY_MS / HUB_STEP_MS);
}

/* Everybody waits for somebody, for so long that the others may send a reminder, and then until
 * they may agree on a bot. */
static void wait_for_some(void)
{
    trace("everybody waits");
    world.weather.waits_until = world.now + NUDGE_AFTER_MS + below(4000);
    world.weather.fair_until = world.weather.waits_until + TABLE_GRACE_MS + below(TABLE_GRACE_MS);
    clients_idle(world.weather.waits_until);
}

static void change_lines(void)
{
    if (by_chance(500))
        world.weather.net_ms = (int)below(4) ? (int)below(60) : (int)below(3000);
    else
        world.weather.drops = (int)below(60);
}

static void luck(void)
{
    struct process *process = world_process();
    world_at(500 + below(world.weather.base ? 4000 : 8000), AT_LUCK, 0, 0);
    if (world.weather.base && !world.weather.calm && world.now >= world.weather.fair_until &&
        by_chance(800)) {
        nodes_luck();
        return;
    }
    if (world.weather.calm || !process || world.now < world.weather.fair_until)
        return;
    if (world.weather.base) {
        change_lines();
        return;
    }
    bool two = world.process[0].alive && world.process[1].alive;
    switch (below(two ? 5 : 11 + (uint32_t)world.weather.patient)) {
    case 0:
    case 1: process_crash(process); break;
    case 2: process_stop(process); break;
    case 3:
        fail_disk();
        if (world.weather.disk_fails && by_chance(150))
            disk_burden(process);
        break;
    case 4: disk_die_soon(1 + below(60)); break;
    case 5: rival(); break;
    case 6: world.weather.disk_ms = (int)below(4) ? (int)below(40) : (int)below(4000); break;
    case 7: world.weather.net_ms = (int)below(4) ? (int)below(60) : (int)below(3000); break;
    case 8: world.weather.drops = (int)below(60); break;
    case 9:
        trace("nobody does anything for a while");
        all_leave();
        world.now += LULL_MS;
        break;
    case 10:
        if (by_chance(200))
            ages();
        break;
    case 11: wait_for_some(); break;
    }
}

/* ---- a run ---- */

static void draw_weather(uint32_t games)
{
    struct weather *weather = &world.weather;
    /* no more parties than can get somewhere before the calm */
    int most =
        world.steps / STEPS_EACH < PARTIES_MAX ? (int)(world.steps / STEPS_EACH) : PARTIES_MAX;
    most = most > PARTIES_FEW ? most : PARTIES_FEW + 1;
    *weather = (struct weather){.games = games};
    weather->sqlite = below(4) == 0 && !world.with_base;
    weather->base = world.with_base;
    weather->parties = (int)below((uint32_t)(most - PARTIES_FEW));
    weather->parties = PARTIES_FEW + weather->parties / (1 + (int)below(4));
    weather->disk_ms = (int)below(30);
    weather->net_ms = (int)below(80);
    weather->rude = (int)below(120);
    weather->drops = (int)below(25);
    weather->thinkers = (int)below(4) ? 0 : (int)below(30);
    weather->queue = (int)below(3) ? 24 : 1 + (int)below(4);
    weather->events_max = below(8) ? EVENTS_ENOUGH : 20 + below(400);
    weather->patient = world.seed % 4 == 1;
    if (weather->sqlite && weather->parties > 12)
        weather->parties = 12;
}

static void step(void)
{
    struct entry entry = heap_take();
    if (entry.time > world.now)
        world.now = entry.time;
    world.step++;
    uint32_t mark[] = {(uint32_t)entry.what, entry.subject};
    world_fold(mark, sizeof mark);
    switch (entry.what) {
    case AT_TURN:
    case AT_WRITE:
    case AT_READ:
    case AT_POLL:
    case AT_THOUGHT:
    case AT_START: process_happens(entry.what, &world.process[entry.subject], entry.life); break;
    case AT_UP:
    case AT_DOWN:
    case AT_LOST: net_happens(entry.what, entry.subject, entry.life); break;
    case AT_CLIENT: client_acts((int)entry.subject); break;
    case AT_LUCK: luck(); break;
    case AT_AGES: ages_pass(); break;
    case AT_TASK: task_happens(entry.subject, entry.life); break;
    case AT_BASE: base_happens(entry.subject); break;
    case HAPPENINGS: break;
    }
    if (disk_is_dead())
        all_die(below(2));
}

/* Somebody has noticed: one of two processes ends, and the other finds out what it is wrong about;
 * or both restart. */
static void end_dispute(void)
{
    struct process *process = world_process();
    if (!process || by_chance(500)) {
        all_die(false);
    } else if (!is_alone(process)) {
        die(process);
        bury(process);
    }
}

/* No more faults, one process that is right about everything: from here on everything must finish.
 */
static void calm_down(void)
{
    struct weather *weather = &world.weather;
    trace("calm");
    weather->calm = true;
    weather->disk_fails = false;
    weather->disk_ms = 5;
    weather->net_ms = 20;
    weather->rude = weather->drops = 0;
    disk_die_soon(0);
    disk_fails(0);
    weather->away_until = 0;
    if (world.weather.base)
        nodes_calm();
    else if (world.disputed)
        end_dispute();
    for (int i = 0; i < client_count; i++)
        for (int k = 0; k < DEVICES; k++)
            if (clients[i].device[k].link >= 0)
                link_sleep(clients[i].device[k].link, false);
    for (int i = 0; i < client_count; i++)
        for (int k = 0; k < DEVICES; k++)
            clients[i].device[k].unsure = true;
}

/* Until nothing is on its way any more, and a host who has gone is missed. */
static void settle_down(void)
{
    for (int64_t until = world.now + SETTLE_MS; world.now < until || !net_is_idle();)
        step();
}

static void finish(void)
{
    uint64_t last = world.step + CALM_STEPS;
    calm_down();
    while (!clients_done()) {
        for (int i = 0; i < 100; i++)
            step();
        if (world.step > last)
            broken("goes-on", "after %d more steps there is no end", CALM_STEPS);
    }
    world.weather.quiet = true;
    clients_some_leave();
    settle_down();
    clients_compare();
    settle_down();
    clients_compared();
    if (world.weather.base)
        nodes_compare();
    for (int i = 0; i < PROCESSES && !world.weather.base; i++)
        if (world.process[i].alive)
            truths_compare(&world.process[i]);
}

static void start_nodes(void)
{
    nodes_reset();
    base_reset();
    world.disputed = true; /* somebody may be buried, and not know it */
    for (uint32_t i = 0; i < PROCESSES; i++)
        world_at(below(300), AT_START, i, 0);
}

void world_run(uint64_t seed, uint64_t steps, uint32_t games)
{
    bool talkative = world.talkative, with_base = world.with_base;
    world = (struct world){
        .seed = seed, .steps = steps, .now = 2 * SKEW_DAYS * DAY_MS, .hash = HASH_START};
    world.talkative = talkative;
    world.with_base = with_base;
    search_rng_init(&world.rng, seed);
    draw_weather(games);
    heap_count = 0;
    next_order = 0;
    truths_reset();
    net_reset();
    disk_new(search_rng_next(&world.rng));
    clients_reset();
    for (int i = 0; i < PROCESSES; i++)
        world.process[i].index = i;
    if (with_base)
        start_nodes();
    else
        start(&world.process[0]);
    world_at(2000, AT_LUCK, 0, 0);
    while (world.step < steps)
        step();
    finish();
    world.counts.disk_faults += disk_faults();
    if (with_base)
        nodes_reset();
    for (int i = 0; i < PROCESSES; i++)
        if (world.process[i].alive)
            end(&world.process[i]);
    net_reset();
    disk_free();
    truths_reset();
}
