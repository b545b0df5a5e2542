/* SPDX-License-Identifier: MIT */
/* Programs as players: processes, pipes and timeouts. */
#define _POSIX_C_SOURCE 200809L
#include "arena/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "system/system.h"

extern char **environ;

enum {
    SLICE_MILLIS = 100, /* between checks of the stop flag */
    LEAVE_MILLIS = 500, /* to exit by itself */
    NAP_MILLIS = 5,
    HEAD_MAX = 64,
};

/* ---- starting and ending ---- */

/* Runs in its own process group, so that Ctrl-C is ours and its children can be killed with it;
 * and with default signal handling, whatever ours is. */
static bool spawn_shell(struct program *program, int in, int out)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual, none;
    char shell[] = "sh", flag[] = "-c";
    char *words[] = {shell, flag, NULL, NULL};
    memcpy(&words[2], &program->command, sizeof words[2]); /* it is not modified */
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    CHECK(posix_spawn_file_actions_init(&actions) == 0 && posix_spawnattr_init(&attributes) == 0);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    int failed = posix_spawn(&program->pid, "/bin/sh", &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed)
        program->pid = 0;
    return !failed;
}

static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        CHECK(fcntl(ends[i], F_SETFD, FD_CLOEXEC) == 0);
    return true;
}

static void close_pipe(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* One at a time: a program that another thread starts between pipe and FD_CLOEXEC would hold our
 * pipes open, and we would never see a dead program's end of file. */
bool program_start(struct program *program)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    int in[2], out[2];
    bool started = false;
    program->size = 0;
    program->status = -1;
    program->starts++;
    pthread_mutex_lock(&lock);
    if (open_pipe(in)) {
        if (open_pipe(out)) {
            started = spawn_shell(program, in[0], out[1]);
            if (!started)
                close_pipe(out);
        }
        if (!started)
            close_pipe(in);
    }
    pthread_mutex_unlock(&lock);
    if (!started)
        return false;
    close(in[0]);
    close(out[1]);
    program->to = in[1];
    program->from = out[0];
    return true;
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = NAP_MILLIS * 1000000L}, NULL);
}

static void keep_status(struct program *program, int status)
{
    program->status = WIFEXITED(status) ? WEXITSTATUS(status) : SYSTEM_SIGNALLED + WTERMSIG(status);
}

static void leave(struct program *program, int64_t patience)
{
    int status;
    int64_t until = system_millis() + patience;
    pid_t got;
    close(program->to);
    close(program->from);
    while ((got = waitpid(program->pid, &status, WNOHANG)) == 0 && system_millis() < until)
        nap();
    if (got == program->pid)
        keep_status(program, status);
    kill(-program->pid, SIGKILL); /* and its children */
    if (got == 0)
        waitpid(program->pid, &status, 0);
    program->pid = 0;
}

void program_end(struct program *program)
{
    if (program->pid != 0)
        leave(program, LEAVE_MILLIS);
}

/* ---- asking ---- */

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return true;
}

/* The size of the first line, with its line feed; 0 if it is incomplete. */
static uint32_t line_size(const struct program *program)
{
    const char *end = memchr(program->bytes, '\n', program->size);
    return end ? (uint32_t)(end - program->bytes) + 1 : 0;
}

static void drop_line(struct program *program)
{
    uint32_t size = line_size(program);
    program->size -= size;
    memmove(program->bytes, program->bytes + size, program->size);
}

/* Reads what is available: REPLY_MOVE if something came or nothing yet. */
static enum reply read_more(struct program *program, int64_t deadline_ms)
{
    int64_t left = deadline_ms - system_millis();
    struct pollfd wait = {.fd = program->from, .events = POLLIN};
    if (program->size == sizeof program->bytes)
        return REPLY_UNREADABLE;
    if (left <= 0)
        return REPLY_LATE;
    if (poll(&wait, 1, (int)(left < SLICE_MILLIS ? left : SLICE_MILLIS)) <= 0)
        return REPLY_MOVE;
    ssize_t got =
        read(program->from, program->bytes + program->size, sizeof program->bytes - program->size);
    if (got > 0)
        program->size += (uint32_t)got;
    return got > 0 || (got < 0 && errno == EINTR) ? REPLY_MOVE : REPLY_DEAD;
}

/* Reads a whole line to program->bytes. */
static enum reply read_line(struct program *program, int64_t deadline_ms, const atomic_bool *stop)
{
    while (line_size(program) == 0) {
        enum reply reply = read_more(program, deadline_ms);
        if (reply != REPLY_MOVE)
            return reply;
        if (atomic_load(stop))
            return REPLY_STOPPED;
    }
    return REPLY_MOVE;
}

/* Reads the line as the answer to the last question. An answer with an earlier id is stale and
 * skipped: that question is settled. */
static enum reply read_answer(struct program *program, struct answer_text *answer, bool *stale)
{
    struct json *json = &program->json;
    uint32_t size = line_size(program) - 1;
    int64_t id;
    *stale = false;
    if (json_read(json, program->values, ANSWER_VALUES_MAX, program->bytes, size) ||
        program->values[0].type != JSON_OBJECT)
        return REPLY_UNREADABLE;
    if (!json_get_integer(json, 0, "id", INT64_MIN, program->id, &id))
        return REPLY_UNREADABLE;
    *stale = id < program->id;
    if (*stale)
        return REPLY_MOVE;
    if (json_member(json, 0, "error") != 0)
        return REPLY_REFUSED;
    if (json_get(json, 0, "move", JSON_STRING) == 0)
        return REPLY_UNREADABLE;
    if (!json_get_string(json, 0, "move", answer->move, sizeof answer->move))
        return REPLY_ILLEGAL; /* longer than any move */
    json_get_integer(json, 0, "nodes", 0, INT64_MAX, &answer->nodes);
    return REPLY_MOVE;
}

/* Keeps what the program said, for anyone who debugs it. */
static void keep_trouble(const struct program *program, char out[TROUBLE_MAX])
{
    struct text text;
    text_init(&text, out, TROUBLE_MAX);
    for (uint32_t i = 0; i < program->size && program->bytes[i] != '\n'; i++) {
        char c = program->bytes[i];
        text_char(&text, (char)(c >= ' ' && c <= '~' ? c : '?'));
    }
}

enum reply program_ask(struct program *program, const char *rest, int64_t deadline_ms,
                       const atomic_bool *stop, struct answer_text *answer)
{
    char head[HEAD_MAX];
    int size = snprintf(head, sizeof head, "{\"id\":%lld,", (long long)++program->id);
    bool stale = true;
    *answer = (struct answer_text){.nodes = -1};
    enum reply reply = REPLY_MOVE;
    if (!write_all(program->to, head, (size_t)size) ||
        !write_all(program->to, rest, string_size(rest)))
        reply = REPLY_DEAD;
    while (reply == REPLY_MOVE && stale) {
        reply = read_line(program, deadline_ms, stop);
        if (reply != REPLY_MOVE)
            break;
        reply = read_answer(program, answer, &stale);
        keep_trouble(program, answer->trouble);
        drop_line(program);
    }
    if (reply == REPLY_DEAD)
        leave(program, LEAVE_MILLIS);
    else if (reply == REPLY_LATE || reply == REPLY_UNREADABLE)
        leave(program, 0); /* anything it still says would be taken for an answer */
    return reply;
}
