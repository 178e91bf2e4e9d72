import type { RunDetails } from '../../../shared/contract/types.ts';

type Reason = RunDetails['reasons'][number];

/** Requests that failed or were skipped for the same kind of reason. */
export interface ReasonGroup {
  readonly state: Reason['state'];
  /** Their common text, with "…" for the parts that differ. */
  readonly text: string;
  readonly count: number;
  /** A part that all of them hold, for finding their requests. */
  readonly search: string;
}

/** The parts in which similar reasons differ: URLs, hosts with a port, addresses and quoted texts. */
const particulars =
  /https?:\/\/[^\s,;)"”]+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\b[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?=\s)/giu;
const mark = '\u0000';

/** Groups reasons that differ only in such parts, most frequent first. */
export function groupReasons(reasons: readonly Reason[]): ReasonGroup[] {
  const groups = new Map<string, { first: Reason; masked: string; kinds: Set<string>; count: number }>();
  for (const reason of reasons) {
    const masked = reason.reason.replace(particulars, (found) => (isSetting(found) ? found : mark));
    const key = `${reason.state}${masked}`;
    const group = groups.get(key) ?? { first: reason, masked, kinds: new Set<string>(), count: 0 };
    group.kinds.add(reason.reason);
    group.count += reason.count;
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ first, masked, kinds, count }) => ({
      state: first.state,
      text: kinds.size === 1 ? first.reason : masked.replaceAll(mark, '…'),
      count,
      search: kinds.size === 1 ? first.reason : longest(masked.split(mark)),
    }))
    .sort((a, b) => b.count - a.count);
}

/** "robots.txt" looks like a host, but is part of the reason. */
const isSetting = (text: string) => /^robots\.txt$/iu.test(text);

const longest = (parts: readonly string[]) =>
  parts.map((part) => part.trim()).reduce((best, part) => (part.length > best.length ? part : best), '');
