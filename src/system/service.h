/* SPDX-License-Identifier: MIT */
/* Talks to a service manager such as systemd. Without one, nothing happens. */
#ifndef KUFSA_SYSTEM_SERVICE_H
#define KUFSA_SYSTEM_SERVICE_H

#include <stdbool.h>
#include <stdint.h>

enum { SERVICE_SOCKET_FIRST = 3 };

/* How many sockets the manager has opened for us, from that file descriptor on. */
int service_sockets(void);

/* Is this the manager's name for the socket with this index, counted from 0? */
bool service_socket_is(int which, const char *name);

/* "READY=1", "STOPPING=1" and others of sd_notify(3). Never waits: a manager that does not read
 * must not stop the service. */
void service_tell(const char *state);

/* The manager kills a service that has not said "WATCHDOG=1" for this long; 0: it never does. */
int64_t service_patience_ms(void);

#endif
