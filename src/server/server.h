/* SPDX-License-Identifier: MIT */
/* `kufsa serve`: the loop, its connections and the HTTP interface around the hub. */
#ifndef KUFSA_SERVER_SERVER_H
#define KUFSA_SERVER_SERVER_H

#include "base/text.h"
#include "line/address.h"
#include "server/certify.h"
#include "server/tls.h"
#include "store/store.h"

enum { SERVER_LINK_MAX = 256, SERVER_THREADS_MAX = 64 };

/* Addresses that begin with the same bits. */
struct network {
    int family; /* AF_INET or AF_INET6 */
    int bits;   /* 0: none */
    uint8_t bytes[16];
};

enum { NETWORKS_MAX = 16 };

struct networks {
    int count;
    struct network one[NETWORKS_MAX];
};

/* Reads 172.18.0.5, 172.18.0.0/16 or fd00::/8, or several of them with commas between; false if it
 * is anything else. */
bool networks_read(struct networks *, const char *text);

struct server_settings {
    int port;                              /* 0: any free one */
    int tls_port;                          /* the same for https */
    const char *tls_certificate, *tls_key; /* files, or NULL */
    const char *certify;     /* folder of the house's own authority (certify.h), or NULL */
    bool lan;                /* also listen to other machines */
    struct networks proxies; /* connections from there count as from our own proxy */
    int sockets;             /* how many a service manager has opened, instead of port and lan */
    int threads;             /* for bots; 0: one less than there are processors */
    bool unlimited;          /* no limit on commands per connection: for benchmarks */
    const char *public_url;  /* "https://example.org", or NULL */
    const struct store_backend *backend;
    const char *path; /* of the store's file, or its database's URL */
    bool standby;     /* of a database: required */
    const char *node; /* one of several servers with that database, by this name; or NULL */
    const struct address *relay; /* the server whose tables we show; NULL: we have our own */
    void *context;
    /* Called once, when connections are accepted: the address that people open, and the one by
     * https or NULL. */
    void (*ready)(void *context, const char *link, const char *secure_link, int64_t damaged);
};

enum server_failure {
    SERVER_OK,
    SERVER_STORE,    /* `store` has details */
    SERVER_PORT,     /* in use */
    SERVER_TLS_PORT, /* the same for https */
    SERVER_ADDRESS,  /* listening failed for another reason */
    SERVER_CERTIFY,  /* `certify` says why there is no certificate */
    SERVER_TLS,      /* `tls` says what is wrong with the files */
    SERVER_MEMORY,
    SERVER_TAKEN, /* another process has the database now */
    SERVER_LOST,  /* something could not be written at the end */
};

struct server_result {
    enum server_failure failure;
    enum store_status store;
    enum tls_failure tls;
    enum certify_status certify;
    char why[STORE_WHY_MAX]; /* for a log, in English */
};

/* Serves until SIGINT, SIGTERM or SIGHUP. With certificates SIGHUP reads them again, unless the
 * terminal is gone. */
void server_run(const struct server_settings *, struct server_result *);

#endif
