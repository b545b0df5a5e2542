/* SPDX-License-Identifier: MIT */
/*
 * Answers from a program that plays in an arena: whatever it says, every question ends in time with
 * a move or an error, and what is shown of it is plain text. There is no program here, only a file
 * of its answers and a process that does not exist.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena/program.h"
#include "base/check.h"
#include "system/system.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { QUESTIONS = 4, NO_PROCESS = INT_MAX, PATIENCE_MS = 1000 };

static struct program program;

static void check_answer(enum reply reply, const struct answer_text *answer)
{
    CHECK(reply != REPLY_LATE && reply != REPLY_STOPPED);
    CHECK(memchr(answer->move, '\0', sizeof answer->move));
    CHECK(answer->nodes >= -1);
    for (const char *at = answer->trouble; *at != '\0'; at++)
        CHECK(*at >= ' ' && *at <= '~');
    CHECK((program.pid == 0) == (reply == REPLY_DEAD || reply == REPLY_UNREADABLE));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const atomic_bool stop;
    struct answer_text answer;
    program.pid = NO_PROCESS; /* no kernel has this many processes: signals to it fail */
    program.to = open("/dev/null", O_WRONLY | O_CLOEXEC);
    program.from = memfd_create("answers", MFD_CLOEXEC);
    program.id = 0;
    program.size = 0;
    CHECK(program.to >= 0 && program.from >= 0);
    CHECK(write(program.from, bytes, size) == (ssize_t)size);
    CHECK(lseek(program.from, 0, SEEK_SET) == 0);
    for (int i = 0; i < QUESTIONS && program.pid != 0; i++) {
        enum reply reply = program_ask(&program, "\"do\":\"best\"}\n",
                                       system_millis() + PATIENCE_MS, &stop, &answer);
        check_answer(reply, &answer);
    }
    program_end(&program);
    return 0;
}
