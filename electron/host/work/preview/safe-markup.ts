import type { Element } from 'domhandler';
import { htmlNamespace, svgNamespace } from '../../../extract/html/construction.ts';
import {
  attributeNames,
  htmlNames,
  mathNames,
  paintNames,
  reservedAttributes,
  reservedNames,
  svgNames,
} from './safe-names.ts';

/** Elements omitted with their content: they execute, load, or are invisible. */
const left: ReadonlySet<string> = new Set([
  'script',
  'template',
  'base',
  'meta',
  'link',
  'applet',
  'param',
  'track',
  'foreignobject',
  'noembed',
  'noframes',
  'annotation-xml',
  'frameset',
]);

/** Elements replaced by an empty box: they would load a document or media. */
const boxed: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'portal', 'fencedframe']);

/** Elements written under another name, because browsers parse or treat them specially. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['form', 'div'],
  ['xmp', 'pre'],
  ['plaintext', 'pre'],
  ['listing', 'pre'],
  ['dialog', 'div'],
]);

const empty: ReadonlySet<string> = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'wbr']);

/** Whether an element is omitted with its content. */
export function isHiddenElement({ name }: Element): boolean {
  return left.has(name.toLowerCase());
}

/**
 * The name of an element in a preview: its own if the element only displays something, else that of a neutral element. Each is safe in
 * any position and namespace.
 */
export function shownName({ name, namespace }: Element): string {
  const lower = name.toLowerCase();
  if (namespace === svgNamespace) return svgNames.has(lower) ? name : 'g';
  if (namespace !== htmlNamespace) return mathNames.has(lower) ? name : 'mrow';
  if (boxed.has(lower)) return 'div';
  const own = renamed.get(lower) ?? lower;
  return htmlNames.has(own) || isCustom(own) ? own : 'span';
}

const isCustom = (name: string): boolean => /^[a-z][\w.]*-[\w.-]*$/.test(name) && !reservedNames.has(name);

/** Whether an HTML element has no content and no end tag. */
export function isVoid(name: string): boolean {
  return empty.has(name);
}

/** The harmless attributes of an element. Links keep their look and lead nowhere. */
export function safeAttributes(element: Element): [string, string][] {
  const { attribs } = element;
  const name = element.name.toLowerCase();
  const safe = Object.entries(attribs).filter(([key, value]) => isSafe(key.toLowerCase(), value));
  // Embedded images are part of the stored page.
  const { src } = attribs;
  if (name === 'img' && src !== undefined && /^data:image\/(?:png|gif|jpe?g|webp|avif)[;,]/i.test(src))
    safe.push(['src', src]);
  if (name === 'a' && attribs['href'] !== undefined) safe.push(['href', '#']);
  if (boxed.has(name)) safe.push(['data-spider-studio-box', name]);
  if (name === 'noscript') safe.push(['data-spider-studio-noscript', '']);
  return safe;
}

function isSafe(key: string, value: string): boolean {
  if (paintNames.has(key)) return isLocal(value);
  if (attributeNames.has(key)) return true;
  // Custom attributes, which style sheets may refer to.
  return (
    /^[a-z_][\w.]*-[\w.-]*$/.test(key) &&
    !reservedAttributes.has(key) &&
    !key.startsWith('data-spider-studio')
  );
}

/** Whether a value refers to nothing outside the document. */
const isLocal = (value: string): boolean =>
  !/[\\@]/.test(value) && !/(?:url|src|image|image-set)\s*\((?!\s*["']?#)/i.test(value);
