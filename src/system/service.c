/* SPDX-License-Identifier: MIT */
/* The protocols of sd_listen_fds(3) and sd_notify(3), which are a few lines each. */
#define _GNU_SOURCE
#include "system/service.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/text.h"

/* A number in a variable that is meant for this process; 0 if there is none. */
static int64_t own_number(const char *name, const char *process, int64_t max)
{
    int64_t pid = 0, number = 0;
    struct scan scan = {getenv(process) ? getenv(process) : ""};
    if (!scan_number(&scan, 1, INT32_MAX, &pid) || !scan_end(&scan) || pid != getpid())
        return 0;
    scan.at = getenv(name) ? getenv(name) : "";
    return scan_number(&scan, 0, max, &number) && scan_end(&scan) ? number : 0;
}

int service_sockets(void)
{
    return (int)own_number("LISTEN_FDS", "LISTEN_PID", 64);
}

bool service_socket_is(int which, const char *name)
{
    const char *names = getenv("LISTEN_FDNAMES");
    for (int i = 0; names && i < which; i++) {
        names = strchr(names, ':');
        names += names != NULL;
    }
    size_t size = names ? strcspn(names, ":") : 0;
    return names && size == strlen(name) && memcmp(names, name, size) == 0;
}

int64_t service_patience_ms(void)
{
    return own_number("WATCHDOG_USEC", "WATCHDOG_PID", INT64_MAX) / 1000;
}

void service_tell(const char *state)
{
    const char *name = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t size = name ? strlen(name) : 0;
    if (size < 2 || size >= sizeof to.sun_path || (name[0] != '/' && name[0] != '@'))
        return;
    memcpy(to.sun_path, name, size);
    if (name[0] == '@')
        to.sun_path[0] = '\0'; /* a name that is not in the file system */
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size);
    (void)!sendto(fd, state, strlen(state), MSG_NOSIGNAL | MSG_DONTWAIT,
                  (const struct sockaddr *)&to, length);
    close(fd);
}
