import { callbackReferences } from './callback-references.ts';
import { domainOf, startUrlOf } from './new-spider.ts';
import { pageRule, urlPattern } from './page-rule.ts';
import { entriesOf, memberOf, membersOf } from './plain.ts';
import type { Callback, Rule, StartRequest } from './schema.ts';
import type { Settings } from './settings-schema.ts';
import { domainsCover } from './web-address.ts';

/** Parts of a spider that are added to a document together. */
export interface SpiderParts {
  start_urls: readonly string[];
  /** Left out: none. */
  start_requests?: readonly StartRequest[];
  allowed_domains: readonly string[];
  rules: readonly Rule[];
  callbacks: Readonly<Record<string, Callback>>;
  settings: Settings;
}

/** One change of a document. Changes are made in order, each of what the last one left. */
export type PartChange =
  | { kind: 'set'; path: readonly (string | number)[]; value: unknown }
  | { kind: 'insert'; path: readonly (string | number)[]; index: number; value: unknown }
  | { kind: 'remove'; path: readonly (string | number)[] };

/**
 * The changes that add the parts of a choice to a spider document of any shape. What the document has stays: a list that it
 * takes already, told by the selector of its rows, keeps its fields and gets the rules of the choice; another callback
 * gets a free name; equal parts are not doubled. An empty beginning gets the start URL of the choice instead of its own.
 */
export function applyParts(document: unknown, parts: SpiderParts): PartChange[] {
  const names = callbackNames(document, parts);
  const renamed = (name: string): string => names.get(name) ?? name;
  const callbacks = Object.entries(parts.callbacks).map(([name, callback]): [string, Callback] => [
    renamed(name),
    withTarget(callback, renamed),
  ]);
  const rules = parts.rules.map((rule) =>
    typeof rule.callback === 'string' ? { ...rule, callback: renamed(rule.callback) } : rule,
  );
  const settings = withGenerated(document, parts.settings, renamed);
  return [
    ...sourceChanges(document, { ...parts, start_requests: requestsOf(parts, renamed) }),
    ...ruleChanges(document, rules, parts.start_urls),
    ...callbacks.flatMap(([name, callback]) => callbackChanges(document, name, callback)),
    ...orphanChanges(document, callbacks),
    ...Object.entries(settings).flatMap(([key, value]) => settingChanges(document, key, value)),
    ...generatedChanges(document, callbacks, parts.settings),
    ...scrollChanges(document, callbacks, parts.settings),
  ];
}

/** A page, a callback that takes something from it, and what a crawl would run on the page instead. */
export interface PageOfCallback {
  readonly url: string;
  readonly callback: string;
  /** The callback that a crawl would run on the page as the document stands; null: none. */
  readonly given: string | null;
}

/**
 * The changes by which a crawl runs a callback on a page: a rule for this page before all others, as proposals have it. None
 * where a crawl does so already, or where the document may mean otherwise: rows or generated URLs lead to the callback, or
 * the page is that of another callback and this one has pages of its own.
 */
export function applyPageRule(document: unknown, { url, callback, given }: PageOfCallback): PartChange[] {
  const leading = callbackReferences(document).filter(({ name }) => name === callback);
  const isByRules = leading.every(({ path }) => path[0] === 'rules');
  const isFree =
    entriesOf(memberOf(document, 'rules')).length === 0 || given === null || leading.length === 0;
  if (given === callback || !isByRules || !isFree) return [];
  const start = startUrlOf(url);
  const sources = { start_urls: isEmpty(document) ? [start] : [], allowed_domains: [domainOf(url)] };
  return [...sourceChanges(document, sources), inserted(['rules'], 0, pageRule(start, callback))];
}

/** Whether a document has neither rules nor callbacks yet. */
const isEmpty = (document: unknown): boolean =>
  entriesOf(memberOf(document, 'rules')).length + callbacksOf(document).length === 0;
