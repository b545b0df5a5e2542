/* SPDX-License-Identifier: MIT */
/* Finds files in the program. There are few: a list is fast enough. */
#include "server/assets.h"

#include "base/text.h"
#include "server/http.h"

const struct asset *asset_find(const char *path)
{
    for (const struct asset *asset = assets; asset->path; asset++)
        if (string_equal(asset->path, path))
            return asset;
    return NULL;
}

enum asset_coding asset_choose(const struct asset *asset, const char *accept_encoding)
{
    if (asset->coding[ASSET_BROTLI].bytes && http_list_has(accept_encoding, "br"))
        return ASSET_BROTLI;
    if (asset->coding[ASSET_GZIP].bytes && http_list_has(accept_encoding, "gzip"))
        return ASSET_GZIP;
    return ASSET_PLAIN;
}
