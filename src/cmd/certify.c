/* SPDX-License-Identifier: MIT */
/* `kufsa certify`: a certificate authority for the house, and this machine's certificate by it. */
#define _POSIX_C_SOURCE 200809L
#include "server/certify.h"

#include <time.h>

#include "cmd/command.h"
#include "cmd/data_path.h"

enum { DATE_MAX = 16 };

bool certify_folder(const struct arguments *arguments, char out[DATA_PATH_MAX])
{
    return data_path(arguments, "tls", out);
}

bool certify_complain(const struct arguments *arguments, enum certify_status status)
{
    static const char *const keys[] = {
        [CERTIFY_OK] = "certify.failed",     [CERTIFY_CURRENT] = "certify.failed",
        [CERTIFY_FOLDER] = "certify.folder", [CERTIFY_AUTHORITY] = "certify.authority",
        [CERTIFY_MEMORY] = "certify.failed",
    };
    char folder[DATA_PATH_MAX] = "";
    return certify_folder(arguments, folder) &&
           complain(arguments, keys[status], WITH(word_string("folder", folder)));
}

/* The words of the command line, a line each. */
static bool set_names(const struct arguments *arguments, const char *folder)
{
    char names[CERTIFY_NAMES_MAX];
    struct text text;
    text_init(&text, names, sizeof names);
    for (int i = 0; i < arguments->word_count; i++) {
        if (!certify_allows(arguments->words[i]))
            return complain(arguments, "certify.name",
                            WITH(word_string("given", arguments->words[i])));
        text_string(&text, arguments->words[i]);
        text_char(&text, '\n');
    }
    if (arguments->word_count == 0)
        return true; /* those of last time */
    if (text.overflow)
        return complain(arguments, "cmd.arguments.many", WITH_NOTHING);
    enum certify_status status = certify_set_names(folder, names);
    return status == CERTIFY_OK || certify_complain(arguments, status);
}

static void say_result(const struct arguments *arguments, const char *folder,
                       enum certify_status status)
{
    const struct voice *out = &arguments->out;
    struct certified certified;
    struct tm parts;
    char date[DATE_MAX] = "", authority[CERTIFY_PATH_MAX];
    if (!certify_read(folder, &certified))
        return;
    time_t ends = (time_t)certified.ends;
    if (gmtime_r(&ends, &parts))
        strftime(date, sizeof date, "%Y-%m-%d", &parts);
    certify_path(folder, "authority.pem", authority);
    voice_say(out, status == CERTIFY_OK ? "certify.made" : "certify.current",
              WITH(word_string("names", certified.names), word_string("date", date)));
    voice_say(out, "certify.trust", WITH(word_string("file", authority)));
    voice_say(out, "certify.print", WITH(word_string("print", certified.print)));
    voice_say(out, "certify.next", WITH_NOTHING);
}

static int run_certify(const struct arguments *arguments)
{
    char folder[DATA_PATH_MAX];
    if (!certify_folder(arguments, folder) || !set_names(arguments, folder))
        return STATUS_USAGE;
    enum certify_status status = certify_renew(folder);
    if (status != CERTIFY_OK && status != CERTIFY_CURRENT) {
        certify_complain(arguments, status);
        return STATUS_FAILED;
    }
    say_result(arguments, folder, status);
    return STATUS_OK;
}

static const struct parameter parameters[] = {{NULL, NULL, NULL}};

const struct command command_certify = {
    .name = "certify",
    .usage = "[NAME …]",
    .help = "certify.help",
    .more = "certify.more",
    .words_max = 64,
    .parameters = parameters,
    .run = run_certify,
};
