import type { Element } from 'domhandler';

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
  // With scripts allowed in the frame, a browser takes its contents for text.
  ['noscript', 'span'],
  ['form', 'div'],
  ['xmp', 'pre'],
  ['plaintext', 'pre'],
  ['listing', 'pre'],
  ['image', 'img'],
  ['dialog', 'div'],
]);

const empty: ReadonlySet<string> = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'wbr']);

/** Attributes that name something to fetch, to go to, or to do; and those that change what others mean. */
const droppedAttributes: ReadonlySet<string> = new Set([
  'action',
  'archive',
  'attributionsrc',
  'autofocus',
  'autoplay',
  'background',
  'cite',
  'classid',
  'code',
  'codebase',
  'contenteditable',
  'data',
  'download',
  'dynsrc',
  'form',
  'formaction',
  'formtarget',
  'href',
  'http-equiv',
  'icon',
  'is',
  'itemid',
  'longdesc',
  'lowsrc',
  'manifest',
  'name',
  'nonce',
  'ping',
  'popovertarget',
  'poster',
  'profile',
  'slot',
  'src',
  'srcdoc',
  'srcset',
  'target',
  'usemap',
  'xlink:href',
  'xml:base',
]);

/** Whether an element is left out, with everything in it. */
export function isHiddenElement({ name }: Element): boolean {
  return left.has(name.toLowerCase());
}

/** The name that an element has in a preview. */
export function shownName({ name }: Element): string {
  const lower = name.toLowerCase();
  if (boxed.has(lower)) return 'div';
  // A name that is none could end the tag and begin another.
  if (!/^[a-z][a-z0-9._:-]*$/i.test(name)) return 'span';
  return renamed.get(lower) ?? name;
}

export function isVoid(name: string): boolean {
  return empty.has(name);
}

/** The attributes of an element that can do no harm; a link stays one to look at, and leads nowhere. */
export function safeAttributes(element: Element): [string, string][] {
  const { attribs } = element;
  const name = element.name.toLowerCase();
  const safe: [string, string][] = [];
  for (const [key, value] of Object.entries(attribs)) {
    const lower = key.toLowerCase();
    if (!/^[a-z_][\w.:-]*$/i.test(key) || lower.startsWith('on') || lower.startsWith('data-spider-studio'))
      continue;
    if (droppedAttributes.has(lower)) {
      // A picture that the page brings along is part of how it was stored.
      const isOwn =
        lower === 'src' && name === 'img' && /^data:image\/(?:png|gif|jpe?g|webp|avif)[;,]/i.test(value);
      if (isOwn) safe.push(['src', value]);
      continue;
    }
    safe.push([lower === key ? key : key, value]);
  }
  if (name === 'a' && attribs['href'] !== undefined) safe.push(['href', '#']);
  if (boxed.has(name)) safe.push(['data-spider-studio-box', name]);
  if (name === 'noscript') safe.push(['data-spider-studio-noscript', '']);
  return safe;
}
