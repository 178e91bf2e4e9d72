import { readFreeForm } from './datetime/free-form.ts';
import { formatInstant } from './datetime/instant.ts';
import { readWithFormat } from './datetime/with-format.ts';
import { stripSpace } from './text.ts';

/**
 * Reads a date and time and gives it in ISO 8601 (`2024-03-05T22:30:00`), with the offset where the text tells one ("+00:00"
 * for Z). With a format: as Python's `datetime.strptime`, white space at both ends apart. Without: common forms in many
 * languages; of an ambiguous 01/02/2024 the month comes first, as in python-dateutil. A date without its day, month or year is
 * no date: null, never completed from today's.
 */
export function parseDatetime(text: string, format?: string): string | null {
  const trimmed = stripSpace(text);
  const instant = format === undefined ? readFreeForm(trimmed) : readWithFormat(trimmed, format);
  return instant === null ? null : formatInstant(instant);
}
