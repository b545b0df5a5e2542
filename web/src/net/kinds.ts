// SPDX-License-Identifier: MIT
// Is a thing from elsewhere (a server, a storage) what it should be? Nobody looks at it before.

export type Fits = (value: unknown) => boolean;
export type Kinds = Readonly<Record<string, Fits>>;

export const isText: Fits = (value) => typeof value === 'string';
export const isNumber: Fits = (value) => Number.isFinite(value);
export const isBoolean: Fits = (value) => typeof value === 'boolean';
export const isNull: Fits = (value) => value === null;

export const either =
  (...kinds: readonly Fits[]): Fits =>
  (value) =>
    kinds.some((fits) => fits(value));

export const isOneOf =
  (...values: readonly unknown[]): Fits =>
  (value) =>
    values.includes(value);

export const isListOf =
  (fits: Fits): Fits =>
  (value) =>
    Array.isArray(value) && value.every(fits);

const membersOf = (thing: unknown): Readonly<Record<string, unknown>> | null =>
  typeof thing === 'object' && thing !== null && !Array.isArray(thing)
    ? (thing as Readonly<Record<string, unknown>>)
    : null;

export const isMapOf =
  (fits: Fits): Fits =>
  (thing) => {
    const members = membersOf(thing);
    return members !== null && Object.values(members).every(fits);
  };

/** Has these members, each as it should be; others do not matter. */
export const hasAll =
  (kinds: Kinds): Fits =>
  (thing) => {
    const members = membersOf(thing);
    return members !== null && Object.entries(kinds).every(([name, fits]) => fits(members[name]));
  };

export const maybe =
  (fits: Fits): Fits =>
  (value) =>
    value === undefined || fits(value);

/** Those of these members that are there are as they should be. */
export const hasAny = (kinds: Kinds): Fits =>
  hasAll(Object.fromEntries(Object.entries(kinds).map(([name, fits]) => [name, maybe(fits)])));
