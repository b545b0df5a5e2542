// SPDX-License-Identifier: MIT
// Looking up what the rules say about a position: what lies where, and its facts
// (src/rules/facts.def). Screens only draw it.
import type { Fact, Item, View, Zone } from './types';

export function factsOf({ facts }: Pick<View, 'facts'>, name: string): readonly Fact[] {
  return facts.filter((fact) => fact.name === name);
}

/** The first fact of this name, about this seat if one is given; undefined: it does not hold. */
export function factOf(view: Pick<View, 'facts'>, name: string, seat?: number): Fact | undefined {
  return factsOf(view, name).find((fact) => seat === undefined || fact.seat === seat);
}

/** What lies in a zone, at this seat if one is given; null: what belongs to no seat. */
export function itemsIn({ scene }: View, zone: Zone, seat?: number | null): readonly Item[] {
  return scene.filter(
    ({ place }) => place.zone === zone && (seat === undefined || place.seat === seat),
  );
}

export function countIn(view: View, zone: Zone, seat?: number): number {
  return itemsIn(view, zone, seat).reduce((sum, { count }) => sum + count, 0);
}
