import { isText, type Element } from 'domhandler';
import type { PageTree } from '../tree.ts';
import { elementsBelow, textContent, visibleText } from '../walk.ts';

/** Signs that a page is empty until its scripts have run. */
export interface ScriptMade {
  /** The signs as clauses: "it holds almost no text". */
  signs: string[];
  /** A script that holds data as JSON, by a selector; left out: none. */
  data?: string;
}

/** Characters of visible text below which a page counts as almost empty. */
const littleText = 200;
/** The same for a page that says it needs scripts. */
const fewParagraphs = 1000;
/** Unfilled template placeholders. */
const maxPlaceholders = 2;

/** Root elements of common frameworks. */
const rootNames =
  /^(?:root|app|application|main-app|__next|__nuxt|___gatsby|svelte|q-app|react-root|react-app|vue-app|spa-root|page-root|mount|ember-app)$/i;
const rootTags = /^(?:app|my-app|app-root|ng-app|root)$|-(?:app|root)$/;

/** Elements with content. */
const contentTags: ReadonlySet<string> = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'article',
  'table',
  'ul',
  'ol',
  'dl',
  'pre',
]);

/**
 * Detects pages that are empty until their scripts have run. Pages that are only short, have their content in frames, or
 * redirect elsewhere are not among them.
 * @returns the signs; null for a page that is readable without scripts
 */
export function scriptMade(page: PageTree): ScriptMade | null {
  return scriptMadeOf(elementsBelow(page.document));
}

/** The same for the elements of a page in document order. */
export function scriptMadeOf(elements: readonly Element[]): ScriptMade | null {
  const body = elements.find(({ name }) => name === 'body');
  const text = body === undefined ? '' : visibleText(body, 20_000);
  const placeholders = [...text.matchAll(/\{\{[^{}]{1,60}\}\}/g)].length;
  const scripts = elements.filter(({ name, attribs }) => name === 'script' && isCode(attribs['type']));
  if (scripts.length === 0) return null;
  if (placeholders > maxPlaceholders) {
    return {
      signs: [`its text is made of placeholders such as "${/\{\{[^{}]*\}\}/.exec(text)?.[0] ?? ''}"`],
    };
  }
  if (text.length >= fewParagraphs || leadsElsewhere(elements)) return null;
  const root = elements.find(isEmptyRoot);
  const demands = elements.some(
    (element) => element.name === 'noscript' && demandsScript(textContent(element)),
  );
  const little = text.length < littleText;
  if (!little && !(root !== undefined && demands)) return null;

  const signs: string[] = [];
  if (little) signs.push(text === '' ? 'it holds no text' : 'it holds almost no text');
  if (root !== undefined) signs.push(`its <${root.name}${idOf(root)}> is empty`);
  if (demands) signs.push('it says that it needs JavaScript');
  const loads = scripts.some(({ attribs }) => attribs['src'] !== undefined);
  const hasContent = elements.some(
    (element) => contentTags.has(element.name) && visibleText(element, 50).length >= 20,
  );
  const isShell =
    root !== undefined || demands || (loads ? !hasContent : text.length < littleText / 4 && !hasContent);
  if (!isShell) return null;
  const data = dataScript(elements);
  return data === null ? { signs } : { signs, data };
}

/** Describes the problem and what to do, for people. */
export function describeScriptMade({ signs, data }: ScriptMade): string {
  const all =
    signs.length > 1 ? `${signs.slice(0, -1).join(', ')} and ${signs.at(-1) ?? ''}` : (signs[0] ?? '');
  const other =
    data === undefined ? '' : `, unless what is wanted is in ${data}: css with json_path takes it from there`;
  return `The page seems to be made by script: ${all}. It has to be rendered in a browser${other}.`;
}

/** Characters from which on JSON in a script is more than settings. */
const minData = 500;

/** The script with the most JSON, by its id; null: there is none. */
function dataScript(elements: readonly Element[]): string | null {
  let best: { id: string; length: number } | null = null;
  for (const { name, attribs, children } of elements) {
    const { id = '' } = attribs;
    const [text] = children;
    if (name !== 'script' || !/^[A-Za-z_][\w-]*$/.test(id) || text === undefined || !isText(text)) continue;
    const { length } = text.data;
    if (length >= minData && length > (best?.length ?? 0) && /^\s*[[{]/.test(text.data))
      best = { id, length };
  }
  return best === null ? null : `script#${best.id}`;
}

/** Whether a script element contains code, such as a module, and not data. */
function isCode(type: string | undefined): boolean {
  return type === undefined || type === '' || /javascript|ecmascript|module|babel|jsx/i.test(type);
}

function isEmptyRoot(element: Element): boolean {
  const { name, attribs } = element;
  const named =
    rootNames.test(attribs['id'] ?? '') ||
    rootTags.test(name) ||
    attribs['data-reactroot'] !== undefined ||
    attribs['ng-app'] !== undefined ||
    attribs['data-v-app'] !== undefined;
  if (!named || name === 'html' || name === 'body') return false;
  return visibleText(element, littleText).length < 60;
}

function idOf({ attribs }: Element): string {
  const id = attribs['id'];
  return id === undefined ? '' : ` id="${id}"`;
}

/** Matches requests to enable scripts: in every language they name JavaScript. */
function demandsScript(text: string): boolean {
  return text.length < 2000 && /java ?script/i.test(text);
}

/** Whether the content is elsewhere: in frames, or behind a refresh to another page. */
function leadsElsewhere(elements: readonly Element[]): boolean {
  return elements.some(
    ({ name, attribs }) =>
      name === 'frameset' ||
      (name === 'iframe' && attribs['src'] !== undefined && !isTiny(attribs)) ||
      (name === 'meta' && /^refresh$/i.test(attribs['http-equiv'] ?? '')),
  );
}

/** Whether a frame is visible; those of trackers have no size. */
function isTiny({ width = '', height = '', style = '' }: Record<string, string>): boolean {
  return (
    width === '0' || height === '0' || width === '1' || /display:\s*none|visibility:\s*hidden/i.test(style)
  );
}
