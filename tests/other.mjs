// Programs that are not ours, and ours in a terminal of its own; and waiting for what they write.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { program } from './program.mjs';
import { sleep } from './ws.mjs';

// `text` is what it has written.
export function other(command, words, more = {}) {
  const child = spawn(command, words, { env: { PATH: process.env.PATH, ...more } });
  const talk = { child, text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      talk.text += bytes;
    });
  talk.ended = once(child, 'close');
  return talk;
}

export async function until(what, why = () => 'it never happened') {
  for (let tries = 0; !what(); tries++) {
    if (tries > 3000) throw new Error(why());
    await sleep(20);
  }
}

// In a terminal of 80 columns and 24 lines.
const TERMINAL = `import fcntl, os, pty, struct, sys, termios
child, wire = pty.fork()
if child == 0: os.execv(sys.argv[1], sys.argv[1:])
fcntl.ioctl(wire, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
while part := os.read(wire, 4096): os.write(1, part)`;

// `kufsa join` with these words; its state is in a folder.
export const terminalAt = (words, folder) =>
  other('python3', ['-c', TERMINAL, program, 'join', ...words], {
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    HOME: folder,
  });
