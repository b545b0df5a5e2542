#!/usr/bin/env python3
"""client.py [GAME [HOST:PORT]]: plays a whole game against bots at a server, always the first move
that is legal. What is said is explained in docs/protocol.md."""
import base64, itertools, json, os, socket, sys, urllib.request

game = sys.argv[1] if len(sys.argv) > 1 else "gobblet"
place = sys.argv[2] if len(sys.argv) > 2 else "localhost:8080"
opening = urllib.request.Request(f"http://{place}/api/tables", json.dumps({"game": game}).encode(),
                                 {"content-type": "application/json"})
table = json.load(urllib.request.urlopen(opening))

def connect(path):
    """A WebSocket (RFC 6455): an HTTP request, then frames. The ones we send are masked."""
    global wire, stream
    key = base64.b64encode(os.urandom(16)).decode()
    wire = socket.create_connection(place.rsplit(":", 1))
    wire.sendall(f"GET {path} HTTP/1.1\r\nHost: {place}\r\nConnection: Upgrade\r\n"
                 f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                 f"Sec-WebSocket-Key: {key}\r\n\r\n".encode())
    stream = wire.makefile("rb")
    while stream.readline() != b"\r\n": pass
    send(json.dumps({"do": "hello", "table": table["table"], "token": table["token"]}).encode())

def send(text, opcode=1):
    size, mask = len(text), os.urandom(4)
    head = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
    text = bytes(byte ^ mask[i % 4] for i, byte in enumerate(text))
    wire.sendall(bytes([128 | opcode]) + head + mask + text)

def receive():
    """The next message, or {}. The last one that showed the position is our `view`."""
    global view
    opcode, size = (byte & 127 for byte in stream.read(2))
    if size > 125:
        size = int.from_bytes(stream.read(2 if size == 126 else 8), "big")
    text = stream.read(size)
    if opcode == 9:  # a ping
        send(text, 10)
    message = json.loads(text) if opcode == 1 else {}
    view = message if "position" in message else view
    return message

def do(**command):
    """Gives a command; returns its answer, which comes behind the news that it causes."""
    send(json.dumps({"cid": (cid := next(numbers)), **command}).encode())
    while (message := receive()).get("cid") != cid: pass
    assert message["do"] != "error", message
    return message

view, numbers = {}, itertools.count(1)
connect(table.get("home", "/ws"))
while (message := receive())["do"] == "elsewhere":  # another server has the table
    connect(message["to"])
for seat in range(1, len(receive()["seats"])):
    do(do="bot", seat=seat, level="gentle")
do(do="sit", seat=0, name="Python")
do(do="start")
while "end" not in view:
    if legal := view.get("legal"):  # a number where there are many: then they are asked for
        moves = legal if isinstance(legal, list) else do(do="legal")["legal"]
        about = "window" if "window" in view else "base"
        do(do="move", move=moves[0], **{about: view.get("window", view["v"])})
    else:
        receive()
print(view["end"], "places:", view["places"])
