import type { RunEvent } from '../../../shared/contract/types.ts';

/** Lines kept in the window; of more the oldest are let go, and read again when they are asked for. */
export const maxLines = 20_000;

/** The lines of a log that the window holds. */
export interface LogLines {
  readonly events: readonly RunEvent[];
  /** Whether there are older ones than the first. */
  readonly older: boolean;
  /** Came while the log was held; they follow when it goes on. */
  readonly held: readonly RunEvent[];
  /** Of those that were held, how many had to be let go. */
  readonly lost: number;
}

/** A log of which nothing is loaded. */
export const noLines: LogLines = { events: [], older: false, held: [], lost: 0 };

/** Adds what has just happened: at the end, or to what is held. What is there already is left out. */
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

/** Adds older ones at the beginning. */
export function withOlder(lines: LogLines, events: readonly RunEvent[], more: boolean): LogLines {
  return {
    ...lines,
    events: [...withoutKnown(events, lines.events.slice(0, 1000)), ...lines.events],
    older: more,
  };
}

/** Lets what was held follow. */
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
