/* SPDX-License-Identifier: MIT */
/*
 * The loop: listening, time, signals, and a shutdown that loses nothing.
 *
 *     each round:  timers ─▶ [end the turn: bots, batch, writes] ─▶ sockets, wakes ─▶ …
 *     a signal:    no more connections ─▶ "bye" to everybody ─▶ all durable and sent ─▶ closed
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
#include "system/service.h"
#include "system/system.h"

enum {
    SECOND_MS = 1000,
    FILES_SPARE = 64,
    FOREVER_MS = 60000,
    CERTIFY_S = 60,
    TRIM_S = 30, /* how often free memory is given back */
    DEAF_MS = 200,
    FROZEN_MS = 1000, /* no turn is this late unless the process was stopped */
    JUMP_MS = 2000,   /* the system's clock was set, not merely adjusted */
    BOT_MEMORY = 16 << 20,
};

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    CHECK(clock_gettime(clock, &now) == 0);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The time of day at our start plus the time since: setting the system's clock while we run affects
 * neither players' clocks nor bots. */
int64_t server_now(void)
{
    static int64_t ahead;
    int64_t steady = read_clock(CLOCK_BOOTTIME);
    if (ahead == 0)
        ahead = read_clock(CLOCK_REALTIME) - steady;
    return steady + ahead;
}

/* Only for the log. */
static void watch_clock(struct server *server)
{
    int64_t wrong = read_clock(CLOCK_REALTIME) - server_now();
    int64_t jump = wrong - server->clock_wrong;
    if (jump > -JUMP_MS && jump < JUMP_MS)
        return;
    server->clock_wrong = wrong;
    server->metrics.counter[COUNT_JUMPS]++;
    log_line(LOG_WARN, "clock_jumped", LOG_FIELDS(LOG_NUMBER("ms", jump)));
}

/* There is at least one turn per second. If the last one was longer ago, the process was stopped or
 * the machine asleep, and what people sent meanwhile is not late. */
void server_awake(struct server *server)
{
    int64_t now = server_now(), since = server->turned;
    server->turned = now;
    if (now - since <= SECOND_MS + FROZEN_MS)
        return;
    server->frozen_ms += now - since;
    hub_frozen(server->hub, since, now);
}

static uint32_t count_seconds(const struct server *server)
{
    return (uint32_t)((server_now() - server->frozen_ms) / SECOND_MS);
}

/* ---- turns ---- */

static void on_hub_timer(uv_timer_t *timer);

/* Before the loop waits: handles what has happened, closes the batch, and sends. */
static void on_turn(uv_prepare_t *prepare)
{
    struct server *server = prepare->loop->data;
    server_awake(server);
    int64_t now = server_now();
    hub_tick(server->hub, now);
    int64_t wait = hub_end_turn(server->hub, now) - now;
    server->durable = hub_poll(server->hub, now); /* some stores are already done with the batch */
    if (server->relay) {
        int64_t due = relay_end_turn(server->relay), left = due - system_millis();
        wait = due != LINE_NEVER && left < wait ? left : wait;
    }
    conns_flush(server);
    if (server->read_on)
        wait = 1; /* what was read since the batch was closed needs another turn */
    server->read_on = false;
    wait = wait < 1 ? 1 : wait > FOREVER_MS ? FOREVER_MS : wait;
    uv_timer_start(&server->hub_timer, on_hub_timer, (uint64_t)wait, 0);
}

/* Only ends the wait: on_turn does the work. */
static void on_hub_timer(uv_timer_t *timer)
{
    (void)timer;
}

/* Dropped tables leave free memory that the C library keeps unless asked: without this a server
 * that was busy once would stay large forever. */
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

static void on_store(uv_async_t *async)
{
    struct server *server = async->loop->data;
    server_awake(server);
    server->durable = hub_poll(server->hub, server_now());
    if (!hub_is_over(server->hub))
        return;
    log_line(LOG_ERROR, "store_taken", LOG_NOTHING);
    server->taken = true;
    uv_stop(&server->loop); /* whatever waits to be durable never will be */
}

static void on_bots(uv_async_t *async)
{
    struct server *server = async->loop->data;
    server_awake(server);
    hub_thoughts(server->hub, server_now());
}

static void wake(void *context)
{
    uv_async_send(context);
}

