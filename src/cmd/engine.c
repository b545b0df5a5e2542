/* SPDX-License-Identifier: MIT */
/* `kufsa engine`: the engine's protocol on standard input and output. */
#include "engine/engine.h"

#include "cmd/command.h"
#include "think/crew.h"

static int run_engine(const struct arguments *arguments)
{
    static struct engine engine;
    int64_t threads = 1;
    if (!arguments_number(arguments, "threads", 1, THREADS_MAX, &threads))
        return STATUS_USAGE;
    engine_init(&engine, NULL, NULL);
    crew_init(&engine.crew, (int)threads);
    if (arguments->language_given)
        engine.language = arguments->out.language;
    const char *reason = engine_run(&engine);
    if (!reason)
        return STATUS_OK;
    complain(arguments, reason, WITH_NOTHING);
    return STATUS_FAILED;
}

static const struct parameter parameters[] = {
    {"threads", "N", "cmd.engine.threads"},
    {NULL, NULL, NULL},
};

const struct command command_engine = {
    .name = "engine",
    .usage = "[--threads N]",
    .help = "cmd.engine.help",
    .more = "cmd.engine.more",
    .parameters = parameters,
    .run = run_engine,
};
