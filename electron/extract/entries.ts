import { isTag } from 'domhandler';
import { languageOfRows, type SelectorLanguage } from '../../shared/selectors/language.ts';
import type { Iterate } from '../../shared/spider/schema.ts';
import type { PageContext } from './page-context.ts';
import { selectValues } from './select-json.ts';
import { isJson, JsonScope, type Scope } from './scope.ts';
import { selectMatches, whyNothing } from './select-matches.ts';
import { quoted } from './text.ts';
import { parsePage } from './tree.ts';

/** What is selected to take fields from, or why there is nothing. */
export type Entries =
  /** `problem`: what is wrong with some of them, in one sentence. */
  | { ok: true; scopes: Scope[]; problem: string | null }
  /** `isFailure`: the selector cannot be used, rather than that the page has nothing there. */
  | { ok: false; reason: string; isFailure: boolean };

/** How entries are selected. */
export interface EntrySelector {
  source: string;
  language: SelectorLanguage;
  /** `html`: each selected JSON text is a fragment of HTML. */
  as?: 'html' | null;
  /** What must be elements, for the message: "rows". */
  what: string;
}

const nothing = (reason: string): Entries => ({ ok: false, reason, isFailure: false });
const failed = (reason: string): Entries => ({ ok: false, reason, isFailure: true });

/** What rows are: a selector, and a path in the JSON of the texts that it selects. */
export type RowSelector = Pick<Iterate, 'selector' | 'json_path'>;

/** Selects the rows of a callback at a page. Never throws. */
export function selectRows(
  page: Scope,
  { selector: source, json_path: path }: RowSelector,
  context: Pick<PageContext, 'jsonIn'>,
): Entries {
  const language = languageOfRows(source);
  if (path === null || path === undefined) return selectEntries(page, { source, language, what: 'rows' });
  if (language === 'json' || isJson(page)) return nothing(`${quoted(source)} selects no text of a page.`);
  const selected = selectMatches(page, language, source);
  if (!selected.ok) return failed(selected.problem);
  if (selected.matches.length === 0) return nothing(whyNothing(page, source));
  const scopes: Scope[] = [];
  const broken: string[] = [];
  for (const { text } of selected.matches) {
    const read = context.jsonIn(text);
    const found = read.ok ? selectValues(path, read.value) : read;
    if (found.ok) scopes.push(...found.values.map((value) => new JsonScope(value)));
    else broken.push(found.problem);
  }
  const [problem = null] = broken;
  if (scopes.length > 0) return { ok: true, scopes, problem };
  return problem === null
    ? nothing(`${quoted(path)} selects nothing in the JSON of ${quoted(source)}.`)
    : failed(`The JSON of ${quoted(source)} cannot be read: ${problem}`);
}

/** Selects the rows of a page or the entries of a nested_list: elements, or JSON values. Never throws. */
export function selectEntries(scope: Scope, selector: EntrySelector): Entries {
  const { source, language, what } = selector;
  if (language === 'json') return selectJsonEntries(scope, selector);
  if (isJson(scope)) return nothing(`${quoted(source)} selects elements, and this is JSON.`);
  const selected = selectMatches(scope, language, source);
  if (!selected.ok) return failed(selected.problem);
  const scopes: Scope[] = [];
  for (const { kind, node } of selected.matches) {
    if (kind === 'element' && node !== null && isTag(node)) scopes.push(node);
  }
  if (scopes.length > 0) return { ok: true, scopes, problem: null };
  return selected.matches.length === 0
    ? nothing(whyNothing(scope, source))
    : failed(`${quoted(source)} selects text or attributes; ${what} must be elements.`);
}

function selectJsonEntries(scope: Scope, { source, as }: EntrySelector): Entries {
  if (!isJson(scope)) return nothing(`${quoted(source)} selects nothing in a page that is not JSON.`);
  const selected = selectValues(source, scope.value);
  if (!selected.ok) return failed(selected.problem);
  const { values } = selected;
  if (values.length === 0) return nothing(`${quoted(source)} selects nothing in this JSON.`);
  if (as !== 'html') {
    return { ok: true, scopes: values.map((value) => new JsonScope(value)), problem: null };
  }
  const others = values.filter((value) => typeof value !== 'string').length;
  const scopes = values.map((value) => parsePage(typeof value === 'string' ? value : '').document);
  const problem =
    others === 0 ? null : `${others} of ${values.length} entries are not text, so they hold no HTML.`;
  return { ok: true, scopes, problem };
}
