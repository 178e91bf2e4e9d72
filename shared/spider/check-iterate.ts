import { languageOfRows } from '../selectors/language.ts';
import { checkCss, checkJsonPath, checkPattern, checkXPath } from './check-expressions.ts';
import { isObject, isSet, memberOf, membersOf, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { shorten } from './wording.ts';

/** Maximum number of callbacks with `iterate` that follow one another. */
const maxIterateLevels = 3;

const rowReason = 'every match is a row';

/**
 * Checks that each callback extracts something, and how those with `iterate` make rows.
 * The fields of `follow.url` and the names of its callback are checked beside all others.
 */
export function checkIterates(document: unknown, report: Report): void {
  const callbacks = memberOf(document, 'callbacks');
  for (const [name, callback] of membersOf(callbacks)) {
    if (!isObject(callback)) continue;
    const path = ['callbacks', name];
    checkHasFields(callback, path, report);
    const { iterate } = callback;
    if (!isObject(iterate)) continue;
    checkSelector(iterate, [...path, 'iterate'], report);
    checkUrlContext(iterate.url_context, [...path, 'iterate', 'url_context'], report);
    checkChain(callbacks, name, report);
  }
}

/** The name of the callback that the rows of a callback lead to; null: they lead nowhere. */
export function followedBy(callback: unknown): string | null {
  const name = memberOf(memberOf(memberOf(callback, 'iterate'), 'follow'), 'callback');
  return typeof name === 'string' ? name : null;
}

function checkHasFields(callback: PlainObject, path: Path, report: Report): void {
  const { extract, iterate } = callback;
  if (isSet(extract) && !(isObject(extract) && Object.keys(extract).length === 0)) return;
  const name = shorten(String(path[1]));
  if (isSet(iterate)) {
    if (isSet(memberOf(iterate, 'follow'))) return;
    const message = `Callback '${name}' must extract at least one field, because its rows are items`;
    return report.error(path, 'callback-empty', message, {
      hint: 'Add fields to "extract", or lead the rows to a page with "follow".',
    });
  }
  const place = Object.hasOwn(callback, 'extract') ? [...path, 'extract'] : path;
  report.error(place, 'callback-empty', `Callback '${name}' must extract at least one field`);
}

function checkSelector({ selector, json_path: inside }: PlainObject, iterate: Path, report: Report): void {
  checkJsonPath(inside, [...iterate, 'json_path'], report);
  if (typeof selector !== 'string') return;
  const path = [...iterate, 'selector'];
  const language = languageOfRows(selector);
  // Rows in a text need no elements.
  const reason = isSet(inside) ? null : rowReason;
  if (language === 'css') return checkCss(selector, path, report, reason);
  if (language === 'xpath')
    return checkXPath(selector, path, report, reason === null ? null : { reason, elements: true });
  checkJsonPath(selector, path, report);
  if (!isSet(inside)) return;
  const message = 'iterate has a JSONPath as selector, so json_path finds no text to read';
  report.error([...iterate, 'json_path'], 'json-path-in-json', message, {
    hint: 'Write the whole path as selector, or select the text that holds the JSON by CSS.',
  });
}

function checkUrlContext(context: unknown, path: Path, report: Report): void {
  for (const [name, value] of membersOf(context)) {
    const place = [...path, name];
    if (name === '') report.error(place, 'empty-field-name', 'Field names must not be empty', { at: 'key' });
    const pattern = checkPattern(memberOf(value, 'regex'), [...place, 'regex'], report);
    if (pattern === null || pattern.groups === 1) continue;
    const has = pattern.groups === 0 ? 'none' : String(pattern.groups);
    const message = `The pattern '${shorten(pattern.source)}' must have exactly one group; it has ${has}`;
    report.error([...place, 'regex'], 'wrong-group-count', message, {
      hint:
        pattern.groups === 0
          ? 'Put the part to keep in parentheses.'
          : 'Write (?:…) for parentheses that only group.',
    });
  }
}

/** Reports a callback from which more levels of rows follow one another than there may be. */
function checkChain(callbacks: unknown, first: string, report: Report): void {
  const chain = [first];
  for (let next = followedBy(memberOf(callbacks, first)); next !== null;) {
    const callback = memberOf(callbacks, next);
    if (!isSet(memberOf(callback, 'iterate'))) return;
    chain.push(next);
    if (chain.length > maxIterateLevels) {
      const message = `At most ${maxIterateLevels} callbacks with iterate may follow one another: ${chain.map(shorten).join(' → ')}`;
      return report.error(
        ['callbacks', first, 'iterate', 'follow', 'callback'],
        'iterate-too-deep',
        message,
        {
          hint:
            chain.indexOf(next) < chain.length - 1
              ? 'They lead back to one another; break the circle.'
              : 'Leave a level out.',
        },
      );
    }
    next = followedBy(callback);
  }
}
