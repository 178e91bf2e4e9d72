import type { QueueEntry } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { selectedCount, type Selection } from '../../ui/table/selection.ts';
import type { RowSource } from '../../ui/table/types.ts';
import { filterArgs, type QueueFilter } from './queue-filter.ts';

/** The most entries that one action is for. */
const maxChosen = 1000;

/** The entries that were read last, by their place in the list. */
export class ReadEntries {
  readonly #entries = new Map<number, QueueEntry>();
  readonly #listeners = new Set<() => void>();

  /** Keeps what was read from `offset` on, of `total`. */
  note(offset: number, entries: readonly QueueEntry[], total: number): void {
    for (const [index, entry] of entries.entries()) this.#entries.set(offset + index, entry);
    for (const index of this.#entries.keys()) if (index >= total) this.#entries.delete(index);
    for (const listener of this.#listeners) listener();
  }

  /** Tells when entries were read. @returns ends it */
  onNote(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Where an entry stands; undefined: it was not read. */
  indexOf(id: string): number | undefined {
    for (const [index, entry] of this.#entries) if (entry.id === id) return index;
    return undefined;
  }

  at(index: number): QueueEntry | undefined {
    return this.#entries.get(index);
  }

  /** The entries of a selection that were read, in their order, at most `maxChosen`. */
  chosen(selection: Selection): QueueEntry[] {
    if (selectedCount(selection) === 0) return [];
    const found: QueueEntry[] = [];
    for (const [first, last] of selection) {
      for (let row = first; row <= last && found.length < maxChosen; row += 1) {
        const entry = this.#entries.get(row);
        if (entry !== undefined) found.push(entry);
      }
    }
    return found;
  }
}

interface SourceOptions {
  version: number;
  read: ReadEntries;
  onTotal: (total: number) => void;
}

/** The entries that fit a filter, for a table: those that run, pending ones in their order, ended ones. */
export function queueSource(
  filter: QueueFilter,
  { version, read, onTotal }: SourceOptions,
): RowSource<QueueEntry> {
  return {
    key: JSON.stringify(filter),
    count: null,
    version,
    async load(offset, limit, signal) {
      const answer = await getClient().call(
        'queue.list',
        { ...filterArgs(filter), offset, limit },
        { signal },
      );
      if (!answer.ok) return answer;
      const { entries, total } = answer.value;
      read.note(offset, entries, total);
      onTotal(total);
      return { ok: true, rows: entries, count: total };
    },
  };
}
