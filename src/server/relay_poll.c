/* SPDX-License-Identifier: MIT */
/* The lines of a relay in the loop. */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <stdlib.h>

#include "server/server_parts.h"

struct relay_poll {
    uv_poll_t handle; /* first */
    struct relay_table *table;
    int events; /* waited for; 0: nothing yet */
};

static void on_closed(uv_handle_t *handle)
{
    free(handle);
}

static void forget(void *context, struct relay_table *table)
{
    struct relay_poll *poll = table->poll;
    (void)context;
    table->poll = NULL;
    if (poll)
        uv_close((uv_handle_t *)&poll->handle, on_closed);
}

static void on_poll(uv_poll_t *handle, int status, int events)
{
    struct relay_poll *poll = (struct relay_poll *)handle;
    struct relay_table *table = poll->table;
    short ready = 0;
    server_awake(handle->loop->data);
    if (status < 0) { /* the handle has been stopped */
        poll->events = 0;
        ready = POLLERR;
    }
    if (events & UV_READABLE)
        ready |= POLLIN;
    if (events & UV_WRITABLE)
        ready |= POLLOUT;
    relay_serve(table, ready);
}

/* NULL: no memory, and the line will notice that nothing comes. */
static struct relay_poll *begin(struct server *server, struct relay_table *table)
{
    struct relay_poll *poll = calloc(1, sizeof *poll);
    if (!poll || uv_poll_init(&server->loop, &poll->handle, table->line.wire.socket) != 0) {
        free(poll);
        return NULL;
    }
    poll->table = table;
    table->poll = poll;
    return poll;
}

static void wait_for(void *context, struct relay_table *table)
{
    struct relay_poll *poll = table->poll;
    if (!line_is_open(&table->line))
        return;
    if (!poll)
        poll = begin(context, table);
    int events = line_writes(&table->line) ? UV_READABLE | UV_WRITABLE : UV_READABLE;
    if (!poll || poll->events == events)
        return;
    poll->events = events;
    uv_poll_start(&poll->handle, events, on_poll);
}

struct relay *relay_poll_new(struct server *server)
{
    const struct relay_settings settings = {
        .address = *server->settings.relay,
        .metrics = &server->metrics,
        .context = server,
        .send = conn_share,
        .post = conn_post_watcher,
        .end = conn_end_watcher,
        .may_guess = conn_watcher_may_guess,
        .guessed = conn_watcher_guessed,
        .wait = wait_for,
        .forget = forget,
    };
    return relay_new(&settings);
}
