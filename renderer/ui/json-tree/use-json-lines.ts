import { useMemo, useState } from 'react';
import type { JsonValue } from '../../../shared/json-value.ts';
import { findInJson, linesOf, shownAtOnce, type JsonLine } from './nodes.ts';

/** The lines of a tree, and what opens and closes them. */
interface JsonLines {
  readonly lines: readonly JsonLine[];
  /** Paths of the lines that hold the text that is searched for. */
  readonly matches: ReadonlySet<string>;
  /** Whether a long text is shown whole. */
  isWhole: (line: JsonLine) => boolean;
  isOpen: (line: JsonLine) => boolean;
  /** Opens or closes a nested value, shows a long text whole or not, shows more of a long list. */
  toggle: (line: JsonLine, open?: boolean) => void;
  /** Opens everything, or closes all but the root. */
  toggleAll: (open: boolean) => void;
}

/** Characters of a text from which on it may not fit into its line. */
const longText = 80;

/** Whether the value is a text that is cut until it is opened. */
export const isLong = ({ value }: JsonLine) => typeof value === 'string' && value.length > longText;

/** The lines to show: open down to the depth `openTo`, and around what is searched for; the rest by hand. */
export function useJsonLines(value: JsonValue, search: string, openTo: number): JsonLines {
  /** What was opened or closed by hand; the rest follows `openTo` and the search. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** Long texts that are shown whole. */
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const found = useMemo(() => findInJson(value, search), [value, search]);
  const lines = useMemo(
    () =>
      linesOf(
        value,
        (path, depth) => toggled.get(path) ?? (depth < openTo || found.parents.has(path)),
        (path) => limits.get(path) ?? shownAtOnce,
      ),
    [value, toggled, limits, openTo, found],
  );
  const isWhole = (line: JsonLine) => whole.has(line.path);
  return {
    lines,
    matches: found.matches,
    isWhole,
    isOpen: (line) => (line.size === null ? isWhole(line) || !isLong(line) : line.open),
    toggle(line, open = !line.open) {
      if (line.more !== null) {
        const parent = line.path.slice(0, -2);
        setLimits(new Map(limits).set(parent, (limits.get(parent) ?? shownAtOnce) + 5 * shownAtOnce));
      } else if (line.size !== null && line.size > 0) {
        setToggled(new Map(toggled).set(line.path, open));
      } else if (isLong(line)) {
        const next = new Set(whole);
        if (!next.delete(line.path)) next.add(line.path);
        setWhole(next);
      }
    },
    toggleAll: (open) => setToggled(new Map(everyPath(value).map((path) => [path, open || path === '']))),
  };
}

/** The paths of all nested values; of very large ones the first few thousand. */
function everyPath(value: JsonValue): string[] {
  return linesOf(value, () => true)
    .filter((line) => line.size !== null)
    .slice(0, 5000)
    .map((line) => line.path);
}
