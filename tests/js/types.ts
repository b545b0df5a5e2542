// The package's types, as a strict program uses them.
import { type Fact, games, IllegalMove, type Position, position, Refused } from 'kufsa';
import { type Advice, best, levels, think } from 'kufsa/bots';
import { sentence } from 'kufsa/words';

const p: Position = position('iota', 7n, { seats: 3, options: { deck: 'half' } });
const next: Position = p.play(p.legal(0)[0] ?? 'pass', 0);
const facts: readonly Fact[] = next.facts;
const points: readonly number[] | null = next.points;
const seat: number | 'spectator' | null = p.view(1).viewer;
const advice: Advice = best(p, { level: levels[0] ?? 'gentle', nodes: 10, seat: 0 });
const later: Promise<Advice> = think(p, { signal: new AbortController().signal });
const why: string | null = p.why('pass', 0);
if (why !== null) throw new IllegalMove(sentence(why, 'he'));
// @ts-expect-error a position cannot be changed
p.text = '';
// @ts-expect-error nor made by hand
p.bytes;
export default [games, facts, points, seat, advice, later, Refused];
