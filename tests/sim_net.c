/* SPDX-License-Identifier: MIT */
/*
 * Connections: a pipe each way, whose bytes arrive later, in pieces, and in order, until one end
 * goes away without the other noticing. The server's end is what src/server/conn.c does with
 * frames, limits and an outbox, without sockets; the outbox is the real one.
 */
#include <stdlib.h>

#include "base/check.h"
#include "sim_nodes.h"

enum {
    SCOLD_MAX = COMMANDS_BURST,
    WINDOW_MIN = 2048, /* bytes that a socket takes before it blocks */
    WINDOW_MAX = 1 << 15,
    CHUNK_MAX = 1 << 14,
    NOTICE_MS = 2000,   /* until an end notices that the other has gone */
    SILENCE_MS = 35000, /* or until a ping is not answered */
};

struct pipe {
    uint8_t *bytes;
    size_t from, size, capacity;
    bool scheduled;
};

struct link {
    struct member member; /* first */
    bool used;            /* either end is there */
    uint32_t life;
    bool server, client; /* whose end is there */
    int process;
    int who, device;
    struct pipe up, down;
    bool asleep;
    size_t window; /* of the server's socket */
    bool blocked;  /* it takes nothing more for now */
    struct outbox out;
    struct frames frames;
    uint8_t *left;
    size_t left_size;
    struct bucket commands;
    uint8_t scolded;
    bool ending;
    bool garbled;  /* bytes were sent that are not frames */
    bool lossy;    /* a snapshot took the place of what waited */
    bool misled;   /* something was said by a process that was behind */
    bool scolding; /* a refusal without looking at the command */
    bool stays;    /* as a guest, so that the guest is here */
};

static struct link links[LINKS_MAX];
static int link_count; /* used so far; later ones never were */
static uint8_t buffer[FRAME_LEFT_MAX + CHUNK_MAX];

/* ---- pipes ---- */

static void pipe_add(struct pipe *pipe, const void *bytes, size_t size)
{
    if (pipe->from > 0 && pipe->from + pipe->size + size > pipe->capacity) {
        memmove(pipe->bytes, pipe->bytes + pipe->from, pipe->size);
        pipe->from = 0;
    }
    if (pipe->size + size > pipe->capacity) {
        pipe->capacity = 2 * (pipe->size + size);
        pipe->bytes = realloc(pipe->bytes, pipe->capacity);
        CHECK(pipe->bytes);
    }
    memcpy(pipe->bytes + pipe->from + pipe->size, bytes, size);
    pipe->size += size;
}

/* Some of what is there, mostly all. */
static size_t pipe_chunk(const struct pipe *pipe)
{
    size_t most = pipe->size < CHUNK_MAX ? pipe->size : CHUNK_MAX;
    return by_chance(800) ? most : 1 + below((uint32_t)most);
}

static void pipe_take(struct pipe *pipe, size_t size)
{
    pipe->from += size;
    pipe->size -= size;
    if (pipe->size == 0)
        pipe->from = 0;
}

static void pipe_free(struct pipe *pipe)
{
    free(pipe->bytes);
    *pipe = (struct pipe){0};
}

static void pipe_schedule(struct pipe *pipe, enum happening what, const struct link *link)
{
    if (pipe->size == 0 || pipe->scheduled)
        return;
    pipe->scheduled = true;
    world_at(1 + below((uint32_t)world.weather.net_ms + 1), what, (uint32_t)(link - links),
             link->life);
}

/* ---- links ---- */

static void link_free(struct link *link)
{
    uint32_t life = link->life;
    outbox_free(&link->out);
    pipe_free(&link->up);
    pipe_free(&link->down);
    free(link->left);
    memset(link, 0, sizeof *link);
    link->life = life + 1;
}

void net_reset(void)
{
    stays_reset();
    for (int i = 0; i < link_count; i++) {
        link_free(&links[i]);
        links[i].life = 0;
    }
    link_count = 0;
}

