import { isObject } from '../../../shared/spider/plain.ts';
import { bare, callbackName, type Draft } from '../draft.ts';
import type { Notes } from '../report.ts';
import { readMethod, type Link, type Method, type Surroundings } from './method.ts';
import { Scope } from './scope.ts';
import { callbackIn } from './plain.ts';
import type { Def } from './syntax.ts';

/** Reads the methods that requests name as their callbacks, beginning with some; the others are reported. */
export function readReached(
  methods: ReadonlyMap<string, Def>,
  { begin, aliases }: { begin: readonly string[]; aliases: ReadonlyMap<string, string> },
  { scope, ...around }: Surroundings,
): Map<string, Method> {
  const reached = new Map<string, Method>();
  const called = new Set<string>();
  const left = [...begin];
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const alias = aliases.get(name);
    const statement = methods.get(alias ?? name);
    if (alias !== undefined) {
      const line = methods.get(name)?.line ?? 1;
      if (!called.has(name))
        around.notes.kept(`line ${line} (${name})`, `callbacks.${around.names.get(alias) ?? alias}`);
      called.add(name);
      left.push(alias);
      continue;
    }
    if (statement === undefined || reached.has(name)) continue;
    const method = readMethod(statement, { scope: new Scope(scope), ...around });
    reached.set(name, method);
    left.push(...method.links.map(({ callback }) => callback));
    if (method.rows?.follow !== undefined && method.rows.follow !== null)
      left.push(method.rows.follow.callback);
  }
  for (const { name, line } of methods.values()) {
    if (!reached.has(name) && !called.has(name))
      around.notes.lost(
        `line ${line} (${name})`,
        'No request names it as its callback; code is not taken over.',
      );
  }
  return reached;
}

/** How many methods may call one another. */
const maxCalls = 20;

/** Methods that do what another one does: `return self.parse_item(response)`. */
export function aliasesOf(methods: ReadonlyMap<string, Def>): Map<string, string> {
  const calls = new Map<string, string>();
  for (const { name, body } of methods.values()) {
    const [only, ...more] = body.filter((each) => each.kind !== 'expression' || each.value.kind !== 'value');
    const value = only?.kind === 'return' || only?.kind === 'yield' ? only.value : null;
    const called = value?.kind === 'call' && value.of.kind === 'attribute' ? callbackIn(value.of) : null;
    if (more.length === 0 && called !== null && methods.has(called)) calls.set(name, called);
  }
  const aliases = new Map<string, string>();
  for (const name of calls.keys()) {
    let target: string | undefined = name;
    for (let call = 0; call < maxCalls && target !== undefined && calls.has(target); call += 1)
      target = calls.get(target);
    if (target !== undefined && !calls.has(target)) aliases.set(name, target);
  }
  return aliases;
}

/** The names that callbacks have here, by their methods. */
export function callbackNames(methods: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  const taken: Record<string, true> = bare();
  for (const name of methods) {
    const own = callbackName(name, taken);
    taken[own] = true;
    names.set(name, own);
  }
  return names;
}

interface Target {
  draft: Draft;
  notes: Notes;
  names: ReadonlyMap<string, string>;
  /** Fields whose values are downloaded. */
  downloads: readonly string[];
}

/** Makes the callbacks of methods, and the rules of the links that they follow. @returns the names of those that give items, by their methods */
export function addMethods(methods: ReadonlyMap<string, Method>, target: Target): Map<string, string> {
  const names = new Map<string, string>();
  for (const { name, line, fields, rows } of methods.values()) {
    if (fields === null && rows === null) continue;
    const own = target.names.get(name) ?? name;
    names.set(name, own);
    if (own !== name)
      target.notes.changed(
        `line ${line} (${name})`,
        `callbacks.${own}`,
        'A callback cannot have this name here.',
      );
  }
  for (const method of methods.values()) {
    addCallback(method, names, target);
    for (const link of method.links) addLink(link, method.name, names, target);
  }
  return names;
}

function addCallback(
  { name, line, fields, rows }: Method,
  names: ReadonlyMap<string, string>,
  { draft, notes, downloads }: Target,
): void {
  const own = names.get(name);
  if (own === undefined) return;
  const place = `line ${line} (${name})`;
  notes.from(['callbacks', own], place);
  const extract = rows === null ? (fields ?? {}) : rows.fields;
  for (const key of downloads) {
    if (!isObject(extract[key])) continue;
    Reflect.set(extract[key], 'download', true);
    notes.changed(
      `${place} ${key}`,
      `callbacks.${own}.extract.${key}.download`,
      'The crawl itself downloads them.',
    );
  }
  if (rows === null) {
    draft.callbacks[own] = { extract };
    return;
  }
  if (fields !== null) notes.lost(place, 'A page gives one item or its rows; its rows are taken.');
  const target = rows.follow === null ? null : (names.get(rows.follow.callback) ?? rows.follow.callback);
  const follow = target === null ? {} : { follow: { ...rows.follow, callback: target } };
  draft.callbacks[own] = {
    iterate: { selector: rows.selector, ...follow },
    ...(Object.keys(extract).length === 0 ? {} : { extract }),
  };
}

/** A rule for links that a method follows; one for each place. */
function addLink(
  { kind, region, callback, line }: Link,
  method: string,
  names: ReadonlyMap<string, string>,
  { draft, notes }: Target,
): void {
  const place = `line ${line} (${method})`;
  const target = names.get(callback);
  const rule = {
    [kind === 'css' ? 'restrict_css' : 'restrict_xpaths']: [region],
    ...(target === undefined ? {} : { callback: target }),
    follow: true,
  };
  const same = draft.rules.findIndex((other) => JSON.stringify(other) === JSON.stringify(rule));
  const index = same === -1 ? draft.rules.length : same;
  if (same === -1) {
    notes.from(['rules', index], place);
    draft.rules.push(rule);
  }
  notes.changed(place, `rules: ${region}`, 'A rule takes such links from every page of the crawl.');
}