/* ---- listening ---- */

static void on_connection(uv_stream_t *listener, int status);

/* Listens again on a socket that has kept queueing connections meanwhile. */
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

static int which_listener(const struct server *server, const uv_stream_t *listener)
{
    return (int)((const uv_tcp_t *)listener - server->listeners);
}

/* accept() failed for lack of files or memory: stop listening briefly, or libuv spins. Established
 * connections play on. */
static void go_deaf(struct server *server, uv_stream_t *listener, const char *why)
{
    int which = which_listener(server, listener);
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
    else if (!conn_accept(server, listener, server->secure[which_listener(server, listener)]))
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

/* Everybody has been told and everything is durable: stops when nobody is left. */
static void on_drain_check(uv_timer_t *timer)
{
    struct server *server = timer->loop->data;
    if (server->conn_count == 0)
        uv_stop(&server->loop);
}

static void stop(struct server *server)
{
    if (server->stopping) {
        uv_stop(&server->loop); /* second signal: stop at once */
        return;
    }
    server->stopping = true;
    service_tell("STOPPING=1");
    log_line(LOG_INFO, "stop", LOG_FIELDS(LOG_NUMBER("connections", server->conn_count)));
    for (int i = 0; i < LISTENERS; i++)
        if (server->listeners[i].loop && !uv_is_closing((uv_handle_t *)&server->listeners[i]))
            uv_close((uv_handle_t *)&server->listeners[i], NULL);
    close_sockets(server);
    hub_say_bye(server->hub);
    if (server->relay)
        relay_say_bye(server->relay);
    for (struct conn *conn = server->conns, *next; conn; conn = next) {
        next = conn->next;
        if (conn->unwelcome && conn->shut)
            conn_close(conn);
        else if (conn->websocket)
            conn_end(conn, CLOSE_RESTART);
        else if (conn->waits)
            conn->asked->keep_alive = false; /* its answer is the last one */
        else if (conn->out.size == 0 && conn->writing == 0)
            conn_close(conn);
        else
            conn->ending = true;
    }
    uv_timer_start(&server->drain_timer, on_drained, DRAIN_MS, 0);
    uv_timer_start(&server->second_timer, on_drain_check, 10, 10);
}

/* The certificate has been renewed. If the new one is not sound, the old one stays. */
static void reload(struct server *server)
{
    char why[STORE_WHY_MAX];
    struct text text;
    text_init(&text, why, sizeof why);
    if (tls_load(&server->keys, server->settings.tls_certificate, server->settings.tls_key,
                 &text) == TLS_OK)
        log_line(LOG_INFO, "tls_reloaded", LOG_NOTHING);
    else
        log_line(LOG_ERROR, "tls_kept", LOG_FIELDS(LOG_TEXT("why", why)));
}

static void read_again(struct server *server)
{
    if (server->settings.certify)
        certify_renew(server->settings.certify); /* if it fails, the old one stays */
    reload(server);
}

/* Once a minute: the machine may have another address, or the certificate end soon. */
static void watch_certificate(struct server *server)
{
    enum certify_status status = certify_renew(server->settings.certify);
    if (status == CERTIFY_OK)
        reload(server);
    else if (status != CERTIFY_CURRENT && !server->certify_failed)
        log_line(LOG_ERROR, "certify", LOG_FIELDS(LOG_NUMBER("status", status)));
    server->certify_failed = status != CERTIFY_OK && status != CERTIFY_CURRENT;
}

static bool has_terminal(void)
{
    int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0)
        close(terminal);
    return terminal >= 0;
}

static void on_hang_up(uv_signal_t *signal, int number)
{
    struct server *server = signal->loop->data;
    (void)number;
    if (server->keys && has_terminal() == server->had_terminal)
        read_again(server);
    else
        stop(server);
}

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    stop(signal->loop->data);
}

static bool is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* ---- each second ---- */

static void on_second(uv_timer_t *timer)
{
    struct server *server = timer->loop->data;
    server_awake(server);
    watch_clock(server);
    server->seconds = count_seconds(server);
    conns_sweep(server);
    if (server->seconds % TRIM_S == 0)
        trim(server);
    if (server->settings.certify && server->seconds % CERTIFY_S == 0)
        watch_certificate(server);
    if (server->watched)
        service_tell("WATCHDOG=1");
}

