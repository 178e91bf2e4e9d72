import type { RunEvent } from '../../../shared/contract/types.ts';

/** The most lines in the window; the oldest are dropped, and read again on demand. */
export const maxLines = 20_000;

/** The lines of a log that the window holds. */
export interface LogLines {
  readonly events: readonly RunEvent[];
  /** Whether there are older ones than the first. */
  readonly older: boolean;
  /** Lines that arrived while the log was paused. */
  readonly held: readonly RunEvent[];
  /** How many lines that arrived while paused were dropped. */
  readonly lost: number;
}

/** A log of which nothing is loaded. */
export const noLines: LogLines = { events: [], older: false, held: [], lost: 0 };

/** Adds new events at the end, or to those held back. Known events are ignored. */
export function withNewer(lines: LogLines, events: readonly RunEvent[], isHeld: boolean): LogLines {
  const fresh = withoutKnown(events, [...lines.events.slice(-1000), ...lines.held.slice(-1000)]);
  if (fresh.length === 0) return lines;
  if (isHeld) {
    const held = [...lines.held, ...fresh];
    const cut = Math.max(0, held.length - maxLines);
    return { ...lines, held: held.slice(cut), lost: lines.lost + cut };
  }
  return capped({ ...lines, events: [...lines.events, ...fresh] });
}

/** Adds older events at the beginning. */
export function withOlder(lines: LogLines, events: readonly RunEvent[], more: boolean): LogLines {
  return {
    ...lines,
    events: [...withoutKnown(events, lines.events.slice(0, 1000)), ...lines.events],
    older: more,
  };
}

/** Appends the lines that were held back. */
export const released = (lines: LogLines): LogLines =>
  capped({ ...lines, events: [...lines.events, ...lines.held], held: [], lost: 0 });

function capped(lines: LogLines): LogLines {
  const cut = lines.events.length - maxLines;
  return cut <= 0 ? lines : { ...lines, events: lines.events.slice(cut), older: true };
}

function withoutKnown(events: readonly RunEvent[], known: readonly RunEvent[]): RunEvent[] {
  const ids = new Set(known.map(({ id }) => id));
  return events.filter(({ id }) => !ids.has(id) && ids.add(id));
}
