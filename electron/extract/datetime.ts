import { readFreeForm } from './datetime/free-form.ts';
import { formatInstant } from './datetime/instant.ts';
import { readWithFormat } from './datetime/with-format.ts';
import { stripSpace } from './text.ts';

/**
 * Reads a date and time, and returns it in ISO 8601 (`2024-03-05T22:30:00`), with the offset if the text has one ("+00:00" for
 * Z). With a format: like Python's `datetime.strptime`, ignoring white space at both ends. Without a format: common forms in
 * many languages; 01/02/2024 is month first, as in python-dateutil. Returns null for a date without day, month or year.
 */
export function parseDatetime(text: string, format?: string): string | null {
  const trimmed = stripSpace(text);
  const instant = format === undefined ? readFreeForm(trimmed) : readWithFormat(trimmed, format);
  return instant === null ? null : formatInstant(instant);
}
