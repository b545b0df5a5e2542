#!/usr/bin/env python3
"""Plays a whole game against a computer player, through the server's protocol (docs/protocol.md).

    client.py [GAME] [HOST:PORT]

Needs nothing but Python. It opens a table, takes the first seat, puts a bot on each other one and
plays the first legal move it is offered.
"""
import base64, json, os, socket, sys, urllib.request

GAME = sys.argv[1] if len(sys.argv) > 1 else "gobblet"
PLACE = sys.argv[2] if len(sys.argv) > 2 else "localhost:8080"


class WebSocket:
    """Just enough of RFC 6455: text messages, and answers to pings."""

    def __init__(self, place):
        host, port = place.rsplit(":", 1)
        self.file = socket.create_connection((host, int(port))).makefile("rwb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.file.write(f"GET /ws HTTP/1.1\r\nHost: {place}\r\nConnection: Upgrade\r\n"
                        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode())
        self.file.flush()
        assert b" 101 " in self.file.readline(), "the server wants no WebSocket"
        while self.file.readline() != b"\r\n":
            pass

    def write(self, opcode, payload):
        size, mask = len(payload), os.urandom(4)
        head = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.file.write(bytes([128 | opcode]) + head + mask + masked)
        self.file.flush()

    def send(self, **message):
        self.write(1, json.dumps(message).encode())

    def receive(self):
        while True:
            opcode, size = self.file.read(1)[0] & 15, self.file.read(1)[0] & 127
            if size > 125:
                size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big")
            payload = self.file.read(size)
            if opcode == 9:
                self.write(10, payload)
            elif opcode == 1:
                return json.loads(payload)


body = json.dumps({"game": GAME}).encode()
request = urllib.request.Request(f"http://{PLACE}/api/tables", body,
                                 {"content-type": "application/json"})
table = json.load(urllib.request.urlopen(request))
ws, cid = WebSocket(PLACE), 0


def do(**command):
    """Gives a command; returns its answer. The news that come before it are looked at, too."""
    global cid
    cid += 1
    ws.send(cid=cid, **command)
    while True:
        message = look(ws.receive())
        if message.get("cid") == cid:
            assert message["do"] in ("ok", "legal", "stale"), message
            return message


def look(message):
    if "position" in message:
        view.clear()
        view.update(message)
    return message


view = {}
ws.send(do="hello", table=table["table"], token=table["token"])
assert ws.receive()["do"] == "welcome"
seats = look(ws.receive())["seats"]
do(do="sit", seat=0, name="Python")
for seat in range(1, len(seats)):
    do(do="bot", seat=seat, level="gentle")
do(do="start")
while "end" not in view:
    moves = view.get("legal")
    if not moves:
        look(ws.receive())
        continue
    if isinstance(moves, int):  # too many to be told unasked
        moves = do(do="legal")["legal"]
    window = {"window": view["window"]} if "window" in view else {}
    do(do="move", move=moves[0], base=view["v"], **window)
print(view["end"], "places:", view["places"])