const callbacksOf = (document: unknown): [string, unknown][] => membersOf(memberOf(document, 'callbacks'));
const rowsOf = (callback: unknown): unknown => memberOf(memberOf(callback, 'iterate'), 'selector');
const pathOf = (callback: unknown): unknown => memberOf(memberOf(callback, 'iterate'), 'json_path') ?? null;
const targetOf = (callback: unknown): unknown =>
  memberOf(memberOf(memberOf(callback, 'iterate'), 'follow'), 'callback');

/** The names that callbacks of the parts get in the document: one that it has for another callback is taken. */
export function callbackNames(document: unknown, { callbacks }: SpiderParts): ReadonlyMap<string, string> {
  const known = callbacksOf(document);
  const names = new Map<string, string>();
  const taken = new Set(known.map(([name]) => name));
  for (const [name, callback] of Object.entries(callbacks)) {
    const same = known.find(([, present]) => isSameList(present, callback));
    if (same === undefined) continue;
    names.set(name, same[0]);
    const [to, wanted] = [targetOf(same[1]), targetOf(callback)];
    if (typeof to === 'string' && typeof wanted === 'string') names.set(wanted, to);
  }
  for (const [name, callback] of Object.entries(callbacks)) {
    if (names.has(name)) continue;
    const present = known.find(([other]) => other === name);
    names.set(name, present === undefined || isEqual(present[1], callback) ? name : freeName(name, taken));
    taken.add(names.get(name) ?? name);
  }
  return names;
}

function isSameList(present: unknown, { iterate }: Callback): boolean {
  return (
    iterate !== null &&
    iterate !== undefined &&
    rowsOf(present) === iterate.selector &&
    pathOf(present) === (iterate.json_path ?? null)
  );
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const free = `${name}_${count}`;
    if (!taken.has(free)) return free;
  }
}

function withTarget(callback: Callback, renamed: (name: string) => string): Callback {
  const { iterate } = callback;
  const follow = iterate?.follow;
  if (iterate === null || iterate === undefined || follow === null || follow === undefined) return callback;
  return { ...callback, iterate: { ...iterate, follow: { ...follow, callback: renamed(follow.callback) } } };
}

/** The start requests of parts, for the callbacks as they are called in the document. */
const requestsOf = (
  { start_requests: requests = [] }: SpiderParts,
  renamed: (name: string) => string,
): StartRequest[] =>
  requests.map((request) =>
    typeof request.callback === 'string' ? { ...request, callback: renamed(request.callback) } : request,
  );

/** Start URLs, start requests and domains. */
function sourceChanges(
  document: unknown,
  parts: Pick<SpiderParts, 'start_urls' | 'start_requests' | 'allowed_domains'>,
): PartChange[] {
  const starts = entriesOf(memberOf(document, 'start_urls'));
  const isBeginning = isEmpty(document) && starts.length < 2;
  const domains = entriesOf(memberOf(document, 'allowed_domains'));
  const newStarts = parts.start_urls.filter((url) => !starts.includes(url));
  const covered = new Set(domains.filter((domain) => typeof domain === 'string'));
  const newDomains = parts.allowed_domains.filter((domain) => !domainsCover(covered, domain));
  const requests = entriesOf(memberOf(document, 'start_requests'));
  const newRequests = (parts.start_requests ?? []).filter(
    (each) => !requests.some((other) => isEqual(other, each)),
  );
  const added = newRequests.map((value, at) => inserted(['start_requests'], requests.length + at, value));
  if (isBeginning && newStarts.length + newRequests.length > 0) {
    return [
      { kind: 'set', path: ['start_urls'], value: parts.start_urls },
      ...added,
      ...(newDomains.length === 0
        ? []
        : [{ kind: 'set' as const, path: ['allowed_domains'], value: parts.allowed_domains }]),
    ];
  }
  return [
    ...newStarts.map((value, at) => inserted(['start_urls'], starts.length + at, value)),
    ...added,
    ...newDomains.map((value, at) => inserted(['allowed_domains'], domains.length + at, value)),
  ];
}

