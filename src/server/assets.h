/* SPDX-License-Identifier: MIT */
/*
 * Files of the browser's page, inside the program. tools/embed_assets.mjs makes the table: a file
 * whose name has a hash of its content in it may be kept forever, index.html is asked for anew.
 */
#ifndef KUFSA_SERVER_ASSETS_H
#define KUFSA_SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

enum asset_coding { ASSET_PLAIN, ASSET_GZIP, ASSET_BROTLI, ASSET_CODINGS };

struct asset {
    const char *path; /* "/", "/page.3f9c1a2b.css" */
    const char *type; /* of its content */
    const char *etag; /* with its quotes */
    bool immutable;
    struct {
        const unsigned char *bytes; /* NULL: it is not smaller so */
        const unsigned char *end;
    } coding[ASSET_CODINGS];
};

/* Made by the tool; ends with a row whose path is NULL. */
extern const struct asset assets[];

/* NULL if there is none. */
const struct asset *asset_find(const char *path);

/* The smallest form of it that the reader understands. */
enum asset_coding asset_choose(const struct asset *, const char *accept_encoding);

static inline size_t asset_size(const struct asset *asset, enum asset_coding coding)
{
    return (size_t)(asset->coding[coding].end - asset->coding[coding].bytes);
}

#endif
