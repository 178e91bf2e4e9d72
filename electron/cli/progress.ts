import type { Counters } from '../../shared/contract/types.ts';
import { count, printable } from './output.ts';
import { terminalWidth } from './table.ts';

/** Shows the progress of a run: a bar that is redrawn on a terminal, occasional lines elsewhere. */
export interface Progress {
  update(counters: Counters): void;
  /** Prints a line above the bar. */
  note(line: string): void;
  /** Says that the run waits for the network, and why; null: that it continues. */
  waiting(reason: string | null): void;
  /** Removes the bar. */
  end(): void;
}

/** Milliseconds between two drawings of the bar, and between two plain lines. */
const drawEvery = 100;
const lineEvery = 5000;
const barWidth = 24;
/** Columns of a terminal that does not report its width. */
const usualWidth = 80;

/**
 * Creates the progress display on a stream.
 * @param now a monotonic clock in milliseconds
 */
export function createProgress(
  stream: NodeJS.WriteStream,
  now: () => number = () => performance.now(),
): Progress {
  const terminal = stream.isTTY;
  let drawn = false;
  let last = now();
  const clear = (): void => {
    if (drawn) stream.write('\r\u001b[2K');
    drawn = false;
  };
  const note = (line: string): void => {
    clear();
    stream.write(`${printable(line)}\n`);
  };
  return {
    note,
    waiting: (reason) =>
      note(
        reason === null
          ? 'The network is back; the run continues.'
          : `Waiting for the network. ${reason} The run continues by itself; Ctrl+C pauses it.`,
      ),
    update(counters) {
      if (now() - last < (terminal ? drawEvery : lineEvery)) return;
      last = now();
      if (!terminal) {
        stream.write(`${describe(counters)}\n`);
        return;
      }
      clear();
      const width = Math.max(10, (terminalWidth(stream) ?? usualWidth) - barWidth - 4);
      stream.write(`${bar(counters)} ${describe(counters).slice(0, width)}`);
      drawn = true;
    },
    end: clear,
  };
}

/** The share of known requests that are finished. It falls when new links are found. */
function bar({ done, failed, skipped, seen }: Counters): string {
  const share = seen === 0 ? 0 : (done + failed + skipped) / seen;
  const full = Math.round(share * barWidth);
  return `[${'█'.repeat(full)}${'░'.repeat(barWidth - full)}]`;
}

function describe({ done, failed, skipped, queued, active, seen, items }: Counters): string {
  const finished = done + failed + skipped;
  const troubles = failed > 0 ? `, ${failed} failed` : '';
  return `${finished}/${count(seen, 'page')}${troubles}, ${count(items, 'item')}, ${active} in flight, ${queued} queued`;
}
