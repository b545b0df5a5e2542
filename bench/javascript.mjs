// Moves per second through the JavaScript package, by processor time: the legal moves as texts,
// then one of them played. Prints figures and judges nothing.
//   make npm && node bench/javascript.mjs build/npm/package [SECONDS]
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder = 'build/npm/package', seconds = '2'] = process.argv.slice(2);
const { games, position } = await import(pathToFileURL(resolve(folder, 'index.js')));
const PLIES = 200;

for (const { name } of games) {
  const begun = performance.now();
  const spent = process.cpuUsage();
  let moves = 0;
  for (let seed = 1; performance.now() - begun < Number(seconds) * 1000; seed++) {
    let p = position(name, seed);
    for (let ply = 0; ply < PLIES && !p.over; ply++, moves++) {
      const [seat] = p.actors;
      const legal = p.legal(seat);
      p = p.play(legal[(moves * 7919) % legal.length], seat);
    }
  }
  const { user, system } = process.cpuUsage(spent);
  console.log(`${name.padEnd(10)}${Math.round(moves / ((user + system) / 1e6))}`);
}