/* ---- starting ---- */

static int count_threads(const struct server_settings *settings)
{
    int threads = settings->threads;
    if (threads <= 0)
        threads = (int)uv_available_parallelism() - 1;
    return threads < 1 ? 1 : threads > SERVER_THREADS_MAX ? SERVER_THREADS_MAX : threads;
}

/* Raises the limit on open files; returns how many are left for connections. */
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

/* Without an address: to a socket of the service manager. */
static enum server_failure listen_to(struct server *server, int which,
                                     const struct sockaddr *address, unsigned flags)
{
    uv_tcp_t *tcp = &server->listeners[which];
    int socket, waiting = WAITING_MAX;
    uv_tcp_init(&server->loop, tcp);
    int status =
        address ? uv_tcp_bind(tcp, address, flags) : uv_tcp_open(tcp, SERVICE_SOCKET_FIRST + which);
    /* connections inherit it; it may fail */
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

/* Can other machines reach the socket? */
static bool is_open(const uv_tcp_t *tcp)
{
    struct sockaddr_storage name;
    int size = sizeof name;
    CHECK(uv_tcp_getsockname(tcp, (struct sockaddr *)&name, &size) == 0);
    if (name.ss_family == AF_INET6)
        return !IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)&name)->sin6_addr);
    return ntohl(((const struct sockaddr_in *)&name)->sin_addr.s_addr) >> 24 != 127;
}

static enum server_failure listen_to_given(struct server *server)
{
    for (int i = 0; i < server->settings.sockets; i++) {
        enum server_failure failure =
            i < LISTENERS ? listen_to(server, i, NULL, 0) : SERVER_ADDRESS;
        if (failure != SERVER_OK)
            return failure;
        server->settings.lan |= is_open(&server->listeners[i]);
        server->secure[i] = service_socket_is(i, "https");
        int *port = server->secure[i] ? &server->tls_port : &server->port;
        if (*port == 0)
            *port = port_of(&server->listeners[i]);
        if (server->secure[i] && !server->keys)
            return SERVER_ADDRESS;
    }
    return SERVER_OK;
}

/* IPv4 must work; IPv6 is optional. `which` is the first of two listeners. */
static enum server_failure listen_both(struct server *server, int which, int wanted, int *port)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    bool lan = server->settings.lan;
    CHECK(uv_ip4_addr(lan ? "0.0.0.0" : "127.0.0.1", wanted, &four) == 0);
    enum server_failure failure = listen_to(server, which, (const struct sockaddr *)&four, 0);
    if (failure != SERVER_OK)
        return failure;
    *port = port_of(&server->listeners[which]);
    CHECK(uv_ip6_addr(lan ? "::" : "::1", *port, &six) == 0);
    listen_to(server, which + 1, (const struct sockaddr *)&six, UV_TCP_IPV6ONLY);
    return SERVER_OK;
}

/* Without a socket for https from the service manager, as in its usual unit, we open our own. */
static enum server_failure listen_all(struct server *server)
{
    const struct server_settings *settings = &server->settings;
    enum server_failure failure = settings->sockets > 0
                                      ? listen_to_given(server)
                                      : listen_both(server, 0, settings->port, &server->port);
    if (failure != SERVER_OK || !server->keys || server->tls_port > 0 || settings->sockets > 2)
        return failure;
    server->secure[2] = server->secure[3] = true;
    failure = listen_both(server, 2, settings->tls_port, &server->tls_port);
    return failure == SERVER_PORT ? SERVER_TLS_PORT : failure;
}

static enum server_failure load_keys(struct server *server, struct server_result *result)
{
    struct text why;
    struct server_settings *settings = &server->settings;
    if (settings->certify) {
        result->certify = certify_renew(settings->certify);
        if (result->certify != CERTIFY_OK && result->certify != CERTIFY_CURRENT)
            return SERVER_CERTIFY;
        certify_path(settings->certify, "server.pem", server->certified);
        settings->tls_certificate = settings->tls_key = server->certified;
    }
    if (!settings->tls_certificate)
        return SERVER_OK;
    text_init(&why, result->why, sizeof result->why);
    result->tls = tls_load(&server->keys, settings->tls_certificate, settings->tls_key, &why);
    return result->tls == TLS_OK ? SERVER_OK : SERVER_TLS;
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
    uv_signal_init(&server->loop, &server->hang_up);
}