int link_open(struct process *process, int client, int device)
{
    int at = 0;
    while (at < link_count && links[at].used)
        at++;
    if (at == LINKS_MAX)
        return -1;
    if (at == link_count)
        link_count++;
    struct link *link = &links[at];
    link->used = link->server = link->client = true;
    link->process = process->index;
    link->who = client;
    link->device = device;
    link->member.address = client % 3 == 0 ? 0 : 1 + (uint64_t)client / 2; /* some share one */
    link->window = by_chance(500) ? WINDOW_MIN : WINDOW_MAX;
    return at;
}

uint32_t link_life(int link)
{
    return links[link].life;
}

bool link_is_served(int link)
{
    return links[link].server;
}

bool link_listens(int link)
{
    return links[link].server && links[link].left_size == 0;
}

bool link_keeps_all(int link)
{
    return links[link].server && !links[link].ending && !links[link].garbled && !links[link].lossy;
}

bool link_is_misled(int link)
{
    return links[link].misled;
}

int link_devices(int at)
{
    const struct member *own = &links[at].member;
    int count = 0;
    if (!links[at].server || !own->table || own->guest == NO_GUEST)
        return 0;
    for (int i = 0; i < link_count; i++)
        count += links[i].server && links[i].member.table == own->table &&
                 links[i].member.guest == own->guest;
    return count;
}

const struct process *link_process(int link)
{
    return &world.process[links[link].process];
}

bool link_is_up(int link, uint32_t life)
{
    return link >= 0 && links[link].life == life && links[link].client;
}

static struct process *process_of(const struct link *link)
{
    return &world.process[link->process];
}

/* ---- the client's end ---- */

static void send_bytes(struct link *link, const void *bytes, size_t size)
{
    world_fold(bytes, size);
    pipe_add(&link->up, bytes, size);
    pipe_schedule(&link->up, AT_UP, link);
}

void link_send_raw(int at, const void *bytes, size_t size)
{
    links[at].garbled = true;
    send_bytes(&links[at], bytes, size);
}

static void send_frame_of(int at, enum frame_opcode opcode, const char *json, size_t size)
{
    uint8_t payload[FRAME_MESSAGE_MAX * 2], head[FRAME_HEAD_MAX];
    uint8_t mask[FRAME_MASK_SIZE] = {0, 0, 1, 2};
    mask[0] = (uint8_t)below(256);
    mask[1] = (uint8_t)below(256);
    CHECK(size <= sizeof payload);
    memcpy(payload, json, size);
    size_t head_size = frame_head_masked(head, opcode, payload, size, mask);
    send_bytes(&links[at], head, head_size);
    send_bytes(&links[at], payload, size);
}

void link_send(int at, const char *json, size_t size)
{
    send_frame_of(at, OPCODE_TEXT, json, size);
}

void link_say_close(int at)
{
    static const char code[2] = {3, (char)(unsigned char)232};
    send_frame_of(at, OPCODE_CLOSE, code, sizeof code);
}

static void end_if_gone(struct link *link)
{
    if (!link->server && !link->client)
        link_free(link);
}

static void client_lost(struct link *link)
{
    struct device *device = &clients[link->who].device[link->device];
    link->client = false;
    if (device->link == (int)(link - links) && device->life == link->life)
        device_forget(device);
}

void link_drop(int at)
{
    struct link *link = &links[at];
    if (!link->client)
        return;
    client_lost(link);
    pipe_free(&link->down);
    if (by_chance(500)) { /* what was on its way up is lost, or not */
        bool scheduled = link->up.scheduled;
        pipe_free(&link->up);
        link->up.scheduled = scheduled;
    }
    world_at(1 + below(by_chance(200) ? SILENCE_MS : NOTICE_MS), AT_LOST, (uint32_t)at, link->life);
    end_if_gone(link);
}

