/* SPDX-License-Identifier: MIT */
/* Which back end: what `--data` names is a file or a database. */
#include "store/store.h"

#include <string.h>

#ifdef KUFSA_POSTGRES
extern const struct store_backend store_postgres;
#endif

static bool is_url(const char *data, struct scan *rest)
{
    *rest = (struct scan){data};
    return scan_string(rest, "postgresql://") || scan_string(rest, "postgres://");
}

const struct store_backend *store_backend_for(const char *data)
{
    struct scan rest;
    if (!is_url(data, &rest))
        return &store_sqlite;
#ifdef KUFSA_POSTGRES
    return &store_postgres;
#else
    return NULL;
#endif
}

void store_name_of(const char *data, struct text *out)
{
    struct scan rest;
    if (!is_url(data, &rest)) {
        text_string(out, data);
        return;
    }
    /* After the last @: a password may have one, a slash, or what looks like a query. */
    const char *host = rest.at + strcspn(rest.at, "@/");
    host = *host == '@' ? host + 1 : rest.at;
    for (const char *at = host; *at != '\0' && *at != '?'; at++)
        if (*at == '@')
            host = at + 1;
    text_string(out, "postgresql://");
    for (; *host != '\0' && *host != '?'; host++)
        text_char(out, *host);
}
