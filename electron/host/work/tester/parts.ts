import type { Callback, Iterate, Spider } from '../../../../shared/spider/schema.ts';
import { entriesOf, isObject, memberOf } from '../../../../shared/spider/plain.ts';
import type { Settings } from '../../../../shared/spider/settings-schema.ts';
import { validateSpider, type Problem } from '../../../../shared/spider/validate.ts';
import { builtInCallback } from '../../../../shared/spider/schema.ts';
import { HostError } from '../../errors.ts';
import { knownNames } from '../../../../shared/spider/known-names.ts';
import { frame, validSettings } from '../../data/read-settings.ts';
import { lenientSpider } from '../../data/lenient-spider.ts';

/** The valid part of a callback, and its invalid fields. */
export interface ReadCallback {
  /** null: no field is valid. */
  callback: Callback | null;
  /** Problems by the name of the top-level field. */
  broken: Map<string, string>;
  /** Names of all fields, in the order of the text. */
  order: string[];
  /** How it makes rows; null: it makes one item of a page. */
  iterate: ReadIterate | null;
}

/** `iterate` of a callback, or why it cannot be used. */
export type ReadIterate = { ok: true; iterate: Iterate } | { ok: false; selector: string; problem: string };

/** Stands for fields that are not looked at. */
const someFields = { title: { css: 'h1' } };

/**
 * Reads one callback from a text that may be invalid elsewhere, and validates it like a whole spider.
 * @throws HostError `invalid-spider` if the text cannot be parsed, `unknown-callback`
 */
export function readCallback(text: string, name: string): ReadCallback {
  const { value } = readable(text);
  const callbacks = memberOf(value, 'callbacks');
  const written = memberOf(callbacks, name);
  const extract = memberOf(written, 'extract');
  const iterate = readIterate(name, memberOf(written, 'iterate'));
  if (!isObject(extract) && iterate === null) {
    const known = isObject(callbacks) ? Object.keys(callbacks) : [];
    throw new HostError(
      'unknown-callback',
      `The spider has no callback "${name}" with fields.`,
      known.length === 0 ? 'Add it to "callbacks".' : knownNames('It has', name, known),
    );
  }
  const fields = isObject(extract) ? extract : {};
  const order = Object.keys(fields);
  const broken = new Map<string, string>();
  let kept: Record<string, unknown> = { ...fields };
  // Invalid fields are removed, and the others validated again.
  for (let round = 0; round < 3 && Object.keys(kept).length > 0; round += 1) {
    const { spider, problems } = validateSpider({ ...frame, callbacks: { part: { extract: kept } } });
    const callback = spider?.callbacks?.['part'];
    if (callback !== undefined) return { callback, broken, order, iterate };
    for (const [field, message] of brokenFields(problems)) {
      if (!broken.has(field)) broken.set(field, message);
    }
    kept = Object.fromEntries(Object.entries(kept).filter(([field]) => !broken.has(field)));
  }
  return { callback: null, broken, order, iterate };
}

/** Reads a callback that makes rows; null for another one. @param name null: none */
export function readRowCallback(text: string, name: string | null): ReadCallback | null {
  if (name === null) return null;
  const iterate = memberOf(memberOf(memberOf(readable(text).value, 'callbacks'), name), 'iterate');
  return isObject(iterate) ? readCallback(text, name) : null;
}

/** A callback with some of its fields only. @param names null: all */
export function onlyFields(read: ReadCallback, names: readonly string[] | null): ReadCallback {
  if (names === null) return read;
  const extract = Object.entries(read.callback?.extract ?? {}).filter(([name]) => names.includes(name));
  return {
    ...read,
    callback: { extract: Object.fromEntries(extract) },
    order: read.order.filter((name) => names.includes(name)),
  };
}

function readIterate(name: string, written: unknown): ReadIterate | null {
  if (written === undefined || written === null) return null;
  const next = memberOf(memberOf(written, 'follow'), 'callback');
  const others = typeof next === 'string' && next !== name && next !== builtInCallback ? [next] : [];
  const part = { iterate: written, extract: someFields };
  const { spider, problems } = validateSpider({
    ...frame,
    callbacks: Object.fromEntries([...others.map((other) => [other, { extract: someFields }]), [name, part]]),
  });
  const iterate = spider?.callbacks?.[name]?.iterate;
  if (iterate !== undefined && iterate !== null) return { ok: true, iterate };
  const selector = memberOf(written, 'selector');
  const first = problems.find(({ severity }) => severity === 'error');
  return {
    ok: false,
    selector: typeof selector === 'string' ? selector : '',
    problem: first?.message ?? 'This is not valid.',
  };
}

/** The domains that a crawl of a text would stay in; null: they are not given. */
export function readDomains(text: string): readonly string[] | null {
  const domains = entriesOf(memberOf(readable(text).value, 'allowed_domains'));
  const named = domains.filter((domain): domain is string => typeof domain === 'string');
  return named.length === 0 ? null : named;
}

function brokenFields(problems: readonly Problem[]): [string, string][] {
  return problems.flatMap(({ pointer, severity, message }): [string, string][] => {
    const [, , , , field] = pointer.split('/');
    if (severity !== 'error' || field === undefined) return [];
    return [[field.replaceAll('~1', '/').replaceAll('~0', '~'), message]];
  });
}

/** The valid settings of a text. */
export function readArticleSettings(text: string): Settings {
  return validSettings(readable(text).value);
}

/**
 * Reads what decides on links: domains, start URLs, rules and their callbacks.
 * @throws HostError `invalid-spider` if one of these is invalid
 */
export function readRules(text: string): Spider {
  const { value } = readable(text);
  const rules = memberOf(value, 'rules');
  const requests = memberOf(value, 'start_requests');
  const names = [...entriesOf(rules), ...entriesOf(requests)]
    .map((rule) => memberOf(rule, 'callback'))
    .filter((name): name is string => typeof name === 'string' && name !== '' && name !== builtInCallback);
  const callbacks = Object.fromEntries(names.map((name) => [name, { extract: someFields }]));
  const domains = memberOf(value, 'allowed_domains');
  const starts = memberOf(value, 'start_urls');
  // Where a list or a template is the start, there may be no other.
  const hasStarts = starts !== undefined && !(Array.isArray(starts) && starts.length === 0);
  const { PAGINATED_LISTINGS: listings, GENERATED_URLS: generated } = validSettings(value);
  const { spider, problems } = validateSpider({
    ...frame,
    ...(domains === undefined ? {} : { allowed_domains: domains }),
    ...(hasStarts ? { start_urls: starts } : {}),
    settings: { PAGINATED_LISTINGS: listings ?? null, GENERATED_URLS: generated ?? null },
    ...(requests === undefined ? {} : { start_requests: requests }),
    ...(rules === undefined ? {} : { rules }),
    ...(names.length === 0 ? {} : { callbacks }),
  });
  if (spider !== null) return spider;
  const first = problems.find(({ severity }) => severity === 'error');
  throw new HostError(
    'invalid-spider',
    `The rules cannot be used: ${first?.message ?? 'they are not valid'}.`,
    first?.hint ?? null,
    { problems },
  );
}

function readable(text: string): { value: unknown } {
  const { value } = lenientSpider(text);
  if (isObject(value)) return { value };
  throw new HostError('invalid-spider', 'The text cannot be read as a spider.', 'Mend its first problem.', {
    problems: [],
  });
}
