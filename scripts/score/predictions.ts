import { existsSync, readFileSync } from 'node:fs';
import { isRecord } from './sets.ts';
import type { Predicted } from './table.ts';

/** Reads what an extractor found, by page; null where there is no such file. What is no text counts as not found. */
export function readPredictions(file: string): Map<string, Predicted> | null {
  if (!existsSync(file)) return null;
  const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(found)) throw new Error(`${file} holds no object of pages by id.`);
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return new Map(
    Object.entries(found).map(([id, value]) => {
      const page = isRecord(value) ? value : {};
      return [
        id,
        {
          title: text(page['title']),
          author: text(page['author']),
          date: text(page['date']),
          text: text(page['text']) ?? '',
        },
      ];
    }),
  );
}
