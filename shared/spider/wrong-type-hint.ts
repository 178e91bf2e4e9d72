import { isObject, memberOf, type PlainObject } from './plain.ts';
import type { Path } from './problems.ts';
import { readCss } from '../selectors/read-css.ts';
import { processorSchemas } from './schema.ts';
import { readAddress, readDomain } from './web-address.ts';

/** Keys whose values may be any text; other texts must be selectors, names or URLs. */
const anyText = new Set([
  'description',
  'tags',
  'allow',
  'deny',
  'old',
  'new',
  'separator',
  'USER_AGENT',
  'DEFAULT_REQUEST_HEADERS',
]);

/**
 * Returns a hint on how to fix a value of the wrong type, or null. The suggested value is checked against the schema, so
 * that it does not cause the next error.
 *
 * @param optional whether the key may be left out
 */
export function wrongTypeHint(
  value: unknown,
  path: Path,
  { schema, optional }: { schema: PlainObject; optional: boolean },
): string | null {
  if (value === null) return optional ? 'Leave it out instead.' : null;
  const [type] = [schema.type].flat();
  if (typeof value === 'string') return hintForText(value, path, schema);
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return path.some((step) => anyText.has(String(step))) ? `Write "${value}" in quotes.` : null;
  if (type === 'boolean' && (value === 0 || value === 1)) return `Write ${value === 1}.`;
  return null;
}

function hintForText(value: string, path: Path, schema: PlainObject): string | null {
  const [type] = [schema.type].flat();
  const text = value.trim();
  if (text === '' || text.length > 100) return null;
  if (type === 'array') {
    const entry = entryOf(value, path, schema.items);
    return entry === null ? null : `Write [${entry}].`;
  }
  if (path.at(-2) === 'extract') return readCss(text).ok ? `Write {"css": ${JSON.stringify(text)}}.` : null;
  if (path.at(-2) === 'processors')
    return isBareProcessor(text) ? `Write {"type": ${JSON.stringify(text)}}.` : null;
  const written = scalarOf(text, schema);
  return written === null ? null : `Write ${written} without quotes.`;
}

/** The number or boolean in a text, if the schema accepts it; else null. */
function scalarOf(text: string, schema: PlainObject): string | null {
  const [type] = [schema.type].flat();
  if (type === 'boolean') return /^(true|false)$/i.test(text) ? text.toLowerCase() : null;
  const wanted =
    type === 'integer' ? /^-?(0|[1-9]\d*)$/ : type === 'number' ? /^-?(0|[1-9]\d*)(\.\d+)?$/ : null;
  if (wanted?.test(text) !== true || text.length >= 20) return null;
  const number = Number(text);
  const { minimum, maximum } = schema;
  const fits =
    (typeof minimum !== 'number' || number >= minimum) && (typeof maximum !== 'number' || number <= maximum);
  return fits ? text : null;
}

/** A text as the only entry of a list, as JSON; null if the list does not accept it. */
function entryOf(text: string, [key]: Path, items: unknown): string | null {
  if (!isObject(items)) return null;
  const choices = memberOf(items, 'enum');
  if (Array.isArray(choices)) return choices.includes(text) ? JSON.stringify(text) : null;
  if (key === 'allowed_domains') return addressOf(text, readDomain(text, ''));
  if (key === 'start_urls') return addressOf(text, readAddress(text, ''));
  if (items.type === 'string') return JSON.stringify(text);
  if (items.type === 'integer') return scalarOf(text.trim(), items);
  const isProcessor = isObject(items.discriminator);
  return isProcessor && isBareProcessor(text) ? `{"type": ${JSON.stringify(text)}}` : null;
}

/** A host or URL as JSON, corrected as its hint suggests; null if it cannot be used. */
function addressOf(text: string, read: object): string | null {
  if (!('message' in read)) return JSON.stringify(text);
  const better = 'hint' in read ? /^Write (".+?")\./.exec(String(read.hint))?.[1] : undefined;
  return better ?? null;
}

/** Whether a text names a processor without required parameters. */
function isBareProcessor(text: string): boolean {
  return processorSchemas.some(
    ({ properties, required }) => memberOf(properties.type, 'const') === text && required?.length === 1,
  );
}
