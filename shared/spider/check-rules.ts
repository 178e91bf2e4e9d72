import { callbackReferences } from './callback-references.ts';
import { checkCss, checkJsonPath, checkPattern, checkXPath } from './check-expressions.ts';
import { followedBy } from './check-iterate.ts';
import { nearest } from './nearest.ts';
import { entriesOf, isObject, isSet, memberOf, membersOf, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';
import {
  builtInCallback,
  callbackNamePattern,
  linkTags,
  reservedCallbackNames,
  RuleSchema,
} from './schema.ts';
import { listed, shorten } from './wording.ts';

const callbackName = new RegExp(callbackNamePattern);
const regionReason = 'links are taken from within them';

/** Checks the rules, the names of the callbacks, and the references between them. */
export function checkRules(document: unknown, report: Report): void {
  const callbacks = memberOf(document, 'callbacks');
  checkCallbackNames(callbacks, report);
  const defined = listed(
    [...new Set([...membersOf(callbacks).map(([name]) => name), builtInCallback])].sort(),
  );
  const used = new Set(callbackReferences(document).map(({ name }) => name));
  const earlier = new Map<string, number>();
  let catchAll: number | null = null;
  for (const [index, rule] of entriesOf(memberOf(document, 'rules')).entries()) {
    if (!isObject(rule)) continue;
    const path = ['rules', index];
    checkLists(rule, path, report);
    const name = memberOf(rule, 'callback');
    if (typeof name === 'string') {
      const place = { path: [...path, 'callback'], owner: `Rule ${index}` };
      checkReference(name, place, { callbacks, defined }, report);
    }
    if (!isSet(name) && rule.follow === false) {
      const message = `Rule ${index} has no effect: it has no callback and does not follow links`;
      report.warning(path, 'rule-without-effect', message, {
        hint: 'Give it a callback, or set follow to true; to keep links out use deny.',
      });
    }
    const scope = scopeOf(rule);
    if (scope === null) continue;
    // A rule without places takes no links of JSON pages, and one without tags none of other elements.
    const isApart = [rule.restrict_json, rule.link_header, rule.tags].some(
      (places) => entriesOf(places).length > 0,
    );
    const taken = (isApart ? null : catchAll) ?? earlier.get(scope);
    if (taken !== undefined) {
      report.warning(
        path,
        'rule-unreachable',
        `Rule ${index} gets no links: rule ${taken} takes them first`,
        {
          hint: 'Rules are tried in order; put the narrower one first.',
        },
      );
    } else earlier.set(scope, index);
    if (catchAll === null && scope === everything) catchAll = index;
  }
  for (const [owner, callback] of membersOf(callbacks)) {
    const name = followedBy(callback);
    if (name === null) continue;
    const path = ['callbacks', owner, 'iterate', 'follow', 'callback'];
    const place = { path, owner: `Callback '${shorten(owner)}'` };
    checkReference(name, place, { callbacks, defined }, report);
  }
  for (const [index, request] of entriesOf(memberOf(document, 'start_requests')).entries()) {
    const name = memberOf(request, 'callback');
    if (typeof name !== 'string') continue;
    const place = { path: ['start_requests', index, 'callback'], owner: `start_requests[${index}]` };
    checkReference(name, place, { callbacks, defined }, report);
  }
  for (const [name] of membersOf(callbacks)) {
    if (!used.has(name) && callbackName.test(name) && !isReserved(name)) {
      report.warning(
        ['callbacks', name],
        'callback-unused',
        `Callback '${shorten(name)}' is not used by any rule`,
        {
          at: 'key',
          hint: 'Name it in the callback of a rule, or remove it.',
        },
      );
    }
  }
}

function checkCallbackNames(callbacks: unknown, report: Report): void {
  for (const [name] of membersOf(callbacks)) {
    const path = ['callbacks', name];
    if (!callbackName.test(name)) reportInvalidName(name, path, 'key', report);
    else if (isReserved(name)) {
      const list = reservedCallbackNames.join(', ');
      const message = `Callback name '${name}' is reserved and cannot be used. Reserved names: ${list}`;
      const hint = `Choose another name, for example "${unreserved(name)}", in the rules too.`;
      report.error(path, 'reserved-callback-name', message, { at: 'key', hint });
    }
  }
}

function isReserved(name: string): boolean {
  return reservedCallbackNames.some((reserved) => reserved === name);
}

/** A permitted callback name made from a reserved one. */
function unreserved(name: string): string {
  return isReserved(name) ? `${name}_page` : name;
}

/** A permitted callback name made from an invalid one; null if no letter or digit is left. */
function usableName(name: string): string | null {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const letters = plain.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+(?=[A-Za-z])|_+$/g, '');
  const better = unreserved(letters.replace(/^(?=\d)/, '_'));
  return /[A-Za-z0-9]/.test(better) && callbackName.test(better) ? better : null;
}

