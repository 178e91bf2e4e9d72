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

/** Elements that a preview leaves out with everything in them: they run, load, or hold what nobody sees. */
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

/** Elements whose place is kept by an empty box: they would load another document, or a film. */
const boxed: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'portal', 'fencedframe']);

/** Elements that are written as others, because a browser would read or do something else with them. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['form', 'div'],
  ['xmp', 'pre'],
  ['plaintext', 'pre'],
  ['listing', 'pre'],
  ['dialog', 'div'],
]);

const empty: ReadonlySet<string> = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'wbr']);

/** Whether an element is left out, with everything in it. */
export function isHiddenElement({ name }: Element): boolean {
  return left.has(name.toLowerCase());
}

/**
 * The name that an element has in a preview: its own where it is one that only shows something, else that of an element
 * that means nothing. Each is safe wherever a browser takes it to be, also in another namespace.
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

export function isVoid(name: string): boolean {
  return empty.has(name);
}

/** The attributes of an element that can do no harm; a link stays one to look at, and leads nowhere. */
export function safeAttributes(element: Element): [string, string][] {
  const { attribs } = element;
  const name = element.name.toLowerCase();
  const safe = Object.entries(attribs).filter(([key, value]) => isSafe(key.toLowerCase(), value));
  // A picture that the page brings along is part of how it was stored.
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
  // What pages and their tools make up; styles name it.
  return (
    /^[a-z_][\w.]*-[\w.-]*$/.test(key) &&
    !reservedAttributes.has(key) &&
    !key.startsWith('data-spider-studio')
  );
}

/** Whether a value refers to nothing, or to a place in the same document. */
const isLocal = (value: string): boolean =>
  !/[\\@]/.test(value) && !/(?:url|src|image|image-set)\s*\((?!\s*["']?#)/i.test(value);