void link_sleep(int at, bool asleep)
{
    links[at].asleep = asleep;
    if (!asleep)
        pipe_schedule(&links[at].down, AT_DOWN, &links[at]);
}

/* ---- the server's end ---- */

static void server_lost(struct link *link)
{
    link->server = false;
    outbox_free(&link->out);
    if (link->client && link->down.size == 0)
        world_at(1 + below(NOTICE_MS), AT_LOST, (uint32_t)(link - links), link->life);
    end_if_gone(link);
}

/* As conn_close. */
static void close_link(struct link *link)
{
    struct process *process = process_of(link);
    if (!link->server)
        return;
    stay_ends(&link->member, process);
    hub_leave(process->hub, &link->member, process_now(process));
    process_turn_soon(process, 0);
    server_lost(link);
}

static struct link *link_of(struct member *member)
{
    return (struct link *)member;
}

void net_cut(void *context, struct member *member)
{
    (void)context;
    stay_ends(member, process_of(link_of(member)));
    server_lost(link_of(member));
}

/* What was taken out of the outbox and waits for the socket. */
static size_t under_way(const struct link *link)
{
    return link->blocked ? link->down.size : 0;
}

static void send_frame(struct link *link, enum frame_opcode opcode, const void *payload,
                       size_t size, uint64_t ticket)
{
    if (!link->server || link->ending)
        return;
    enum outbox_verdict verdict = outbox_frame(&link->out, opcode, payload, size, ticket,
                                               process_of(link)->durable, under_way(link));
    CHECK(verdict != OUTBOX_MEMORY);
    world.counts.resyncs += verdict == OUTBOX_OVERFLOW;
    link->lossy = link->lossy || verdict == OUTBOX_OVERFLOW;
}

/* `{"do":"error","cid":N,…` or `{"do":"stale",…`; 0: neither, or no command's. */
static uint32_t denied_cid(const char *json, size_t size)
{
    static const char error[] = "{\"do\":\"error\",\"cid\":",
                      stale[] = "{\"do\":\"stale\",\"cid\":";
    enum { HEAD = sizeof error - 1 };
    uint64_t cid = 0;
    if (size < HEAD || (memcmp(json, error, HEAD) != 0 && memcmp(json, stale, HEAD) != 0))
        return 0;
    for (size_t i = HEAD; i < size && json[i] >= '0' && json[i] <= '9'; i++)
        cid = 10 * cid + (uint64_t)(json[i] - '0');
    return (uint32_t)cid;
}

/* A message is judged by what its process can know now, not when it arrives. */
static void judge_post(struct link *link, const char *json, size_t size)
{
    const struct process *process = process_of(link);
    uint32_t cid = denied_cid(json, size);
    if (world.disputed && !link->misled) {
        const struct truth *truth = truth_of(parties[clients[link->who].party].table);
        link->misled = truth && truth_is_behind(truth, process);
        world.counts.misled += link->misled;
    }
    bool looks_on = link->member.table && link->member.guest == NO_GUEST; /* and has done nothing */
    const struct truth *truth = truth_of(parties[clients[link->who].party].table);
    bool returned = truth && link->member.pass > truth->version; /* nor has whoever comes again */
    if (cid != 0 && !link->scolding && !looks_on && !returned)
        order_denied(link->who, cid, process);
}

void net_post(void *context, struct member *member, const char *json, size_t size, uint64_t ticket)
{
    (void)context;
    judge_post(link_of(member), json, size);
    if (link_of(member)->stays && member->guest == NO_GUEST) { /* signed out, or removed */
        stay_ends(member, process_of(link_of(member)));
        link_of(member)->stays = false;
    }
    send_frame(link_of(member), OPCODE_TEXT, json, size, ticket);
}

