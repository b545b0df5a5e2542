/* SPDX-License-Identifier: MIT */
/* `kufsa serve`: the loop, its connections and the HTTP interface around the hub. */
#ifndef KUFSA_SERVER_SERVER_H
#define KUFSA_SERVER_SERVER_H

#include "base/text.h"
#include "store/store.h"

enum { SERVER_LINK_MAX = 256, SERVER_THREADS_MAX = 64 };

struct server_settings {
    int port;               /* 0: any that is free */
    bool lan;               /* listen to other machines too */
    int threads;            /* for bots; 0: as many as there are processors, but one */
    bool unlimited;         /* as many commands as a connection likes: for measuring */
    const char *public_url; /* "https://example.org", or NULL */
    const struct store_backend *backend;
    const char *path; /* of the store's file */
    void *context;
    /* Called once, when connections are taken: the address that people open. */
    void (*ready)(void *context, const char *link, int port, int64_t damaged);
};

enum server_failure {
    SERVER_OK,
    SERVER_STORE,   /* `store` says more */
    SERVER_PORT,    /* somebody else has it */
    SERVER_ADDRESS, /* listening failed otherwise */
    SERVER_MEMORY,
    SERVER_LOST, /* at the end something could not be written */
};

struct server_result {
    enum server_failure failure;
    enum store_status store;
    char why[STORE_WHY_MAX]; /* for a log, in English */
};

/* Serves until SIGINT or SIGTERM. */
void server_run(const struct server_settings *, struct server_result *);

#endif
