import { argReferences, fillArgs, isArgName } from './args.ts';
import { entriesOf, isObject, memberOf, membersOf } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { labelOf, listed, shorten } from './wording.ts';

/** Checks the arguments of a spider: their names, and that what is declared is used and what is used is declared. */
export function checkArgs(document: unknown, report: Report): void {
  const args = memberOf(document, 'args');
  if (!isObject(args)) return;
  const declared = Object.keys(args);
  for (const name of declared) {
    if (isArgName(name)) continue;
    report.error(['args', name], 'invalid-argument-name', `Invalid argument name: '${shorten(name)}'`, {
      at: 'key',
      hint: 'Use letters, digits and "_"; begin with a letter or "_".',
    });
  }
  const used = new Set<string>();
  for (const { text, path } of textsWithArgs(document)) {
    for (const { name, offset } of argReferences(text)) {
      used.add(name);
      if (Object.hasOwn(args, name)) continue;
      const message = `${labelOf(path)} names an argument that is not declared: '\${${shorten(name)}}'`;
      const list = declared.length === 0 ? 'args is empty' : `Arguments: ${listed(declared.toSorted())}`;
      report.error(path, 'undeclared-argument', message, {
        offset,
        hint: `Declare it in args, or name one that is there. ${list}.`,
      });
    }
  }
  for (const name of declared) {
    if (used.has(name) || !isArgName(name)) continue;
    report.warning(['args', name], 'argument-unused', `Nothing uses the argument '${shorten(name)}'`, {
      at: 'key',
      hint: `Write "\${${shorten(name)}}" in a start URL, a start request, a generated URL, a listing, a header or the value of a browser action, or remove it.`,
    });
  }
}

/** A text in which arguments are replaced. */
export interface TextWithArgs {
  text: string;
  path: Path;
}

/** The texts of a document of any shape in which arguments are replaced. */
export function textsWithArgs(document: unknown): TextWithArgs[] {
  const settings = memberOf(document, 'settings');
  const places: [unknown, Path][] = [
    ...entriesOf(memberOf(document, 'start_urls')).map((url, index): [unknown, Path] => [
      url,
      ['start_urls', index],
    ]),
    ...entriesOf(memberOf(settings, 'GENERATED_URLS')).flatMap((entry, index) =>
      ['template', 'formdata'].flatMap((key) =>
        textsIn(memberOf(entry, key), ['settings', 'GENERATED_URLS', index, key]),
      ),
    ),
    ...entriesOf(memberOf(settings, 'PAGINATED_LISTINGS')).map((listing, index): [unknown, Path] => [
      memberOf(listing, 'url'),
      ['settings', 'PAGINATED_LISTINGS', index, 'url'],
    ]),
    ...entriesOf(memberOf(document, 'start_requests')).flatMap(textsOfRequest),
    ...entriesOf(memberOf(settings, 'BROWSER_ACTIONS')).map((action, index): [unknown, Path] => [
      memberOf(action, 'value'),
      ['settings', 'BROWSER_ACTIONS', index, 'value'],
    ]),
    [memberOf(settings, 'USER_AGENT'), ['settings', 'USER_AGENT']],
    ...membersOf(memberOf(settings, 'DEFAULT_REQUEST_HEADERS')).map(([name, value]): [unknown, Path] => [
      value,
      ['settings', 'DEFAULT_REQUEST_HEADERS', name],
    ]),
  ];
  return places.flatMap(([text, path]) => (typeof text === 'string' ? [{ text, path }] : []));
}

/** The texts of a start request in which arguments are replaced: all but its method and its callback. */
function textsOfRequest(request: unknown, index: number): [unknown, Path][] {
  const path = ['start_requests', index];
  return ['url', 'headers', 'form', 'json', 'body'].flatMap((key) =>
    textsIn(memberOf(request, key), [...path, key]),
  );
}

function textsIn(value: unknown, path: Path): [unknown, Path][] {
  if (typeof value === 'string') return [[value, path]];
  const inner: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : membersOf(value);
  return inner.flatMap(([key, each]) => textsIn(each, [...path, key]));
}

/**
 * Returns a function that puts an example of each argument into a URL, so that the rest of the URL can be checked: the
 * default, or the name of one without a default. Without `args` URLs stay as they are.
 */
export function urlWithExamples(document: unknown): (url: string) => string {
  const args = memberOf(document, 'args');
  if (!isObject(args)) return (url) => url;
  return (url) =>
    fillArgs(url, (name) => {
      const usual = memberOf(memberOf(args, name), 'default');
      return encodeURIComponent(typeof usual === 'string' ? usual : name);
    });
}