static void end_link(struct link *link, enum close_code code)
{
    uint8_t payload[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    link->out.resync = false;
    send_frame(link, OPCODE_CLOSE, payload, code == CLOSE_NONE ? 0 : sizeof payload, 0);
    link->ending = true;
    process_turn_soon(process_of(link), 0);
}

static bool may_speak(struct link *link)
{
    return bucket_take(&link->commands, world.now, COMMANDS_BURST, COMMANDS_MS);
}

/* As a guest: from now on the guest is here. */
static void begin_stay(struct link *link)
{
    if (link->stays || !link->member.table || link->member.guest == NO_GUEST)
        return;
    stay_begins(&link->member, process_of(link));
    link->stays = true;
}

static void take_message(struct link *link, const char *json, size_t size)
{
    const struct process *process = process_of(link);
    struct hub *hub = process->hub;
    if (!may_speak(link)) {
        link->scolding = true;
        hub_refuse(hub, &link->member, json, size, "serve.rate.often");
        link->scolding = false;
        if (link->scolded++ >= SCOLD_MAX)
            end_link(link, CLOSE_POLICY);
        return;
    }
    link->scolded = 0;
    hub_message(hub, &link->member, json, size, process_now(process));
    begin_stay(link);
}

/* The store has answered, and some are members now. */
void net_stays(const struct process *process)
{
    for (int i = 0; i < link_count; i++)
        if (links[i].server && links[i].process == process->index)
            begin_stay(&links[i]);
}

bool net_may_guess(void *context, struct member *member)
{
    const struct bucket *guesses = &clients[link_of(member)->who].guesses;
    (void)context;
    return !bucket_empty(guesses, world.now, GUESSES_BURST, GUESSES_MS);
}

void net_guessed(void *context, struct member *member)
{
    (void)context;
    bucket_take(&clients[link_of(member)->who].guesses, world.now, GUESSES_BURST, GUESSES_MS);
}

void net_reply(void *context, struct member *member, const struct hub_reply *reply)
{
    struct process *process = context;
    (void)member;
    process->replied = reply->reason ? reply->reason : "";
}

void net_end(void *context, struct member *member)
{
    (void)context;
    end_link(link_of(member), CLOSE_NORMAL);
}

static void take_frame(struct link *link, const struct frame *frame)
{
    switch (frame->kind) {
    case FRAME_MORE:
    case FRAME_PONG: break;
    case FRAME_MESSAGE: take_message(link, (const char *)frame->bytes, frame->size); break;
    case FRAME_PING:
        if (may_speak(link))
            send_frame(link, OPCODE_PONG, frame->bytes, frame->size, HUB_NOW);
        break;
    case FRAME_CLOSE: end_link(link, frame->code == CLOSE_NONE ? CLOSE_NONE : CLOSE_NORMAL); break;
    case FRAME_BAD: end_link(link, (enum close_code)frame->code); break;
    }
}

static void read_frames(struct link *link, size_t size)
{
    size_t at = link->frames.kept;
    struct frame frame;
    do {
        frames_read(&link->frames, buffer, size, &at, &frame);
        take_frame(link, &frame);
    } while (frame.kind != FRAME_MORE && link->server && !link->ending);
    if (!link->server || link->ending)
        return;
    link->left_size = frames_pack(&link->frames, buffer, size, at);
    CHECK(link->left_size <= FRAME_LEFT_MAX);
    if (link->left_size > 0) {
        link->left = malloc(link->left_size);
        CHECK(link->left);
        memcpy(link->left, buffer, link->left_size);
    }
}

static void arrive_up(struct link *link)
{
    size_t chunk = link->up.size ? pipe_chunk(&link->up) : 0;
    if (chunk == 0 || !link->server)
        return;
    size_t size = link->left_size;
    if (size > 0)
        memcpy(buffer, link->left, size);
    memcpy(buffer + size, link->up.bytes + link->up.from, chunk);
    pipe_take(&link->up, chunk);
    free(link->left);
    link->left = NULL;
    link->left_size = 0;
    uint32_t life = link->life;
    if (!link->ending)
        read_frames(link, size + chunk);
    if (link->life != life)
        return;
    process_turn_soon(process_of(link), below(3));
    pipe_schedule(&link->up, AT_UP, link);
}

/* ---- flushing ---- */

static void write_out(struct link *link)
{
    if (link->client && link->out.ready > 0) {
        world_fold(link->out.bytes, link->out.ready);
        pipe_add(&link->down, link->out.bytes, link->out.ready);
        link->blocked = link->down.size > link->window;
        if (!link->asleep)
            pipe_schedule(&link->down, AT_DOWN, link);
    }
    outbox_take(&link->out);
}

/* As conn.c's flush. */
static void flush(struct link *link)
{
    struct process *process = process_of(link);
    if (link->blocked)
        return;
    if (link->out.resync && !link->ending) {
        link->out.resync = false;
        hub_resync(process->hub, &link->member, process_now(process));
    }
    outbox_release(&link->out, process->durable);
    if (link->out.ready > 0)
        write_out(link);
    if (link->ending && link->out.size == 0)
        close_link(link);
}

void net_flush(struct process *process)
{
    for (int i = 0; i < link_count; i++) {
        struct link *link = &links[i];
        if (link->server && link->process == process->index &&
            (link->out.size > 0 || link->out.resync || link->ending))
            flush(link);
    }
}

void net_say_bye(struct process *process)
{
    for (int i = 0; i < link_count; i++)
        if (links[i].server && links[i].process == process->index)
            end_link(&links[i], CLOSE_RESTART);
}

void net_lose(struct process *process)
{
    for (int i = 0; i < link_count; i++) {
        struct link *link = &links[i];
        if (!link->server || link->process != process->index)
            continue;
        memset(&link->member, 0, sizeof link->member);
        if (by_chance(300)) { /* what was on its way down is lost with it */
            bool scheduled = link->down.scheduled;
            pipe_free(&link->down);
            link->down.scheduled = scheduled;
        }
        server_lost(link);
    }
}

bool net_is_idle(void)
{
    for (int i = 0; i < link_count; i++)
        if (links[i].used && (links[i].up.size > 0 || links[i].down.size > 0))
            return false;
    return true;
}

/* ---- arriving ---- */

static void arrive_down(struct link *link)
{
    if (link->asleep || link->down.size == 0)
        return;
    if (!link->client) {
        pipe_free(&link->down);
        return;
    }
    static uint8_t bytes[CHUNK_MAX];
    size_t chunk = pipe_chunk(&link->down);
    uint32_t life = link->life;
    memcpy(bytes, link->down.bytes + link->down.from, chunk);
    pipe_take(&link->down, chunk);
    if (link->blocked && link->down.size <= link->window / 2) {
        link->blocked = false;
        if (link->server)
            process_turn_soon(process_of(link), 0);
    }
    client_hear_bytes(link->who, link->device, bytes, chunk);
    if (link->life != life || !link->client)
        return;
    pipe_schedule(&link->down, AT_DOWN, link);
    if (!link->server && link->down.size == 0) {
        client_lost(link);
        end_if_gone(link);
    }
}

static void notice(struct link *link)
{
    if (link->server && !link->client)
        close_link(link);
    else if (link->client && !link->server) {
        client_lost(link);
        end_if_gone(link);
    }
}

void net_happens(enum happening what, uint32_t at, uint32_t life)
{
    struct link *link = &links[at];
    if (!link->used || link->life != life)
        return;
    if (what != AT_DOWN && link->server && node_is_frozen(process_of(link))) {
        world_at(process_of(link)->frozen_until - world.now, what, at, life);
        return;
    }
    if (what == AT_UP) {
        link->up.scheduled = false;
        arrive_up(link);
    } else if (what == AT_DOWN) {
        link->down.scheduled = false;
        arrive_down(link);
    } else {
        notice(link);
    }
}
