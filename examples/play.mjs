// A whole game of Super Taki among three computer players: npm install kufsa; node play.mjs
import { position } from 'kufsa';
import { best } from 'kufsa/bots';

let p = position('taki', 7, { seats: 3 });
while (!p.over) {
  const seat = p.actors[0];
  p = p.play(best(p, { level: 'casual', seat, seed: p.ply }).move, seat);
}
console.log(`After ${p.ply} moves the places are ${p.places}: ${p.text}`);
