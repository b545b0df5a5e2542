/* SPDX-License-Identifier: MIT */
/* `kufsa serve`: tables for browsers and other programs. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/command.h"
#include "server/qr.h"
#include "server/server.h"

enum { PORT_USUAL = 8080, PORT_MAX = 65535, FILE_MAX = 4096, FOLDER_MODE = 0700, MASK = 077 };

struct serving {
    const struct arguments *arguments;
    const char *file; /* NULL: nothing is kept */
    bool show_code;
};

/* ---- where tables are kept ---- */

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

/* As the XDG base directories have it. */
static bool choose_file(const struct arguments *arguments, char out[FILE_MAX])
{
    const char *home = getenv("XDG_DATA_HOME");
    struct text text;
    text_init(&text, out, FILE_MAX);
    if (home && home[0] == '/') {
        text_string(&text, home);
    } else {
        home = getenv("HOME");
        if (!home || home[0] != '/')
            return complain(arguments, "serve.folder.none", WITH_NOTHING);
        text_string(&text, home);
        text_string(&text, "/.local/share");
    }
    text_string(&text, "/kufsa/kufsa.db");
    if (text.overflow || !make_folders(out))
        return complain(arguments, "serve.folder.failed", WITH(word_string("folder", out)));
    return true;
}

/* ---- what it says ---- */

static void say_ready(void *context, const char *link, int port, int64_t damaged)
{
    const struct serving *serving = context;
    const struct voice *out = &serving->arguments->out;
    (void)port;
    voice_say(out, "serve.ready", WITH(word_string("link", link)));
    if (serving->file)
        voice_say(out, "serve.kept", WITH(word_string("file", serving->file)));
    else
        voice_say(out, "serve.unkept", WITH_NOTHING);
    if (damaged > 0)
        voice_say(out, "serve.data.some",
                  WITH(word_number("n", damaged), word_string("file", serving->file)));
    if (serving->show_code) {
        voice_say(out, "serve.scan", WITH_NOTHING);
        qr_write(out->file, link);
    }
    voice_say(out, "serve.stop", WITH_NOTHING);
    fflush(out->file);
}

static bool say_failure(const struct arguments *arguments, const struct server_result *result,
                        const char *file, int64_t port)
{
    const char *reason = words_find(arguments->err.language, store_reason(result->store));
    switch (result->failure) {
    case SERVER_OK: return true;
    case SERVER_PORT:
        return complain(arguments, "serve.port.taken", WITH(word_number("port", port)));
    case SERVER_ADDRESS:
        return complain(arguments, "serve.port.closed", WITH(word_number("port", port)));
    case SERVER_MEMORY: return complain(arguments, "serve.memory.none", WITH_NOTHING);
    case SERVER_LOST:
        return complain(arguments, "serve.data.lost", WITH(word_string("reason", reason)));
    case SERVER_STORE:
        if (result->store == STORE_CORRUPT)
            return complain(
                arguments, "serve.data.damaged",
                WITH(word_string("file", file ? file : ""), word_string("why", result->why)));
        if (result->store == STORE_FOREIGN)
            return complain(arguments, "serve.data.foreign",
                            WITH(word_string("file", file ? file : ""),
                                 word_string("reason", reason), word_string("why", result->why)));
        return complain(arguments, "serve.data.failed",
                        WITH(word_string("file", file ? file : ""), word_string("reason", reason),
                             word_string("why", result->why)));
    }
    return false;
}

/* ---- the command ---- */

/* `https://host` or `https://host:port`, exactly as a browser names the origin. */
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

static int run_serve(const struct arguments *arguments)
{
    char chosen[FILE_MAX];
    int64_t port = PORT_USUAL, threads = 0;
    const char *file = arguments_value(arguments, "data");
    const char *public_url = arguments_value(arguments, "public-url");
    bool memory = arguments_has(arguments, "memory"), lan = arguments_has(arguments, "lan");
    bool unlimited = arguments_has(arguments, "unlimited");
    if (!arguments_number(arguments, "port", 0, PORT_MAX, &port) ||
        !arguments_number(arguments, "threads", 1, SERVER_THREADS_MAX, &threads) ||
        !check_public(arguments, public_url))
        return STATUS_USAGE;
    if (unlimited && (lan || public_url)) {
        complain(arguments, "serve.unlimited.near", WITH_NOTHING);
        return STATUS_USAGE;
    }
    umask(MASK); /* what is kept is nobody else's */
    if (memory)
        file = NULL;
    else if (!file && !choose_file(arguments, chosen))
        return STATUS_FAILED;
    else if (!file)
        file = chosen;
    struct serving serving = {arguments, file, (lan || public_url) && isatty(STDOUT_FILENO) == 1};
    struct server_settings settings = {
        .port = (int)port,
        .lan = lan,
        .unlimited = unlimited,
        .threads = (int)threads,
        .public_url = public_url,
        .backend = memory ? &store_memory : &store_sqlite,
        .path = file,
        .context = &serving,
        .ready = say_ready,
    };
    struct server_result result;
    server_run(&settings, &result);
    return say_failure(arguments, &result, file, port) ? STATUS_OK : STATUS_FAILED;
}

static const struct parameter parameters[] = {
    {"port", "NUMBER", "serve.port"},       {"lan", NULL, "serve.lan"},
    {"data", "FILE", "serve.data"},         {"public-url", "URL", "serve.public"},
    {"memory", NULL, "serve.memory"},       {"threads", "NUMBER", "serve.threads"},
    {"unlimited", NULL, "serve.unlimited"}, {NULL, NULL, NULL},
};

const struct command command_serve = {
    .name = "serve",
    .usage = "[--port 8080] [--lan] [--data FILE] [--public-url URL] [--memory] [--threads N]",
    .help = "serve.help",
    .more = "serve.more",
    .parameters = parameters,
    .run = run_serve,
};
