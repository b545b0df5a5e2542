/* SPDX-License-Identifier: MIT */
/*
 * A library for LD_PRELOAD: it counts a program's system calls, by class, and makes the n-th call
 * of a class fail.
 *
 *     KUFSA_FAULT=CLASS:N:WHAT[:COUNT]     from the N-th call on, COUNT calls (1)
 *         WHAT    an errno, such as ENOSPC; or short: only half of it is written or read;
 *                 or kill_before, kill_half, kill_after: the process dies at that call
 *     KUFSA_FAULT_COUNTS=FILE              how many of each there were, written at the end
 *     KUFSA_FILES=N                        no more than N may be open
 *
 * Files and sockets are classes of their own: `write` is to a file, `send` to a socket. What is
 * neither (the pipes of a program's own threads, a terminal) is left alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum class {
    WRITE,
    SYNC,
    TRUNCATE,
    UNLINK,
    OPEN,
    READ,
    MAP,
    LOCK,
    ACCEPT,
    SOCKET,
    SEND,
    RECEIVE,
    MEMORY,
    CLASSES,
};

static const char *const class_names[CLASSES] = {
    "write", "sync",   "truncate", "unlink", "open",    "read",   "map",
    "lock",  "accept", "socket",   "send",   "receive", "memory",
};

enum what { FAIL, SHORT, KILL_BEFORE, KILL_HALF, KILL_AFTER };

static const struct {
    const char *name;
    enum what what;
    int error;
} whats[] = {
    {"short", SHORT, 0},
    {"kill_before", KILL_BEFORE, 0},
    {"kill_half", KILL_HALF, 0},
    {"kill_after", KILL_AFTER, 0},
    {"ENOSPC", FAIL, ENOSPC},
    {"EDQUOT", FAIL, EDQUOT},
    {"EIO", FAIL, EIO},
    {"EINTR", FAIL, EINTR},
    {"EAGAIN", FAIL, EAGAIN},
    {"EMFILE", FAIL, EMFILE},
    {"ENFILE", FAIL, ENFILE},
    {"ENOMEM", FAIL, ENOMEM},
    {"ENOLCK", FAIL, ENOLCK},
    {"EACCES", FAIL, EACCES},
    {"EPIPE", FAIL, EPIPE},
    {"ECONNRESET", FAIL, ECONNRESET},
    {"ECONNABORTED", FAIL, ECONNABORTED},
};

static struct {
    enum class class; /* CLASSES: none */
    unsigned long first, end;
    enum what what;
    int error;
    const char *counts;
} plan = {.class = CLASSES};

static atomic_ulong counts[CLASSES], hits;

/* ---- the plan ---- */

static void stop(const char *why)
{
    fprintf(stderr, "KUFSA_FAULT: %s\n", why);
    _exit(99);
}

static void read_what(const char *name)
{
    for (size_t i = 0; i < sizeof whats / sizeof *whats; i++)
        if (strcmp(name, whats[i].name) == 0) {
            plan.what = whats[i].what;
            plan.error = whats[i].error;
            return;
        }
    stop("what is to go wrong?");
}

__attribute__((constructor)) static void begin(void)
{
    char class[16], what[16];
    unsigned long first, count = 1;
    const char *fault = getenv("KUFSA_FAULT");
    const char *files = getenv("KUFSA_FILES");
    plan.counts = getenv("KUFSA_FAULT_COUNTS");
    if (files) {
        rlim_t most = strtoul(files, NULL, 10);
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){most, most});
    }
    if (!fault)
        return;
    if (sscanf(fault, "%15[a-z]:%lu:%15[A-Za-z_]:%lu", class, &first, what, &count) < 3)
        stop("CLASS:N:WHAT[:COUNT]");
    enum class found = 0;
    while (found < CLASSES && strcmp(class_names[found], class) != 0)
        found++;
    if (found == CLASSES)
        stop("no such class");
    read_what(what);
    plan.first = first;
    plan.end = first + count;
    plan.class = found; /* the last: from here on calls are met */
}

__attribute__((destructor)) static void end(void)
{
    if (!plan.counts)
        return;
    unsigned long seen[CLASSES], hit = atomic_load(&hits);
    for (int i = 0; i < CLASSES; i++)
        seen[i] = atomic_load(&counts[i]);
    FILE *file = fopen(plan.counts, "w");
    if (!file)
        return;
    for (int i = 0; i < CLASSES; i++)
        fprintf(file, "%s %lu\n", class_names[i], seen[i]);
    fprintf(file, "hits %lu\n", hit);
    fclose(file);
}

