import type { JsonValue } from './json-value.ts';

/** A place where two JSON documents differ. */
export interface JsonDifference {
  /** JSON pointer: in the earlier document for what was removed, else in the later one. */
  pointer: string;
  kind: 'added' | 'removed' | 'changed';
  before?: JsonValue;
  after?: JsonValue;
}

/**
 * How two JSON documents differ, in the order of the later one. Of lists, what is equal at the beginning and at the end is left out, and
 * the rest is compared one by one.
 */
export function differencesOf(before: unknown, after: unknown, pointer = ''): JsonDifference[] {
  if (isSame(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after, pointer);
  if (isObject(before) && isObject(after)) return ofObjects(before, after, pointer);
  return [{ pointer, kind: 'changed', before: asJson(before), after: asJson(after) }];
}

function ofObjects(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  pointer: string,
): JsonDifference[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.flatMap((name): JsonDifference[] => {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Object.hasOwn(after, name)) return [{ pointer: at, kind: 'removed', before: asJson(before[name]) }];
    if (!Object.hasOwn(before, name)) return [{ pointer: at, kind: 'added', after: asJson(after[name]) }];
    return differencesOf(before[name], after[name], at);
  });
}

function ofLists(before: readonly unknown[], after: readonly unknown[], pointer: string): JsonDifference[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(before[before.length - 1 - tail], after[after.length - 1 - tail]))
    tail += 1;
  const [gone, come] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => {
    const at = `${pointer}/${head + index}`;
    if (index >= come.length) return [{ pointer: at, kind: 'removed' as const, before: asJson(gone[index]) }];
    if (index >= gone.length) return [{ pointer: at, kind: 'added' as const, after: asJson(come[index]) }];
    return differencesOf(gone[index], come[index], at);
  }).flat();
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values are the same data; the order of keys does not count. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isSame(value, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

function asJson(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(asJson);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asJson(each)]))
    : null;
}
