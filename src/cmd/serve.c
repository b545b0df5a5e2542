/* SPDX-License-Identifier: MIT */
/* `kufsa serve`: tables for browsers and other programs. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/data_path.h"
#include "cmd/settings.h"
#include "server/qr.h"
#include "server/server.h"
#include "system/service.h"

enum {
    PORT_USUAL = 8080,
    TLS_PORT_USUAL = 8443,
    PORT_MAX = 65535,
    FILE_MAX = 4096,
    FOLDER_MODE = 0700,
    MASK = 077
};

struct serving {
    const struct arguments *arguments;
    const char *file; /* or database, as people may see it; NULL: nothing is saved */
    bool is_file;
    const char *followed; /* the server whose tables are shown; NULL: our own are */
    bool show_code;
};

/* ---- where tables are saved ---- */

/* Makes the folders of a path, all but its last part. */
static bool make_folders(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        bool made = mkdir(path, FOLDER_MODE) == 0 || errno == EEXIST;
        *at = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool choose_file(const struct arguments *arguments, char out[FILE_MAX])
{
    if (!data_path(arguments, "kufsa.db", out))
        return false;
    return make_folders(out) ||
           complain(arguments, "serve.folder.failed", WITH(word_string("folder", out)));
}

/* ---- output ---- */

static void say_ready(void *context, const char *link, const char *secure_link, int64_t damaged)
{
    const struct serving *serving = context;
    const struct voice *out = &serving->arguments->out;
    struct stat status;
    voice_say(out, "serve.ready", WITH(word_string("link", link)));
    if (secure_link)
        voice_say(out, "serve.ready.tls", WITH(word_string("link", secure_link)));
    if (serving->followed)
        voice_say(out, "serve.relay.ready", WITH(word_string("server", serving->followed)));
    else if (serving->file)
        voice_say(out, "serve.kept", WITH(word_string("file", serving->file)));
    else
        voice_say(out, "serve.unkept", WITH_NOTHING);
    if (serving->file && serving->is_file && stat(serving->file, &status) == 0 &&
        (status.st_mode & MASK) != 0)
        voice_say(out, "serve.data.open", WITH(word_string("file", serving->file)));
    if (damaged > 0)
        voice_say(out, "serve.data.some",
                  WITH(word_number("n", damaged), word_string("file", serving->file)));
    if (serving->show_code) {
        voice_say(out, "serve.scan", WITH_NOTHING);
        qr_write(out->file, link);
    }
    voice_say(out, "serve.stop", WITH_NOTHING);
    fflush(out->file);
    service_tell("READY=1");
}

static bool say_store_failure(const struct serving *serving, const struct server_result *result)
{
    const struct arguments *arguments = serving->arguments;
    const char *reason = words_find(arguments->err.language, store_reason(result->store));
    const char *file = serving->file ? serving->file : "";
    bool mends = serving->is_file; /* `kufsa repair` is for files */
    if (result->store == STORE_CORRUPT && mends)
        return complain(arguments, "serve.data.damaged",
                        WITH(word_string("file", file), word_string("why", result->why)));
    if (result->store == STORE_LOG_AWAY)
        return complain(arguments, "serve.data.log_away",
                        WITH(word_string("file", file), word_string("why", result->why)));
    return complain(arguments,
                    result->store == STORE_FOREIGN && mends ? "serve.data.foreign"
                                                            : "serve.data.failed",
                    WITH(word_string("file", file), word_string("reason", reason),
                         word_string("why", result->why)));
}

static bool say_tls_failure(const struct serving *serving, const struct server_result *result)
{
    static const char *const keys[] = {
        [TLS_OK] = "serve.memory.none",     [TLS_CERTIFICATE] = "serve.tls.certificate",
        [TLS_KEY] = "serve.tls.key",        [TLS_MISMATCH] = "serve.tls.mismatch",
        [TLS_MEMORY] = "serve.memory.none",
    };
    const struct arguments *arguments = serving->arguments;
    return complain(arguments, keys[result->tls],
                    WITH(word_string("certificate", arguments_value(arguments, "tls-cert")),
                         word_string("key", arguments_value(arguments, "tls-key")),
                         word_string("why", result->why)));
}

static bool say_failure(const struct serving *serving, const struct server_result *result,
                        int64_t port)
{
    const struct arguments *arguments = serving->arguments;
    const char *reason = words_find(arguments->err.language, store_reason(result->store));
    switch (result->failure) {
    case SERVER_OK: return true;
    case SERVER_PORT:
        return complain(arguments, "serve.port.taken", WITH(word_number("port", port)));
    case SERVER_TLS_PORT: return complain(arguments, "serve.tls.port.taken", WITH_NOTHING);
    case SERVER_TLS: return say_tls_failure(serving, result);
    case SERVER_CERTIFY: return certify_complain(arguments, result->certify);
    case SERVER_ADDRESS:
        return complain(arguments, "serve.port.closed", WITH(word_number("port", port)));
    case SERVER_MEMORY: return complain(arguments, "serve.memory.none", WITH_NOTHING);
    case SERVER_TAKEN: return complain(arguments, "store.taken", WITH_NOTHING);
    case SERVER_LOST:
        return complain(arguments, "serve.data.lost", WITH(word_string("reason", reason)));
    case SERVER_STORE: return say_store_failure(serving, result);
    }
    return false;
}

/* ---- what is allowed ---- */

/* `https://host` or `https://host:port`, exactly as browsers write the origin. */
static bool check_public(const struct arguments *arguments, const char *given)
{
    struct scan scan = {given};
    bool sound = !given || scan_string(&scan, "https://") || scan_string(&scan, "http://");
    if (given && sound)
        for (const char *at = scan.at; *at != '\0'; at++)
            sound = sound && ((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') ||
                              *at == '.' || *at == '-' || *at == ':' || *at == '[' || *at == ']');
    if (given && (!sound || *scan.at == '\0' || string_size(given) >= SERVER_LINK_MAX / 2))
        return complain(arguments, "serve.public.broken", WITH(word_string("given", given)));
    return true;
}

/* A proxy is trusted about clients' addresses, so only a public server may name one. */
static bool check_proxy(const struct arguments *arguments, const char *given, bool public,
                        struct networks *proxies)
{
    if (!given)
        return true;
    if (!public)
        return complain(arguments, "serve.proxy.public", WITH_NOTHING);
    return networks_read(proxies, given) ||
           complain(arguments, "serve.proxy.broken", WITH(word_string("given", given)));
}

/* Where tables are kept: as given, in the usual file, or nowhere. */
static bool choose_data(const struct arguments *arguments, char chosen[FILE_MAX], const char **data)
{
    *data = arguments_value(arguments, "data");
    if (arguments_has(arguments, "memory") || arguments_has(arguments, "relay"))
        *data = NULL;
    else if (!*data && !choose_file(arguments, chosen))
        return false;
    else if (!*data)
        *data = chosen;
    return true;
}

static bool check_relay(const struct arguments *arguments, const char *given,
                        struct address *address)
{
    return !given || address_read_server(address, given) ||
           complain(arguments, "serve.relay.address", WITH(word_string("given", given)));
}

/* Part of a path: small letters and digits. */
static bool check_node(const struct arguments *arguments, const char *given)
{
    bool sound = !given || (given[0] != '\0' && string_size(given) <= STORE_NODE_MAX);
    for (const char *at = given; at && *at != '\0'; at++)
        sound = sound && ((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9'));
    return sound || complain(arguments, "serve.node.broken", WITH(word_string("given", given)));
}

/* ---- what is in force ---- */

static const char *usual_value(const void *context, const char *name)
{
    static char file[FILE_MAX];
    const struct arguments *arguments = context;
    if (string_equal(name, "port"))
        return "8080";
    if (string_equal(name, "tls-port"))
        return "8443";
    if (!string_equal(name, "data") || arguments_has(arguments, "memory") ||
        arguments_has(arguments, "relay"))
        return NULL;
    return data_path(arguments, "kufsa.db", file) ? file : NULL;
}

/* Without the password of a database. */
static const char *shown_value(const void *context, const char *name, const char *value)
{
    static char shown[FILE_MAX];
    struct text text;
    (void)context;
    if (!string_equal(name, "data"))
        return NULL;
    text_init(&text, shown, sizeof shown);
    store_name_of(value, &text);
    return shown;
}

/* ---- the command ---- */

/* Settings that need each other, and settings that exclude each other. */
static bool check_together(const struct arguments *arguments,
                           const struct server_settings *settings)
{
    bool near = arguments_has(arguments, "lan") || settings->public_url;
    if (!settings->tls_certificate != !settings->tls_key)
        return complain(arguments, "serve.tls.both", WITH_NOTHING);
    if (settings->tls_certificate && arguments_has(arguments, "certify"))
        return complain(arguments, "serve.certify.both", WITH_NOTHING);
    if (settings->unlimited && near)
        return complain(arguments, "serve.unlimited.near", WITH_NOTHING);
    return true;
}

/* What the command line says, except where tables are kept. */
static bool read_settings(const struct arguments *arguments, struct server_settings *settings,
                          struct address *followed)
{
    int64_t port = PORT_USUAL, tls_port = TLS_PORT_USUAL, threads = 0;
    *settings = (struct server_settings){
        .tls_certificate = arguments_value(arguments, "tls-cert"),
        .tls_key = arguments_value(arguments, "tls-key"),
        .unlimited = arguments_has(arguments, "unlimited"),
        .public_url = arguments_value(arguments, "public-url"),
        .standby = arguments_has(arguments, "standby-required"),
        .node = arguments_value(arguments, "node"),
        .relay = arguments_has(arguments, "relay") ? followed : NULL,
    };
    if (!arguments_number(arguments, "port", 0, PORT_MAX, &port) ||
        !arguments_number(arguments, "tls-port", 0, PORT_MAX, &tls_port) ||
        !arguments_number(arguments, "threads", 1, SERVER_THREADS_MAX, &threads) ||
        !check_public(arguments, settings->public_url) || !check_node(arguments, settings->node) ||
        !check_proxy(arguments, arguments_value(arguments, "proxy"), settings->public_url,
                     &settings->proxies) ||
        !check_relay(arguments, arguments_value(arguments, "relay"), followed) ||
        !check_together(arguments, settings))
        return false;
    settings->port = (int)port;
    settings->tls_port = (int)tls_port;
    settings->threads = (int)threads;
    settings->lan = arguments_has(arguments, "lan") || settings->proxies.count > 0;
    return true;
}

/* A relay keeps nothing of its own. */
static bool keeps_too(const struct arguments *arguments)
{
    return arguments_has(arguments, "data") || arguments_has(arguments, "memory") ||
           arguments_has(arguments, "node") || arguments_has(arguments, "standby-required");
}

/* Where tables are kept. Only a database can have a standby and several servers. */
static int choose_store(const struct arguments *arguments, char chosen[FILE_MAX],
                        struct server_settings *settings)
{
    if (settings->relay && keeps_too(arguments)) {
        complain(arguments, "serve.relay.alone", WITH_NOTHING);
        return STATUS_USAGE;
    }
    if (!choose_data(arguments, chosen, &settings->path))
        return STATUS_FAILED;
    settings->backend = settings->path ? store_backend_for(settings->path) : &store_memory;
    if (!settings->backend) {
        complain(arguments, "store.no_library", WITH_NOTHING);
        return STATUS_FAILED;
    }
    bool database = settings->path && settings->backend != &store_sqlite;
    if ((settings->standby || settings->node) && !database) {
        complain(arguments, settings->node ? "serve.node.file" : "serve.standby.file",
                 WITH_NOTHING);
        return STATUS_USAGE;
    }
    return STATUS_OK;
}

static int serve(const struct arguments *arguments)
{
    char chosen[FILE_MAX], shown[FILE_MAX], authority[DATA_PATH_MAX];
    struct text name;
    struct server_settings settings;
    struct address followed;
    if (!read_settings(arguments, &settings, &followed))
        return STATUS_USAGE;
    if (arguments_has(arguments, "check")) {
        settings_show(arguments, usual_value, shown_value, arguments);
        return STATUS_OK;
    }
    if (arguments_has(arguments, "certify")) {
        if (!certify_folder(arguments, authority))
            return STATUS_FAILED;
        settings.certify = authority;
    }
    umask(MASK); /* the file is for its owner only */
    int status = choose_store(arguments, chosen, &settings);
    if (status != STATUS_OK)
        return status;
    text_init(&name, shown, sizeof shown);
    store_name_of(settings.path ? settings.path : "", &name);
    bool near = arguments_has(arguments, "lan") || settings.public_url;
    struct serving serving = {
        arguments, settings.path ? shown : NULL, settings.backend == &store_sqlite,
        arguments_value(arguments, "relay"), near && isatty(STDOUT_FILENO) == 1};
    const char *lost = settings.relay ? address_find(&followed) : NULL;
    if (lost) {
        complain(arguments, lost, WITH_NOTHING);
        return STATUS_FAILED;
    }
    settings.sockets = service_sockets();
    settings.context = &serving;
    settings.ready = say_ready;
    struct server_result result;
    server_run(&settings, &result);
    if (settings.relay)
        address_forget(&followed);
    if (say_failure(&serving, &result, settings.port))
        return STATUS_OK;
    return result.failure == SERVER_TAKEN ? STATUS_TAKEN : STATUS_FAILED;
}

static int run_serve(const struct arguments *given)
{
    static struct arguments arguments;
    arguments = *given;
    return settings_read(&arguments) ? serve(&arguments) : STATUS_USAGE;
}

static const struct parameter parameters[] = {
    {"port", "NUMBER", "serve.port"},
    {"lan", NULL, "serve.lan"},
    {"data", "FILE|URL", "serve.data"},
    {"standby-required", NULL, "serve.standby"},
    {"public-url", "URL", "serve.public"},
    {"proxy", "ADDRESS,…", "serve.proxy"},
    {"node", "NAME", "serve.node"},
    {"relay", "URL", "serve.relay"},
    {"certify", NULL, "serve.certify"},
    {"tls-cert", "FILE", "serve.tls.cert"},
    {"tls-key", "FILE", "serve.tls.key.file"},
    {"tls-port", "NUMBER", "serve.tls.port"},
    {"memory", NULL, "serve.memory"},
    {"threads", "NUMBER", "serve.threads"},
    {"unlimited", NULL, "serve.unlimited"},
    {"config", "FILE", "settings.config"},
    {"check", NULL, "settings.check"},
    {NULL, NULL, NULL},
};

const struct command command_serve = {
    .name = "serve",
    .usage = "[--port 8080] [--lan] [--data FILE|URL] [--public-url URL] [--config FILE] …",
    .help = "serve.help",
    .more = "serve.more",
    .parameters = parameters,
    .run = run_serve,
};