static void die(void)
{
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

/* Counts a call. True: this one must fail. */
static bool met(enum class class)
{
    unsigned long n = atomic_fetch_add(&counts[class], 1) + 1;
    if (class != plan.class || n < plan.first || n >= plan.end)
        return false;
    atomic_fetch_add(&hits, 1);
    if (plan.what == KILL_BEFORE)
        die();
    return true;
}

static bool fails(bool wrong)
{
    if (wrong && plan.what == FAIL)
        errno = plan.error;
    return wrong && plan.what == FAIL;
}

static void after(bool wrong)
{
    if (wrong && (plan.what == KILL_AFTER || plan.what == KILL_HALF))
        die();
}

static size_t part_of(bool wrong, size_t size)
{
    return wrong && (plan.what == SHORT || plan.what == KILL_HALF) && size > 1 ? size / 2 : size;
}

/* ---- the calls ---- */

/* The function of that name behind this library. */
#define NEXT(name)                                                                                 \
    static __typeof__(&name) next;                                                                 \
    if (!next)                                                                                     \
    *(void **)&next = dlsym(RTLD_NEXT, #name)

/* The class for this kind of descriptor, file or socket; CLASSES: neither. */
static enum class class_of(int fd, enum class file, enum class socket) {
    struct stat about; int error = errno; int failed = fstat(fd, &about); errno = error;
    if (failed != 0) return CLASSES;
    return S_ISREG(about.st_mode)    ? file
           : S_ISSOCK(about.st_mode) ? socket
                                     : CLASSES;
}

/* A call that moves bytes: whole, in part, or not at all. */
#define MOVE(file, socket, fd, size, call)                                                         \
    enum class class = class_of(fd, file, socket);                                                 \
    bool wrong = class != CLASSES && met(class);                                                   \
    if (fails(wrong))                                                                              \
        return -1;                                                                                 \
    size = part_of(wrong, size);                                                                   \
    ssize_t done = call;                                                                           \
    after(wrong);                                                                                  \
    return done

/* A call that does something or does not. */
#define DO(class, failed, type, call)                                                              \
    bool wrong = met(class);                                                                       \
    if (fails(wrong))                                                                              \
        return failed;                                                                             \
    type done = call;                                                                              \
    after(wrong);                                                                                  \
    return done

ssize_t write(int fd, const void *bytes, size_t size)
{
    NEXT(write);
    MOVE(WRITE, SEND, fd, size, next(fd, bytes, size));
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    NEXT(pwrite64);
    MOVE(WRITE, SEND, fd, size, next(fd, bytes, size, at));
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return pwrite64(fd, bytes, size, at);
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    NEXT(writev);
    size_t some = (size_t)count;
    MOVE(WRITE, SEND, fd, some, next(fd, parts, (int)some));
}

ssize_t read(int fd, void *bytes, size_t size)
{
    NEXT(read);
    MOVE(READ, RECEIVE, fd, size, next(fd, bytes, size));
}

ssize_t pread64(int fd, void *bytes, size_t size, off64_t at)
{
    NEXT(pread64);
    MOVE(READ, RECEIVE, fd, size, next(fd, bytes, size, at));
}

ssize_t pread(int fd, void *bytes, size_t size, off_t at)
{
    return pread64(fd, bytes, size, at);
}

int fsync(int fd)
{
    NEXT(fsync);
    DO(SYNC, -1, int, next(fd));
}

int fdatasync(int fd)
{
    NEXT(fdatasync);
    DO(SYNC, -1, int, next(fd));
}

int ftruncate64(int fd, off64_t size)
{
    NEXT(ftruncate64);
    DO(TRUNCATE, -1, int, next(fd, size));
}

int ftruncate(int fd, off_t size)
{
    return ftruncate64(fd, size);
}

int unlink(const char *path)
{
    NEXT(unlink);
    DO(UNLINK, -1, int, next(path));
}

/* The mode argument exists only if a file may be created. */
static mode_t mode_of(int flags, va_list list)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
}

int open64(const char *path, int flags, ...)
{
    NEXT(open64);
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    DO(OPEN, -1, int, next(path, flags, mode));
}

int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return open64(path, flags, mode);
}

void *mmap64(void *address, size_t size, int protection, int flags, int fd, off64_t at)
{
    NEXT(mmap64);
    if (fd < 0)
        return next(address, size, protection, flags, fd, at);
    DO(MAP, MAP_FAILED, void *, next(address, size, protection, flags, fd, at));
}

int fcntl64(int fd, int command, ...)
{
    NEXT(fcntl64);
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *); /* an int is passed in the same way */
    va_end(list);
    /* Releasing a lock never fails on a local disk. */
    if (command != F_SETLK || ((const struct flock *)argument)->l_type == F_UNLCK)
        return next(fd, command, argument);
    DO(LOCK, -1, int, next(fd, command, argument));
}

/* The system's own declaration has a union of all kinds of addresses, which ISO C does not know. */
typedef int accept_call(int fd, struct sockaddr *address, socklen_t *size, int flags);
accept_call met_accept4 __asm__("accept4");

int met_accept4(int fd, struct sockaddr *address, socklen_t *size, int flags)
{
    static accept_call *next;
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "accept4");
    DO(ACCEPT, -1, int, next(fd, address, size, flags));
}

int socket(int domain, int type, int protocol)
{
    NEXT(socket);
    DO(SOCKET, -1, int, next(domain, type, protocol));
}

/* ---- memory: the C library's own names, since dlsym itself may need some ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    return fails(met(MEMORY)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(met(MEMORY)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(met(MEMORY)) ? NULL : __libc_realloc(old, size);
}
