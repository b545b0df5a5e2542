/* SPDX-License-Identifier: MIT */
/*
 * The loop: listening, time, signals, and an end that loses nothing.
 *
 *     each round:  timers ─▶ [end the turn: bots, batch, writes] ─▶ sockets, wakes ─▶ …
 *     SIGTERM:     no more connections ─▶ "bye" to everybody ─▶ all durable and sent ─▶ closed
 */
#define _POSIX_C_SOURCE 200809L
#include "server/server.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/check.h"
#include "server/log.h"
#include "server/server_parts.h"

enum {
    SECOND_MS = 1000,
    FILES_SPARE = 64,
    ADDRESS_TEXT_MAX = 64,
    FOREVER_MS = 60000,
    TRIM_S = 30, /* how often memory is given back */
    DEAF_MS = 200,
};

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    CHECK(clock_gettime(clock, &now) == 0);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* When the system's clock is set on, we follow; when it is set back, we go on as if it had not
 * been: bots, clocks and limits wait for times that must come. */
int64_t server_now(void)
{
    static int64_t last, last_steady;
    int64_t wall = read_clock(CLOCK_REALTIME), steady = read_clock(CLOCK_BOOTTIME);
    int64_t passed = last + (steady - last_steady);
    last = last == 0 || wall > passed ? wall : passed;
    last_steady = steady;
    return last;
}

/* ---- addresses ---- */

/* This machine's address for others in the house; false if it has none. */
static bool lan_address(char out[ADDRESS_TEXT_MAX])
{
    uv_interface_address_t *list;
    int count;
    bool found = false;
    if (uv_interface_addresses(&list, &count) != 0)
        return false;
    for (int i = 0; i < count && !found; i++) {
        if (list[i].is_internal || list[i].address.address4.sin_family != AF_INET)
            continue;
        found = uv_ip4_name(&list[i].address.address4, out, ADDRESS_TEXT_MAX) == 0;
    }
    uv_free_interface_addresses(list, count);
    return found;
}

static void write_origin(const struct server *server, const char *host, struct text *text)
{
    text_string(text, "http://");
    text_string(text, host);
    if (server->port != 80) {
        text_char(text, ':');
        text_number(text, server->port);
    }
}

void server_link(const struct server *server, struct text *text)
{
    char address[ADDRESS_TEXT_MAX];
    if (server->settings.public_url)
        text_string(text, server->settings.public_url);
    else if (server->settings.lan && lan_address(address))
        write_origin(server, address, text);
    else
        write_origin(server, "localhost", text);
}

