/* SPDX-License-Identifier: MIT */
/* The folder of a server's data. */
#define _POSIX_C_SOURCE 200809L
#include "cmd/data_path.h"

#include <stdlib.h>

/* According to the XDG base directories. */
bool data_path(const struct arguments *arguments, const char *name, char out[DATA_PATH_MAX])
{
    const char *home = getenv("XDG_DATA_HOME");
    struct text text;
    text_init(&text, out, DATA_PATH_MAX);
    if (home && home[0] == '/') {
        text_string(&text, home);
    } else {
        home = getenv("HOME");
        if (!home || home[0] != '/')
            return complain(arguments, "serve.folder.none", WITH_NOTHING);
        text_string(&text, home);
        text_string(&text, "/.local/share");
    }
    text_string(&text, "/kufsa/");
    text_string(&text, name);
    return !text.overflow ||
           complain(arguments, "serve.folder.failed", WITH(word_string("folder", out)));
}
