// A program's clocks, which a test can set (tests/clock_shim.c), so that a minute is a moment.
import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const STEP_MS = 600; // a server believes that it was stopped after two seconds without a turn
const ALIVE_MS = 8000; // it waits 10 s for an answer to a ping

export class Clock {
  constructor(shim = 'build/release/libclock_shim.so') {
    this.folder = mkdtempSync(join(tmpdir(), 'kufsa-clock-'));
    const file = join(this.folder, 'clock');
    this.file = openSync(file, 'w');
    this.ahead = { wall: 0, sinceStart: 0, steady: 0 };
    this.set({});
    /** The environment of the program. */
    this.environment = { LD_PRELOAD: resolve(shim), KUFSA_CLOCK: file };
  }

  /** By how many milliseconds each clock is ahead. */
  set(ahead) {
    Object.assign(this.ahead, ahead);
    const bytes = Buffer.alloc(24);
    Object.values(this.ahead).forEach((ms, i) => bytes.writeBigInt64LE(BigInt(ms), 8 * i));
    writeSync(this.file, bytes, 0, bytes.length, 0);
  }

  /** So much time passes at a server, which lives through all of it: an answer is a turn. If it was
   * late for its turn and believes that it was stopped, that step did not count. */
  async pass(ms, server) {
    let stops = await server.metric('kufsa_frozen_total');
    for (let left = Math.ceil(ms); left > 0; ) {
      const step = Math.min(left, STEP_MS);
      const { sinceStart, steady } = this.ahead;
      this.set({ sinceStart: sinceStart + step, steady: steady + step });
      const now = await server.metric('kufsa_frozen_total');
      if (now === stops) left -= step;
      stops = now;
    }
  }

  /** The same for a server and a terminal that has these clocks, too. It hears a `speaker` now and
   * then, and is waited for: one who does not answer the server's pings in time is taken for dead.
   * `t` has the words. */
  async passBoth(ms, { server, speaker, terminal, t }) {
    const times = Math.ceil(ms / ALIVE_MS);
    for (let i = 0; i < times; i++) {
      const phrase = ['wait', 'hello'][i % 2];
      await speaker.does({ do: 'say', phrase });
      await terminal.until(t(`table.phrase.${phrase}`));
      await this.pass(ms / times, server);
    }
    await terminal.keys('x'); // does nothing, but now it looks at the clock
  }

  close() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
