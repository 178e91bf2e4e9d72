import type { Change } from './flatten.ts';

/** Collects what a format changed or left out, and tells it in sentences. */
export interface Notes {
  change(change: Change | 'formula' | 'dropped', column: string): void;
  sentences(): string[];
}

const sentences: Record<Change | 'formula' | 'dropped', (count: number, columns: string) => string> = {
  dotted: (_, columns) => `Nested objects became dotted columns: ${columns}.`,
  joined: (count, columns) => `${values(count, 'list was', 'lists were')} joined with ", ": ${columns}.`,
  json: (count, columns) =>
    `${values(count, 'nested value was', 'nested values were')} written as JSON: ${columns}.`,
  renamed: (_, columns) => `Fields whose name was taken got the prefix "metadata.": ${columns}.`,
  blank: (count, columns) =>
    `${values(count, 'empty text looks', 'empty texts look')} like a missing value in CSV: ${columns}.`,
  formula: (count, columns) =>
    `${values(count, 'cell begins', 'cells begin')} like a formula; they are exact, but open the file as text in a spreadsheet: ${columns}.`,
  dropped: (count, columns) =>
    `${values(count, 'value was', 'values were')} left out, because columns were chosen: ${columns}.`,
};

/** Columns that are named in a sentence. */
const namedColumns = 8;

export function createNotes(): Notes {
  const found = new Map<Change | 'formula' | 'dropped', { count: number; columns: Set<string> }>();
  return {
    change(change, column) {
      const entry = found.get(change) ?? { count: 0, columns: new Set<string>() };
      entry.count += 1;
      entry.columns.add(column);
      found.set(change, entry);
    },
    sentences: () =>
      [...found].map(([change, { count, columns }]) => {
        const names = [...columns].slice(0, namedColumns).join(', ');
        const more = columns.size > namedColumns ? ` and ${columns.size - namedColumns} more` : '';
        return sentences[change](count, names + more);
      }),
  };
}

function values(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
