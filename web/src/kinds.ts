// SPDX-License-Identifier: MIT
// Checks data from outside (a server, the storage) before anything else uses it. A check is the
// only statement of a shape, and its type follows: `type Place = Of<typeof isPlace>`.

export type Fits<T> = (value: unknown) => value is T;
export type Of<F> = F extends Fits<infer T> ? T : never;
type Kinds = Readonly<Record<string, Fits<unknown>>>;

/** Members that may be undefined may be missing. */
type All<K extends Kinds> = {
  readonly [N in keyof K as undefined extends Of<K[N]> ? never : N]: Of<K[N]>;
} & { readonly [N in keyof K as undefined extends Of<K[N]> ? N : never]?: Of<K[N]> };
type Any<K extends Kinds> = { readonly [N in keyof K]?: Of<K[N]> };

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export const isOneOf =
  <const V extends readonly unknown[]>(...values: V): Fits<V[number]> =>
  (value): value is V[number] =>
    values.includes(value);

export const either =
  <F extends readonly Fits<unknown>[]>(...kinds: F): Fits<Of<F[number]>> =>
  (value): value is Of<F[number]> =>
    kinds.some((fits) => fits(value));

export const orNull = <T>(fits: Fits<T>) => either(isOneOf(null), fits);
export const maybe = <T>(fits: Fits<T>) => either(isOneOf(undefined), fits);

export const isListOf =
  <T>(fits: Fits<T>, most = Number.POSITIVE_INFINITY): Fits<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every(fits);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isMapOf =
  <T>(fits: Fits<T>): Fits<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(fits);

/** Has these members, each valid; other members do not matter. */
export const hasAll =
  <K extends Kinds>(kinds: K): Fits<All<K>> =>
  (value): value is All<K> =>
    isObject(value) && Object.entries(kinds).every(([name, fits]) => fits(value[name]));

/** Those of these members that are present are valid. */
export function hasAny<K extends Kinds>(kinds: K): Fits<Any<K>> {
  const each = Object.entries(kinds).map(([name, fits]) => [name, maybe(fits)] as const);
  return hasAll(Object.fromEntries(each)) as Fits<Any<K>>;
}
