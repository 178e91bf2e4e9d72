import type { CallError } from '../../../shared/contract/errors.ts';
import type { RunEvent } from '../../../shared/contract/types.ts';
import type { Client } from '../../client/client.ts';
import { eventJson } from './log-kinds.ts';

const portion = 1000;

/** Which lines of a log are exported. */
export interface LogExport {
  readonly run: string;
  /** Only these kinds; none: all. */
  readonly kinds: readonly string[];
  readonly has: (event: RunEvent) => boolean;
}

/** A log as parts of one text, or the error that ended the export. */
export type ExportedLog =
  | { readonly ok: true; readonly parts: readonly string[]; readonly lines: number }
  | { readonly ok: false; readonly error: CallError };

/**
 * All lines that fit, one JSON value in each, oldest first. Read from the newest back, which ids of events allow without
 * knowing how they are made; given up when the signal says so.
 */
export async function exportLog(
  client: Pick<Client, 'call'>,
  { run, kinds, has }: LogExport,
  { signal, onLines }: { signal: AbortSignal; onLines: (lines: number) => void },
): Promise<ExportedLog> {
  const parts: string[] = [];
  let lines = 0;
  let before: string | undefined;
  for (;;) {
    const answer = await client.call(
      'runs.events',
      {
        run,
        ...(before === undefined ? {} : { before }),
        ...(kinds.length === 0 ? {} : { kinds: [...kinds] }),
        limit: portion,
      },
      { signal },
    );
    if (!answer.ok) return answer;
    const { events, more } = answer.value;
    const wanted = events.filter(has);
    if (wanted.length > 0) parts.push(`${wanted.map(eventJson).join('\n')}\n`);
    lines += wanted.length;
    onLines(lines);
    before = events[0]?.id;
    if (before === undefined || !more) return { ok: true, parts: parts.toReversed(), lines };
  }
}
