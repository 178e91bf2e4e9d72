import { readFileSync } from 'node:fs';
import { convert, NotConvertible } from '../../../electron/converters/convert.ts';
import type { ConvertSource } from '../../../shared/spider/convert-sources.ts';

/** Where the sources of other tools lie, each with what becomes of it. */
export const converterFixtures = new URL('../../fixtures/converters/', import.meta.url);

/** The text of a fixture. */
export const fixtureText = (name: string): string => readFileSync(new URL(name, converterFixtures), 'utf8');

/** What becomes of files: of each spider its document and its report; a text: why nothing becomes of them. */
export function outcomeOf(from: ConvertSource | null, files: readonly { name: string; text: string }[]) {
  try {
    return convert(from, files).spiders.map(({ text, report }) => ({
      document: text === null ? null : (JSON.parse(text) as unknown),
      report,
    }));
  } catch (error) {
    if (error instanceof NotConvertible) return error.message;
    throw error;
  }
}
