import type { Path } from './problems.ts';

/** Maximum length of a quoted text in a message, in UTF-16 units. */
const maxQuotedLength = 200;

/** Cuts a text from a document to a length that fits into a message, and marks the cut with "…". */
export function shorten(text: string): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`;
}

/** A list of names for a message, cut after `most` names. */
export function listed(names: readonly string[], most = 200): string {
  const shown = names.slice(0, most).map(shorten).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** Says what a value is, as the start of a sentence: `"8" is text`. */
export function whatIsGiven(value: unknown): string {
  if (value === null) return 'null is no value';
  if (Array.isArray(value)) return 'A list is given';
  if (typeof value === 'string') return `${JSON.stringify(shorten(value))} is text`;
  if (typeof value === 'boolean') return `${value} is a boolean`;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? `${value} is a number` : `${value} is not a number that JSON knows`;
  }
  return typeof value === 'object' ? 'An object is given' : `A JavaScript ${typeof value} is given`;
}

const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The message for a value of the wrong type. */
export function wrongType(value: unknown, label: string, type: string): string {
  const fraction = type === 'integer' && typeof value === 'number' && Number.isFinite(value);
  const given = fraction ? `${value} is a fraction` : whatIsGiven(value);
  return `${given}; ${label} must be ${nouns[type] ?? type}`;
}

/** How messages name a value: its key, with indexes, such as `RETRY_HTTP_CODES[0]` or `CUSTOM_SELECTORS.title`. */
export function labelOf(path: Path): string {
  const last = path.at(-1);
  const parent = path.at(-2);
  if (last === undefined) return 'a spider';
  if (typeof last === 'number') {
    return path.length === 2 && parent === 'rules'
      ? `rule ${last}`
      : `${labelOf(path.slice(0, -1))}[${last}]`;
  }
  if (path.length === 2 && parent === 'callbacks') return `callback '${shorten(last)}'`;
  if (path[0] === 'callbacks' && path.length > 2 && parent === 'extract' && path.length % 2 === 0)
    return `field '${shorten(last)}'`;
  if (path[0] === 'expect' && parent === 'fields') return `field '${shorten(last)}'`;
  if (path.length > 2 && path[0] === 'settings') return `${labelOf(path.slice(0, -1))}.${shorten(last)}`;
  return shorten(last);
}