static bool is_origin(const struct server *server, const char *host, const char *origin)
{
    char buffer[ORIGIN_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    write_origin(server, host, &text);
    return !text.overflow && string_equal(buffer, origin);
}

static bool is_interface(const struct server *server, const char *origin)
{
    uv_interface_address_t *list;
    int count;
    bool found = false;
    if (uv_interface_addresses(&list, &count) != 0)
        return false;
    for (int i = 0; i < count && !found; i++) {
        char name[ADDRESS_TEXT_MAX], host[ADDRESS_TEXT_MAX + 2];
        bool six = list[i].address.address4.sin_family == AF_INET6;
        int failed = six ? uv_ip6_name(&list[i].address.address6, name, sizeof name)
                         : uv_ip4_name(&list[i].address.address4, name, sizeof name);
        struct text text;
        text_init(&text, host, sizeof host);
        text_string(&text, six ? "[" : "");
        text_string(&text, name);
        text_string(&text, six ? "]" : "");
        found = !failed && is_origin(server, host, origin);
    }
    uv_free_interface_addresses(list, count);
    return found;
}

/* Programs send none; a browser's page must be ours, to the letter. A name that somebody else has
 * pointed to this machine is not among them. */
bool server_allows_origin(struct server *server, const char *origin)
{
    if (origin[0] == '\0')
        return true;
    if (server->settings.public_url && string_equal(origin, server->settings.public_url))
        return true;
    if (is_origin(server, "localhost", origin) || is_origin(server, "127.0.0.1", origin) ||
        is_origin(server, "[::1]", origin))
        return true;
    return server->settings.lan && is_interface(server, origin);
}

/* ---- turns ---- */

static void on_hub_timer(uv_timer_t *timer);

/* Before the loop waits: what has happened is looked after, closed into a batch, and sent. */
static void on_turn(uv_prepare_t *prepare)
{
    struct server *server = prepare->loop->data;
    int64_t now = server_now();
    hub_tick(server->hub, now);
    int64_t wait = hub_end_turn(server->hub, now) - now;
    server->durable = hub_poll(server->hub, now); /* some stores are done with the batch by now */
    conns_flush(server);
    wait = wait < 1 ? 1 : wait > FOREVER_MS ? FOREVER_MS : wait;
    uv_timer_start(&server->hub_timer, on_hub_timer, (uint64_t)wait, 0);
}

/* Only ends the wait: on_turn does the work. */
static void on_hub_timer(uv_timer_t *timer)
{
    (void)timer;
}

/* Tables that were dropped leave holes in the heap, which the C library keeps unless it is asked:
 * without this a server that was busy once would stay as large for good. */
static void trim(struct server *server)
{
    uint64_t dropped = server->metrics.counter[COUNT_DROPPED];
    if (server->trimmed == dropped)
        return;
    server->trimmed = dropped;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static void on_second(uv_timer_t *timer)
{
    struct server *server = timer->loop->data;
    server->seconds = (uint32_t)(uv_now(&server->loop) / SECOND_MS) + 1;
    conns_sweep(server);
    if (server->seconds % TRIM_S == 0)
        trim(server);
}

static void on_store(uv_async_t *async)
{
    struct server *server = async->loop->data;
    server->durable = hub_poll(server->hub, server_now());
}

static void on_bots(uv_async_t *async)
{
    struct server *server = async->loop->data;
    hub_thoughts(server->hub, server_now());
}

static void wake(void *context)
{
    uv_async_send(context);
}

/* ---- listening ---- */

static void on_connection(uv_stream_t *listener, int status);

/* Listens once more to a socket that has gone on collecting connections meanwhile. */
static bool hear_again(struct server *server, int which)
{
    uv_tcp_t *tcp = &server->listeners[which];
    int socket = fcntl(server->sockets[which], F_DUPFD_CLOEXEC, 0);
    if (socket < 0)
        return false;
    CHECK(uv_tcp_init(&server->loop, tcp) == 0);
    if (uv_tcp_open(tcp, socket) != 0)
        close(socket);
    else if (uv_listen((uv_stream_t *)tcp, BACKLOG, on_connection) == 0)
        return true;
    uv_close((uv_handle_t *)tcp, NULL);
    return false;
}

static void on_deaf_timer(uv_timer_t *timer)
{
    struct server *server = timer->loop->data;
    bool all = true;
    for (int i = 0; i < LISTENERS; i++) {
        if (server->deaf[i])
            server->deaf[i] = !hear_again(server, i);
        all = all && !server->deaf[i];
    }
    if (all)
        uv_timer_stop(timer);
}

/* A connection cannot be taken: there are no more files, or no memory. The library would ask for it
 * again and again and do nothing else meanwhile, so nobody listens for a moment; those who have
 * come in already play on. */
static void go_deaf(struct server *server, uv_stream_t *listener, const char *why)
{
    int which = (uv_tcp_t *)listener == &server->listeners[1];
    log_line(LOG_WARN, "accept", LOG_FIELDS(LOG_TEXT("why", why)));
    uv_close((uv_handle_t *)listener, NULL);
    server->deaf[which] = true;
    uv_timer_start(&server->deaf_timer, on_deaf_timer, DEAF_MS, DEAF_MS);
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct server *server = listener->loop->data;
    if (status != 0)
        go_deaf(server, listener, uv_strerror(status));
    else if (!conn_accept(server, listener))
        go_deaf(server, listener, "no memory");
}

static void close_sockets(struct server *server)
{
    uv_timer_stop(&server->deaf_timer);
    for (int i = 0; i < LISTENERS; i++) {
        if (server->sockets[i] >= 0)
            close(server->sockets[i]);
        server->sockets[i] = -1;
    }
}

/* ---- stopping ---- */

static void close_handle(uv_handle_t *handle, void *unused)
{
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void on_drained(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

/* Everybody has been told and everything is durable: nobody is left, or there is no more time. */
static void on_drain_check(uv_timer_t *timer)
{
    struct server *server = timer->loop->data;
    if (server->conn_count == 0)
        uv_stop(&server->loop);
}

static void stop(struct server *server)
{
    if (server->stopping) {
        uv_stop(&server->loop); /* asked twice: at once */
        return;
    }
    server->stopping = true;
    log_line(LOG_INFO, "stop", LOG_FIELDS(LOG_NUMBER("connections", server->conn_count)));
    for (int i = 0; i < LISTENERS; i++)
        if (server->listeners[i].loop && !uv_is_closing((uv_handle_t *)&server->listeners[i]))
            uv_close((uv_handle_t *)&server->listeners[i], NULL);
    close_sockets(server);
    hub_say_bye(server->hub);
    for (struct conn *conn = server->conns, *next; conn; conn = next) {
        next = conn->next;
        if (conn->unwelcome && conn->shut)
            conn_close(conn);
        else if (conn->websocket)
            conn_end(conn, CLOSE_RESTART);
        else if (conn->out.size == 0 && conn->writing == 0)
            conn_close(conn);
        else
            conn->ending = true;
    }
    uv_timer_start(&server->drain_timer, on_drained, DRAIN_MS, 0);
    uv_timer_start(&server->second_timer, on_drain_check, 10, 10);
}

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    stop(signal->loop->data);
}

/* ---- starting ---- */

static int count_threads(const struct server_settings *settings)
{
    int threads = settings->threads;
    if (threads <= 0)
        threads = (int)uv_available_parallelism() - 1;
    return threads < 1 ? 1 : threads > SERVER_THREADS_MAX ? SERVER_THREADS_MAX : threads;
}

/* As many files as we may have open, but those that we need ourselves. */
static int raise_limits(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 256;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > 1000000)
        return 1000000;
    return (int)limit.rlim_cur > 2 * FILES_SPARE ? (int)limit.rlim_cur - FILES_SPARE : FILES_SPARE;
}

static enum server_failure listen_to(struct server *server, int which,
                                     const struct sockaddr *address, unsigned flags)
{
    uv_tcp_t *tcp = &server->listeners[which];
    int socket, waiting = WAITING_MAX;
    uv_tcp_init(&server->loop, tcp);
    int status = uv_tcp_bind(tcp, address, flags);
    /* connections inherit it; without it all goes on as well */
    uv_recv_buffer_size((uv_handle_t *)tcp, &waiting);
    if (status == 0)
        status = uv_listen((uv_stream_t *)tcp, BACKLOG, on_connection);
    if (status == 0 && uv_fileno((const uv_handle_t *)tcp, &socket) == 0) {
        server->sockets[which] = fcntl(socket, F_DUPFD_CLOEXEC, 0);
        status = server->sockets[which] < 0 ? UV_EMFILE : 0;
    }
    if (status == 0)
        return SERVER_OK;
    uv_close((uv_handle_t *)tcp, NULL);
    return status == UV_EADDRINUSE ? SERVER_PORT : SERVER_ADDRESS;
}

static int port_of(const uv_tcp_t *tcp)
{
    struct sockaddr_storage name;
    int size = sizeof name;
    CHECK(uv_tcp_getsockname(tcp, (struct sockaddr *)&name, &size) == 0);
    return ntohs(((const struct sockaddr_in *)&name)->sin_port);
}

/* IPv4 must work; IPv6 is a welcome addition. */
static enum server_failure listen_all(struct server *server)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    bool lan = server->settings.lan;
    CHECK(uv_ip4_addr(lan ? "0.0.0.0" : "127.0.0.1", server->settings.port, &four) == 0);
    enum server_failure failure = listen_to(server, 0, (const struct sockaddr *)&four, 0);
    if (failure != SERVER_OK)
        return failure;
    server->port = port_of(&server->listeners[0]);
    CHECK(uv_ip6_addr(lan ? "::" : "::1", server->port, &six) == 0);
    listen_to(server, 1, (const struct sockaddr *)&six, UV_TCP_IPV6ONLY);
    return SERVER_OK;
}

static void start_handles(struct server *server)
{
    uv_async_init(&server->loop, &server->store_wake, on_store);
    uv_async_init(&server->loop, &server->bots_wake, on_bots);
    uv_timer_init(&server->loop, &server->hub_timer);
    uv_timer_init(&server->loop, &server->second_timer);
    uv_timer_init(&server->loop, &server->drain_timer);
    uv_timer_init(&server->loop, &server->deaf_timer);
    for (int i = 0; i < LISTENERS; i++)
        server->sockets[i] = -1;
    uv_prepare_init(&server->loop, &server->turn);
    uv_signal_init(&server->loop, &server->interrupt);
    uv_signal_init(&server->loop, &server->terminate);
}

static enum server_failure open_parts(struct server *server, struct server_result *result)
{
    struct text why;
    struct store_options options = {
        .backend = server->settings.backend,
        .path = server->settings.path,
        .wake = wake,
        .context = &server->store_wake,
    };
    text_init(&why, result->why, sizeof result->why);
    result->store = store_open(&server->store, &options, &why);
    if (result->store != STORE_OK)
        return SERVER_STORE;
    server->workers = workers_new(count_threads(&server->settings), wake, &server->bots_wake);
    struct hub_settings hub = {
        .store = server->store,
        .workers = server->workers,
        .metrics = &server->metrics,
        .context = server,
        .post = conn_post,
        .cut = conn_cut,
    };
    server->hub = server->workers ? hub_new(&hub) : NULL;
    return server->hub && addresses_init(&server->addresses) ? SERVER_OK : SERVER_MEMORY;
}

static void serve(struct server *server)
{
    char link[SERVER_LINK_MAX];
    struct text text;
    server->durable = server->walked = hub_poll(server->hub, server_now());
    server->conns_max = raise_limits();
    server->seconds = (uint32_t)(uv_now(&server->loop) / SECOND_MS) + 1;
    uv_timer_start(&server->second_timer, on_second, SECOND_MS, SECOND_MS);
    uv_prepare_start(&server->turn, on_turn);
    uv_signal_start(&server->interrupt, on_signal, SIGINT);
    uv_signal_start(&server->terminate, on_signal, SIGTERM);
    text_init(&text, link, sizeof link);
    server_link(server, &text);
    log_line(LOG_INFO, "listen", LOG_FIELDS(LOG_NUMBER("port", server->port)));
    struct store_counts counts = {0};
    store_counts(server->store, &counts);
    if (counts.damaged > 0)
        log_line(LOG_ERROR, "tables_damaged", LOG_FIELDS(LOG_NUMBER("n", counts.damaged)));
    server->settings.ready(server->settings.context, link, server->port, counts.damaged);
    uv_run(&server->loop, UV_RUN_DEFAULT);
}

static void close_connections(struct server *server)
{
    while (server->conns)
        conn_close(server->conns);
}

static void release(struct server *server, struct server_result *result)
{
    if (server->hub)
        close_connections(server);
    workers_free(server->workers);
    if (server->store) {
        store_commit(server->store);
        enum store_status status = store_close(server->store);
        if (status != STORE_OK && result->failure == SERVER_OK) {
            result->failure = SERVER_LOST;
            result->store = status;
        }
    }
    close_sockets(server);
    uv_walk(&server->loop, close_handle, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    uv_loop_close(&server->loop);
    hub_free(server->hub);
    addresses_release(&server->addresses);
    free(server->record);
    free(server);
}

void server_run(const struct server_settings *settings, struct server_result *result)
{
    struct server *server = calloc(1, sizeof *server);
    *result = (struct server_result){.failure = SERVER_MEMORY};
    if (!server || uv_loop_init(&server->loop) != 0) {
        free(server);
        return;
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the store */
    server->loop.data = server;
    server->settings = *settings;
    start_handles(server);
    result->failure = listen_all(server);
    if (result->failure == SERVER_OK)
        result->failure = open_parts(server, result);
    if (result->failure == SERVER_OK)
        serve(server);
    release(server, result);
}
