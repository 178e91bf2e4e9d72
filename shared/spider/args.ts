import type { FormValue } from '../request-message.ts';
import { isSet } from './plain.ts';
import type { Spider, StartRequest } from './schema.ts';
import { mapTexts } from './start-requests.ts';
import { listed, shorten } from './wording.ts';

/** Pattern of the names of arguments: as for callbacks. */
const argName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether a text is the name of an argument. */
export const isArgName = (name: string): boolean => argName.test(name);

/** What stands between "${" and "}", also where it is no name. */
const reference = /\$\{([^{}]*)\}/g;

/** A place where a text names an argument. */
export interface ArgReference {
  name: string;
  /** Position in the text, in UTF-16 units. */
  offset: number;
}

/** The arguments that a text names. */
export function argReferences(text: string): ArgReference[] {
  return [...text.matchAll(reference)].map((match) => ({ name: match[1] ?? '', offset: match.index }));
}

/** Puts values in place of the arguments that a text names. @param write gives what stands for a name */
export function fillArgs(text: string, write: (name: string) => string): string {
  return text.replaceAll(reference, (_whole, name: string) => write(name));
}

/** Why the arguments of a run cannot be used. */
export interface ArgsProblem {
  message: string;
  hint: string | null;
}

/**
 * Puts the arguments of a run into a spider: in URLs percent-encoded, in headers and what is sent as they are.
 *
 * @param spider one that `validateSpider` accepts
 * @param given values by name; the defaults stand for the others
 * @returns the spider without `args`, or what is wrong with the arguments: one is unknown, or has neither value nor default
 */
export function applyArgs(
  spider: Spider,
  given: Readonly<Record<string, string>>,
): { spider: Spider } | ArgsProblem {
  const { args, ...rest } = spider;
  const declared = new Map(Object.entries(args ?? {}));
  for (const name of Object.keys(given))
    if (!declared.has(name)) return unknownArg(name, [...declared.keys()]);
  if (args === undefined || args === null) return { spider: rest };
  const values = new Map<string, string>();
  for (const [name, { default: usual, description }] of declared) {
    const value = Object.hasOwn(given, name) ? given[name] : usual;
    if (value === undefined || value === null)
      return missingArg(name, description ?? null, [...declared.keys()]);
    values.set(name, value);
  }
  return { spider: filled(rest, values) };
}

/** Values for all arguments of a spider where nobody gives any: the defaults, and the name of one that has none. */
export function usualArgs({ args }: Pick<Spider, 'args'>): Record<string, string> {
  return Object.fromEntries(Object.entries(args ?? {}).map(([name, arg]) => [name, arg.default ?? name]));
}

function unknownArg(name: string, declared: readonly string[]): ArgsProblem {
  const message = `The spider has no argument '${shorten(name)}'.`;
  const hint =
    declared.length === 0 ? 'It takes no arguments.' : `Its arguments: ${listed(declared.toSorted())}.`;
  return { message, hint };
}

function missingArg(name: string, description: string | null, declared: readonly string[]): ArgsProblem {
  const meaning = description === null ? '' : ` (${shorten(description)})`;
  return {
    message: `The argument '${shorten(name)}'${meaning} has no value and no default.`,
    hint: `Give it one. Arguments of the spider: ${listed(declared.toSorted())}.`,
  };
}

function filled(spider: Spider, values: ReadonlyMap<string, string>): Spider {
  const { settings } = spider;
  const asIs = (text: string): string => fillArgs(text, (name) => values.get(name) ?? '');
  const inUrl = (text: string): string =>
    fillArgs(text, (name) => encodeURIComponent(values.get(name) ?? ''));
  const begin = {
    start_urls: spider.start_urls.map(inUrl),
    ...(isSet(spider.start_requests)
      ? { start_requests: spider.start_requests.map((request) => filledRequest(request, { asIs, inUrl })) }
      : {}),
  };
  if (settings === undefined || settings === null) return { ...spider, ...begin };
  const changed = { ...settings };
  const { GENERATED_URLS: generated, USER_AGENT: userAgent, DEFAULT_REQUEST_HEADERS: headers } = settings;
  if (Array.isArray(generated)) {
    changed.GENERATED_URLS = generated.map(({ formdata, ...entry }) => ({
      ...entry,
      template: inUrl(entry.template),
      ...(isSet(formdata) ? { formdata: mapped(formdata, (value) => withTexts(value, asIs)) } : {}),
    }));
  }
  if (isSet(settings.PAGINATED_LISTINGS)) {
    changed.PAGINATED_LISTINGS = settings.PAGINATED_LISTINGS.map((listing) => ({
      ...listing,
      url: inUrl(listing.url),
    }));
  }
  if (isSet(settings.BROWSER_ACTIONS)) {
    changed.BROWSER_ACTIONS = settings.BROWSER_ACTIONS.map((action) =>
      isSet(action.value) ? { ...action, value: asIs(action.value) } : action,
    );
  }
  if (typeof userAgent === 'string') changed.USER_AGENT = asIs(userAgent);
  if (typeof headers === 'object' && headers !== null) {
    changed.DEFAULT_REQUEST_HEADERS = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, asIs(value)]),
    );
  }
  return { ...spider, ...begin, settings: changed };
}

const mapped = <T, R>(values: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** Replaces a text; any other value stays as it is. */
const withTexts = <T>(value: T, change: (text: string) => string): T | string =>
  typeof value === 'string' ? change(value) : value;

/** A form is encoded when it is sent, and the body of one is its author's own. */
function filledRequest(
  { url, headers, form, json, body, ...rest }: StartRequest,
  { asIs, inUrl }: { asIs: (text: string) => string; inUrl: (text: string) => string },
): StartRequest {
  const inValue = (value: FormValue): FormValue =>
    Array.isArray(value) ? value.map((each) => withTexts(each, asIs)) : withTexts(value, asIs);
  return {
    ...rest,
    url: inUrl(url),
    ...(isSet(headers) ? { headers: mapped(headers, asIs) } : {}),
    ...(isSet(form) ? { form: mapped(form, inValue) } : {}),
    ...(isSet(json) ? { json: mapTexts(json, asIs) } : {}),
    ...(isSet(body) ? { body: asIs(body) } : {}),
  };
}