static void choose_path(struct server *server)
{
    struct text text;
    if (!server->settings.node)
        return;
    text_init(&text, server->home_text, sizeof server->home_text);
    text_string(&text, STORE_AT_START);
    text_string(&text, server->settings.node);
    server->home = server->home_text;
}

static enum server_failure open_parts(struct server *server, struct server_result *result)
{
    struct text why;
    choose_path(server);
    struct store_options options = {
        .backend = server->settings.backend,
        .path = server->settings.path,
        .standby = server->settings.standby,
        .node = server->settings.node,
        .wake = wake,
        .context = &server->store_wake,
    };
    text_init(&why, result->why, sizeof result->why);
    result->store = store_open(&server->store, &options, &why);
    if (result->store != STORE_OK)
        return SERVER_STORE;
    server->workers =
        workers_new(count_threads(&server->settings), BOT_MEMORY, wake, &server->bots_wake);
    struct hub_settings hub = {
        .store = server->store,
        .workers = server->workers,
        .metrics = &server->metrics,
        .context = server,
        .post = conn_post,
        .cut = conn_cut,
        .end = conn_end_member,
        .reply = conn_reply,
        .may_guess = conn_may_guess,
        .guessed = conn_guessed,
        .home = server->home,
    };
    server->hub = server->workers ? hub_new(&hub) : NULL;
    if (server->settings.relay)
        server->relay = relay_poll_new(server);
    bool there = !server->settings.relay || server->relay;
    if (!server->hub || !there || !addresses_init(&server->addresses))
        return SERVER_MEMORY;
    result->store = hub_begin(server->hub, server_now());
    if (result->store == STORE_OK)
        return SERVER_OK;
    text_string(&why, store_why(server->store));
    return SERVER_STORE;
}

static void serve(struct server *server)
{
    char link[SERVER_LINK_MAX], secure[SERVER_LINK_MAX];
    struct text text;
    server->durable = server->walked = hub_poll(server->hub, server_now());
    server->conns_max = raise_limits();
    server->watched = service_patience_ms() > 0;
    server->had_terminal = has_terminal();
    server->turned = server_now();
    server->seconds = count_seconds(server);
    uv_timer_start(&server->second_timer, on_second, SECOND_MS, SECOND_MS);
    uv_prepare_start(&server->turn, on_turn);
    uv_signal_start(&server->interrupt, on_signal, SIGINT);
    uv_signal_start(&server->terminate, on_signal, SIGTERM);
    if (!is_ignored(SIGHUP)) /* started with nohup */
        uv_signal_start(&server->hang_up, on_hang_up, SIGHUP);
    text_init(&text, link, sizeof link);
    server_link(server, &text);
    text_init(&text, secure, sizeof secure);
    server_secure_link(server, &text);
    log_line(LOG_INFO, "listen", LOG_FIELDS(LOG_NUMBER("port", server->port)));
    if (server->tls_port > 0)
        log_line(LOG_INFO, "listen_tls", LOG_FIELDS(LOG_NUMBER("port", server->tls_port)));
    struct store_counts counts;
    store_figures(server->store, &counts);
    if (counts.damaged > 0)
        log_line(LOG_ERROR, "tables_damaged", LOG_FIELDS(LOG_NUMBER("n", counts.damaged)));
    server->settings.ready(server->settings.context, link, server->tls_port > 0 ? secure : NULL,
                           counts.damaged);
    uv_run(&server->loop, UV_RUN_DEFAULT);
}

static void close_connections(struct server *server)
{
    while (server->conns)
        conn_close(server->conns);
}

static void release(struct server *server, struct server_result *result)
{
    if (server->taken)
        result->failure = SERVER_TAKEN;
    if (server->hub)
        close_connections(server);
    relay_free(server->relay);
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
    tls_unload(server->keys);
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
    result->failure = load_keys(server, result);
    if (result->failure == SERVER_OK)
        result->failure = listen_all(server);
    if (result->failure == SERVER_OK)
        result->failure = open_parts(server, result);
    if (result->failure == SERVER_OK)
        serve(server);
    release(server, result);
}
