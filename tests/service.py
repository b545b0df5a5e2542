# SPDX-License-Identifier: MIT
"""What systemd does for a service with a socket: opens the sockets, starts the program with them,
and listens to what it tells (sd_notify), a line each on standard output.
usage: service.py [--deaf] ADDRESS… -- PROGRAM WORD…
ADDRESS: 127.0.0.1 or ::; the port is any free one. --deaf: there is no room for what it is told.
"""

import os
import signal
import socket
import sys
import tempfile
import threading

FIRST = 3


def listener(address: str) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    made.bind((address, 0))
    made.listen()
    print("listening", made.getsockname()[1], flush=True)
    return made


def start(sockets: list[socket.socket], command: list[str], notify: str) -> int:
    child = os.fork()
    if child:
        return child
    copies = [os.dup(made.fileno()) for made in sockets]
    out_of_the_way = [os.dup2(copy, 100 + i) for i, copy in enumerate(copies)]
    for i, copy in enumerate(out_of_the_way):
        os.dup2(copy, FIRST + i, inheritable=True)
    own = {"LISTEN_FDS": str(len(sockets)), "LISTEN_PID": str(os.getpid())}
    watch = {"NOTIFY_SOCKET": notify, "WATCHDOG_USEC": "9000000", "WATCHDOG_PID": str(os.getpid())}
    os.execve(command[0], command, {**os.environ, **own, **watch})


def fill(path: str) -> list[socket.socket]:
    """Sends until nobody can send any more. One sender's own buffer may be full earlier."""
    senders = []
    while True:
        sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        sender.setblocking(False)
        senders.append(sender)
        count = 0
        try:
            while True:
                sender.sendto(b"X=1", path)
                count += 1
        except BlockingIOError:
            if count == 0:
                return senders


def main() -> None:
    split = sys.argv.index("--")
    deaf = sys.argv[1] == "--deaf"
    sockets = [listener(address) for address in sys.argv[1 + deaf : split]]
    with tempfile.TemporaryDirectory() as folder:
        told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        told.bind(f"{folder}/notify")
        senders = fill(f"{folder}/notify") if deaf else []
        child = start(sockets, sys.argv[split + 1 :], f"{folder}/notify")
        signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))

        def listen() -> None:
            while True:
                print("told", told.recv(4096).decode(), flush=True)

        if not deaf:
            threading.Thread(target=listen, daemon=True).start()
        _, status = os.waitpid(child, 0)
        print("ended", os.waitstatus_to_exitcode(status), flush=True)
        for sender in senders:
            sender.close()


main()
