import type { Path } from './problems.ts';

/** Names longer than this are cut in messages: a message is read by people. */
const maxQuotedLength = 200;

export function shorten(text: string): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`;
}

/** A list for a message, cut where it gets absurd. */
export function listed(names: readonly string[], most = 200): string {
  const shown = names.slice(0, most).map(shorten).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** What a value is, as the beginning of a sentence: `"8" is text`. */
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

/** How to mend a value of the wrong type, where that is plain. */
export function wrongTypeHint(value: unknown, type: string, optional: boolean): string | null {
  if (value === null) return optional ? 'Leave it out instead.' : null;
  if (typeof value === 'string') {
    const text = value.trim();
    if (type === 'array') return text.length <= 100 ? `Write [${JSON.stringify(value)}].` : null;
    const wanted =
      type === 'boolean'
        ? /^(true|false)$/i
        : type === 'integer'
          ? /^-?(0|[1-9]\d*)$/
          : /^-?(0|[1-9]\d*)(\.\d+)?$/;
    const quoted = type !== 'string' && type !== 'object' && wanted.test(text) && text.length < 20;
    return quoted ? `Write ${text.toLowerCase()} without quotes.` : null;
  }
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return `Write "${value}" in quotes.`;
  if (type === 'boolean' && (value === 0 || value === 1)) return `Write ${value === 1}.`;
  return null;
}

/** What a value is called in a message: its key, with indexes: `RETRY_HTTP_CODES[0]`, `CUSTOM_SELECTORS.title`. */
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
  if (path.length === 3 && path[0] === 'settings') return `${parent}.${shorten(last)}`;
  return shorten(last);
}