const inserted = (path: readonly string[], index: number, value: unknown): PartChange => ({
  kind: 'insert',
  path,
  index,
  value,
});

/**
 * The rules of a choice stand first, so that a wider rule does not take their links. Those of another choice for the same
 * page and callback are gone.
 */
function ruleChanges(document: unknown, rules: readonly Rule[], startUrls: readonly string[]): PartChange[] {
  const present = entriesOf(memberOf(document, 'rules'));
  const added = rules.filter((rule) => !present.some((other) => isEqual(other, rule)));
  const starts = new Set([
    ...startUrls.map(urlPattern),
    ...rules.flatMap(({ allow }) => allow?.slice(0, 1) ?? []),
  ]);
  const callbacks = new Set(rules.map(({ callback }) => callback));
  const isReplaced = (rule: unknown): boolean => {
    if (!callbacks.has(asText(memberOf(rule, 'callback'))) || rules.some((other) => isEqual(other, rule)))
      return false;
    const allow = entriesOf(memberOf(rule, 'allow'));
    if (entriesOf(memberOf(rule, 'restrict_json')).length > 0) return true;
    return allow.length === 0 ? isOfPlace(rule) : typeof allow[0] === 'string' && starts.has(allow[0]);
  };
  const removed = present
    .map((rule, index) => (isReplaced(rule) ? index : -1))
    .filter((index) => index >= 0)
    .reverse();
  return [
    ...removed.map((index): PartChange => ({ kind: 'remove', path: ['rules', index] })),
    ...added.map((rule, index) => inserted(['rules'], index, rule)),
  ];
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Whether a rule takes links by their place alone. */
const isOfPlace = (rule: unknown): boolean =>
  ['restrict_css', 'restrict_xpaths', 'restrict_json'].some(
    (key) => entriesOf(memberOf(rule, key)).length > 0,
  );

function callbackChanges(document: unknown, name: string, callback: Callback): PartChange[] {
  const present = callbacksOf(document).find(([other]) => other === name)?.[1];
  const path = ['callbacks', name];
  if (present === undefined) return [{ kind: 'set', path, value: callback }];
  if (isEqual(present, callback)) return [];
  const changes: PartChange[] = [];
  const follow = callback.iterate?.follow ?? null;
  const presentFollow = memberOf(memberOf(present, 'iterate'), 'follow') ?? null;
  if (isSameList(present, callback) && !isEqual(presentFollow, follow)) {
    const place = [...path, 'iterate', 'follow'];
    changes.push(
      follow === null ? { kind: 'remove', path: place } : { kind: 'set', path: place, value: follow },
    );
  }
  const fields = new Set(membersOf(memberOf(present, 'extract')).map(([field]) => field));
  // The fields of a list are the person's once it is taken; details may become known later.
  const added = callback.iterate === null || callback.iterate === undefined ? callback.extract : null;
  for (const [field, definition] of Object.entries(added ?? {})) {
    if (!fields.has(field))
      changes.push({ kind: 'set', path: [...path, 'extract', field], value: definition });
  }
  return changes;
}

/** Removes the callback of details that nothing leads to any more. */
function orphanChanges(document: unknown, callbacks: readonly [string, Callback][]): PartChange[] {
  const references = callbackReferences(document);
  return callbacks.flatMap(([name, callback]): PartChange[] => {
    const present = callbacksOf(document).find(([other]) => other === name)?.[1];
    const target = targetOf(present);
    if (typeof target !== 'string' || !isSameList(present, callback)) return [];
    if (targetOf(callback) === target || callbacks.some(([other]) => other === target)) return [];
    const isHeld = callbacksOf(document).some(([other]) => other === target);
    if (!isHeld || references.filter((each) => each.name === target).length > 1) return [];
    return [{ kind: 'remove', path: ['callbacks', target] }];
  });
}

function settingChanges(document: unknown, key: string, value: unknown): PartChange[] {
  const present = memberOf(memberOf(document, 'settings'), key);
  if (isEqual(present, value)) return [];
  // A longer order that begins alike renders as well.
  const isKept =
    key === 'EXTRACTOR_ORDER' && Array.isArray(present) && Array.isArray(value) && present[0] === value[0];
  return isKept ? [] : [{ kind: 'set', path: ['settings', key], value }];
}

/** The settings of a choice, whose generated URLs stand beside those that the document has for other callbacks. */
function withGenerated(
  document: unknown,
  settings: Settings,
  renamed: (name: string) => string,
): Readonly<Record<string, unknown>> {
  const { GENERATED_URLS: own } = settings;
  if (own === null || own === undefined) return settings;
  const added = own.map((entry) =>
    typeof entry.callback === 'string' ? { ...entry, callback: renamed(entry.callback) } : entry,
  );
  const callbacks = new Set<unknown>(added.map(({ callback }) => callback));
  const present = entriesOf(memberOf(memberOf(document, 'settings'), 'GENERATED_URLS'));
  const others = present.filter((entry) => !callbacks.has(memberOf(entry, 'callback')));
  return { ...settings, GENERATED_URLS: [...others, ...added] };
}

/** Takes back the start URLs that another choice for the same list makes, where they lead to nothing else. */
function generatedChanges(
  document: unknown,
  callbacks: readonly [string, Callback][],
  settings: Settings,
): PartChange[] {
  const present = entriesOf(memberOf(memberOf(document, 'settings'), 'GENERATED_URLS'));
  if (present.length === 0 || settings.GENERATED_URLS !== undefined) return [];
  const replaced = new Set(
    callbacks.flatMap(([name, callback]) =>
      callbacksOf(document).some(([own, other]) => own === name && isSameList(other, callback)) ? name : [],
    ),
  );
  const isOfChoice = present.every((entry) => replaced.has(asText(memberOf(entry, 'callback')) ?? ''));
  if (!isOfChoice) return [];
  const isAlone = membersOf(memberOf(document, 'settings')).length === 1;
  return [{ kind: 'remove', path: isAlone ? ['settings'] : ['settings', 'GENERATED_URLS'] }];
}

/**
 * Takes back the scrolling of another choice for the same list, and the browser that only scrolls. They stay where the spider
 * has callbacks that the choice knows nothing of.
 */
function scrollChanges(
  document: unknown,
  callbacks: readonly [string, Callback][],
  settings: Settings,
): PartChange[] {
  const present = memberOf(document, 'settings');
  if (memberOf(present, 'INFINITE_SCROLL') !== true || settings.INFINITE_SCROLL !== undefined) return [];
  const known = callbacksOf(document);
  const isReplaced = known.some(([, other]) => callbacks.some(([, callback]) => isSameList(other, callback)));
  const isAlone = known.every(
    ([name, other]) =>
      callbacks.some(([own, callback]) => own === name || isSameList(other, callback)) ||
      known.some(([, list]) => targetOf(list) === name),
  );
  if (!isReplaced || !isAlone) return [];
  const order = memberOf(present, 'EXTRACTOR_ORDER');
  const isForScrolling = settings.EXTRACTOR_ORDER === undefined && isEqual(order, ['browser']);
  const keys = ['INFINITE_SCROLL', ...(isForScrolling ? ['EXTRACTOR_ORDER'] : [])];
  if (membersOf(present).length === keys.length) return [{ kind: 'remove', path: ['settings'] }];
  return keys.map((key) => ({ kind: 'remove', path: ['settings', key] }));
}

/** Whether two JSON values are the same; the order of members does not count. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((entry, index) => isEqual(entry, b[index]))
    );
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [membersOf(a), membersOf(b)];
  return left.length === right.length && left.every(([key, value]) => isEqual(value, memberOf(b, key)));
}
