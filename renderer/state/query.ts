import { useCallback, useSyncExternalStore } from 'react';
import type { CallArgs, CallName, CallValue } from '../../shared/contract/index.ts';
import type { CallError } from '../../shared/contract/errors.ts';
import type { Client } from '../client/client.ts';
import { getClient } from './client.ts';

/** What is known about a reading call. `value` stays while it is read again, so that screens do not flicker. */
export interface QueryState<T> {
  readonly value: T | null;
  readonly error: CallError | null;
  /** Nothing is known yet. */
  readonly loading: boolean;
  /** Whether it is being read, for the first time or again. */
  readonly fetching: boolean;
}

interface Entry {
  readonly name: CallName;
  readonly args: unknown;
  state: QueryState<unknown>;
  stale: boolean;
  abort: AbortController | null;
  readonly listeners: Set<() => void>;
  /** To evict the least recently used. */
  usedAt: number;
}

const unread: QueryState<never> = { value: null, error: null, loading: true, fetching: false };
/** The most answers that are cached for screens that are not shown. */
const keptEntries = 100;
/** By client: what one host answered is not shown for another. */
const entriesOf = new WeakMap<Client, Map<string, Entry>>();
let clock = 0;

function currentEntries(): Map<string, Entry> {
  const client = getClient();
  const known = entriesOf.get(client);
  if (known !== undefined) return known;
  const entries = new Map<string, Entry>();
  entriesOf.set(client, entries);
  return entries;
}

/** JSON with sorted keys: equal arguments give equal texts. */
export function keyOf(name: string, args: unknown): string {
  return `${name} ${JSON.stringify(args, (_, value: unknown) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  })}`;
}

function entryOf(name: CallName, args: unknown): Entry {
  const key = keyOf(name, args);
  const entries = currentEntries();
  let entry = entries.get(key);
  if (entry === undefined) {
    forgetOld(entries);
    entry = { name, args, state: unread, stale: true, abort: null, listeners: new Set(), usedAt: 0 };
    entries.set(key, entry);
  }
  entry.usedAt = ++clock;
  return entry;
}

/** Makes room for one more entry. */
function forgetOld(entries: Map<string, Entry>): void {
  if (entries.size < keptEntries) return;
  const unused = [...entries].filter(([, entry]) => entry.listeners.size === 0);
  unused.sort(([, a], [, b]) => a.usedAt - b.usedAt);
  for (const [key] of unused.slice(0, entries.size - keptEntries + 1)) entries.delete(key);
}

function publish(entry: Entry, state: QueryState<unknown>): void {
  entry.state = state;
  for (const listener of entry.listeners) listener();
}

async function read(entry: Entry): Promise<void> {
  entry.abort?.abort();
  const abort = new AbortController();
  entry.abort = abort;
  entry.stale = false;
  publish(entry, { ...entry.state, fetching: true });
  // The arguments belong to the name, but the type of the map of entries cannot express that.
  const answer = await callUnchecked(entry.name, entry.args, abort.signal);
  if (entry.abort !== abort) return;
  entry.abort = null;
  if (answer.ok) publish(entry, { value: answer.value, error: null, loading: false, fetching: false });
  else if (answer.error.code !== 'cancelled') {
    publish(entry, { value: entry.state.value, error: answer.error, loading: false, fetching: false });
  }
}

function callUnchecked(name: CallName, args: unknown, signal: AbortSignal) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see read(): name and args came in together
  return getClient().call(name, args as CallArgs<typeof name>, { signal });
}

/** The answer of a reading call as it was read last, without asking; null: it is not known. */
export function knownValue<N extends CallName>(name: N, args: CallArgs<N>): CallValue<N> | null {
  const known = currentEntries().get(keyOf(name, args))?.state.value ?? null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entry of this key holds the answer of this call
  return known as CallValue<N> | null;
}

/** Invalidates matching answers: shown ones are read again at once, others when they are next shown. */
export function invalidate(fits: (name: CallName, args: unknown) => boolean): void {
  for (const entry of currentEntries().values()) {
    if (!fits(entry.name, entry.args)) continue;
    entry.stale = true;
    if (entry.listeners.size > 0) void read(entry);
  }
}

/**
 * The answer of a reading call, kept up to date: components that ask the same share one answer; it is read again when
 * `invalidate` says so, and given up when nobody looks any more. `args` null: nothing is asked yet.
 */
export function useCall<N extends CallName>(
  name: N,
  args: CallArgs<N> | null,
): QueryState<CallValue<N>> & { refresh: () => void } {
  const key = args === null ? null : keyOf(name, args);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (key === null) return () => {};
      // The arguments are parsed from the key, because the objects may be new in every render while the key is equal.
      const entry = entryOf(name, JSON.parse(key.slice(name.length + 1)));
      entry.listeners.add(listener);
      if (entry.stale && entry.abort === null) void read(entry);
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size > 0 || entry.abort === null) return;
        entry.abort.abort();
        entry.abort = null;
        entry.stale = true;
        entry.state = { ...entry.state, fetching: false };
      };
    },
    [name, key],
  );
  const state = useSyncExternalStore(subscribe, () =>
    key === null ? unread : (currentEntries().get(key)?.state ?? unread),
  );
  const refresh = useCallback(() => {
    const entry = key === null ? undefined : currentEntries().get(key);
    if (entry !== undefined) void read(entry);
  }, [key]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entry of this key holds the answer of this call
  return { ...(state as QueryState<CallValue<N>>), refresh };
}