function reportInvalidName(name: string, path: Path, at: 'key' | 'value', report: Report): void {
  const message = `Invalid callback name: '${shorten(name)}'. Must be a valid identifier.`;
  const better = usableName(name);
  const rule = 'Use the letters A to Z and a to z, digits and "_" only, and no digit first';
  const hint = better === null ? `${rule}.` : `${rule}, for example "${shorten(better)}".`;
  report.error(path, 'invalid-callback-name', message, { at, hint });
}

/** @param place where the name is written, and what it belongs to, as the start of a sentence */
function checkReference(
  name: string,
  { path, owner }: { path: Path; owner: string },
  { callbacks, defined }: { callbacks: unknown; defined: string },
  report: Report,
): void {
  const isDefined = name === builtInCallback || (isObject(callbacks) && Object.hasOwn(callbacks, name));
  if (!callbackName.test(name)) reportInvalidName(name, path, 'value', report);
  // Callbacks of a wrong type have their own problem; names cannot be checked then.
  if (isDefined || (isSet(callbacks) && !isObject(callbacks))) return;
  const message = `${owner} references undefined callback: '${shorten(name)}'. Defined callbacks: ${defined}`;
  // A callback cannot be defined under every name.
  const usable = callbackName.test(name) ? unreserved(name) : usableName(name);
  const hint =
    usable === name
      ? `Define "${shorten(name)}" in callbacks, or name one that is there.`
      : usable === null
        ? 'Name a callback that is there.'
        : `Name a callback that is there, or define one as "${shorten(usable)}" and name that.`;
  report.error(path, 'undefined-callback', message, { hint });
}

function checkLists(rule: PlainObject, path: Path, report: Report): void {
  for (const key of ['allow', 'deny']) {
    for (const [index, pattern] of entriesOf(rule[key]).entries()) {
      const place = [...path, key, index];
      if (typeof pattern === 'string' && pattern !== '' && pattern.trim() === '') {
        report.warning(place, 'blank-pattern', 'The pattern is white space only, which no URL contains', {
          hint: 'Remove it, or write a regular expression.',
        });
      } else checkPattern(pattern, place, report);
    }
  }
  for (const [index, selector] of entriesOf(rule.restrict_css).entries())
    checkCss(selector, [...path, 'restrict_css', index], report, regionReason);
  for (const [index, expression] of entriesOf(rule.restrict_xpaths).entries())
    checkXPath(expression, [...path, 'restrict_xpaths', index], report, {
      reason: regionReason,
      elements: false,
    });
  for (const [index, source] of entriesOf(rule.restrict_json).entries())
    checkJsonPath(source, [...path, 'restrict_json', index], report);
  checkNextQuery(rule, path, report);
  for (const [index, tag] of entriesOf(rule.tags).entries()) checkTag(tag, [...path, 'tags', index], report);
}

function checkTag(tag: unknown, path: Path, report: Report): void {
  if (typeof tag !== 'string' || tag === '' || linkTags.some((known) => known === tag)) return;
  const near = nearest(tag, linkTags);
  report.error(path, 'unknown-tag', `Unknown tag: ${shorten(tag)}. Allowed: ${linkTags.join(', ')}`, {
    hint: near === null ? 'Links are in the href of these elements.' : `Did you mean "${near}"?`,
  });
}

function checkNextQuery(
  { next_query: query, restrict_json: places }: PlainObject,
  path: Path,
  report: Report,
): void {
  if (!isObject(query)) return;
  const place = [...path, 'next_query'];
  if (entriesOf(places).length === 0) {
    const message = 'next_query needs restrict_json, which says where the answer speaks of the next page';
    const hint =
      'For example "restrict_json": ["$.next_cursor"]; with add the entries, such as ["$.items[*]"].';
    report.error(place, 'next-query-without-place', message, { hint });
  }
  if (isSet(query['add'])) return;
  for (const key of ['from', 'to']) {
    if (!isSet(query[key])) continue;
    const message = `next_query has "${key}", which means something only with "add"`;
    report.error([...place, key], 'next-query-without-add', message, {
      hint: 'Add "add", for example 1 for the number of a page, or remove it.',
    });
  }
}

const scopeKeys = [
  'allow',
  'deny',
  'restrict_css',
  'restrict_xpaths',
  'restrict_json',
  'next_query',
  'link_header',
  'tags',
];

/**
 * A key that is equal for rules that take the same links; null and the empty list mean the same. Returns null for a rule
 * with an unknown key, because fixing it changes the links that the rule takes.
 */
function scopeOf(rule: PlainObject): string | null {
  if (Object.keys(rule).some((key) => !Object.hasOwn(RuleSchema.properties, key))) return null;
  return JSON.stringify(scopeKeys.map((key) => (isSet(rule[key]) ? rule[key] : [])));
}

const everything = scopeOf({});
