import type { Element } from 'domhandler';
import type { PageTree } from '../tree.ts';
import { elementsBelow, textContent, visibleText } from '../walk.ts';

/** Why a page seems to be empty until its scripts have run. */
export interface ScriptMade {
  /** What gave it away, in phrases: "it holds almost no text". */
  signs: string[];
}

/** Characters of visible text below which a page holds almost none. */
const littleText = 200;
/** The same where a page says itself that it needs scripts. */
const fewParagraphs = 1000;
/** Placeholders of templates that nobody has filled in. */
const maxPlaceholders = 2;

/** Where the well-known frameworks put the page. */
const rootNames =
  /^(?:root|app|application|main-app|__next|__nuxt|___gatsby|svelte|q-app|react-root|react-app|vue-app|spa-root|page-root|mount|ember-app)$/i;
const rootTags = /^(?:app|my-app|app-root|ng-app|root)$|-(?:app|root)$/;

/** Elements that hold what a page says. */
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
 * Tells pages that are empty until scripts fill them. A short page is not one of them, nor is one whose content is in frames,
 * or one that only leads elsewhere.
 * @returns what gives it away; null for a page that can be read as it is
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
  return isShell ? { signs } : null;
}

/** One sentence for people: what is wrong with the page, and what to do. */
export function describeScriptMade({ signs }: ScriptMade): string {
  const all =
    signs.length > 1 ? `${signs.slice(0, -1).join(', ')} and ${signs.at(-1) ?? ''}` : (signs[0] ?? '');
  return `The page seems to be made by script: ${all}. It has to be rendered in a browser.`;
}

/** Data in a script element is not code; a module is. */
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

/** Whatever the language, the name of JavaScript stands in the sentence. */
function demandsScript(text: string): boolean {
  return text.length < 2000 && /java ?script/i.test(text);
}

/** Frames, and pages that refresh to another one: what is missing here is there. */
function leadsElsewhere(elements: readonly Element[]): boolean {
  return elements.some(
    ({ name, attribs }) =>
      name === 'frameset' ||
      (name === 'iframe' && attribs['src'] !== undefined && !isTiny(attribs)) ||
      (name === 'meta' && /^refresh$/i.test(attribs['http-equiv'] ?? '')),
  );
}

/** Frames of trackers have no size. */
function isTiny({ width = '', height = '', style = '' }: Record<string, string>): boolean {
  return (
    width === '0' || height === '0' || width === '1' || /display:\s*none|visibility:\s*hidden/i.test(style)
  );
}
