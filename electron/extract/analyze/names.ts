/** Decides which class names and ids to use in selectors: those that a person chose to describe the content. */

/** Generated names: hashes, counters, CSS modules. They change with the next build or page. */
const volatile = [
  /\d{3,}/,
  /^[a-f\d-]{8,}$/i,
  /^(?:css|sc|jss|svelte|emotion|styled|ember|yui|react|ng|v|data-v|id|ext-gen|radix|headlessui|mui)[-_]?:?[a-z]{0,2}\d/i,
  /^(?:css|sc|emotion|svelte)-/,
  /^_ng/,
  /^:r/,
  // CSS modules: "Title_title__3xK9a", "headline-module--text--1aB2c".
  /__[\da-z]*(?:\d[\da-z]*[a-z]|[a-z]\d|[a-z][A-Z]|[A-Z]{2})[\da-zA-Z]*$/,
  /--[\da-zA-Z]*(?:\d[a-zA-Z]|[a-zA-Z]\d)[\da-zA-Z]*$/,
  // Random letters: digits between letters.
  /^[a-zA-Z]+\d+[a-zA-Z]+\d*[a-zA-Z\d]*$/,
];

/** Capitals at random, as in hashes: "MDqKe", but not "mainNav" or "FAQ". */
function hasRandomCapitals(name: string): boolean {
  return name
    .split(/[-_]/)
    .some(
      (part) =>
        /[A-Z]/.test(part) && /[a-z]/.test(part) && !/^[a-z]*(?:[A-Z]+[a-z]{2,}|[A-Z]{2,}$)*$/.test(part),
    );
}

/** Names for appearance or state instead of content. */
const presentational = [
  /[:[\]/!@]/,
  /^-?(?:m|p|mx|my|mt|mb|ml|mr|px|py|pt|pb|pl|pr|w|h|z|gap|top|left|right|bottom|inset|order|opacity|leading|tracking|rounded|border|bg|shadow|flex|grid|col|row|items|justify|self|space|max|min|font|text|overflow|object)-(?:x-|y-|[a-z]-)?(?:\d|auto|full|screen|none|xs$|sm$|md$|lg$|\d?xl$|center$|left$|right$|start$|end$|between$|bold$|medium$|hidden$|white$|black$|gray|grey|cover$)/,
  /^(?:flex|grid|block|inline|inline-block|hidden|relative|absolute|fixed|sticky|static|container|row|col|columns?|clearfix|cf|left|right|pull-left|pull-right|float-left|float-right|first|last|odd|even|active|current|open|closed|selected|show|visible|invisible|loaded|loading|lazy|lazyload|lazyloaded|js|no-js|italic|bold|uppercase|truncate|underline|antialiased|border|rounded|shadow|transition)$/,
  /^(?:is|has|js|no|u|d|l|o)-/,
  /^hentry$|^(?:type|status|format|category|tag|postid|page-id|wp-image)-/,
];

/** Whether a class name describes content. */
export function isMeaningfulClass(name: string): boolean {
  return (
    name.length >= 2 &&
    name.length <= 50 &&
    !hasRandomCapitals(name) &&
    ![...volatile, ...presentational].some((pattern) => pattern.test(name))
  );
}

const classesKnown = new Map<string, readonly string[]>();
const maxClassesKnown = 10_000;

/**
 * The class names in the value of an attribute that describe content, each once. Few different values stand on the pages of a
 * site: they are read once.
 */
export function meaningfulClasses(value: string): readonly string[] {
  const before = classesKnown.get(value);
  if (before !== undefined) return before;
  if (classesKnown.size >= maxClassesKnown) classesKnown.clear();
  const classes = [...new Set(value.split(/\s+/))].filter(isMeaningfulClass);
  classesKnown.set(value, classes);
  return classes;
}

/** Whether an id is likely to be stable across pages and releases of the site. */
export function isStableId(id: string): boolean {
  return (
    id.length >= 2 &&
    id.length <= 50 &&
    !/\s/.test(id) &&
    !hasRandomCapitals(id) &&
    !volatile.some((pattern) => pattern.test(id))
  );
}

/** Most names, which need no escaping. */
const plainIdentifier = /^[A-Za-z_][\w-]*$/;

/** Escapes a name as a CSS identifier, like `CSS.escape` of the CSSOM. */
export function escapeIdentifier(name: string): string {
  if (plainIdentifier.test(name)) return name;
  return name
    .replaceAll(/[^\p{L}\p{N}_-]/gu, '\\$&')
    .replace(/^(-?)(\d)/, (_start, dash: string, digit: string) => `${dash}\\3${digit} `)
    .replace(/^-$/, '\\-');
}

/** Writes a text as a CSS string in double quotes. */
export function cssString(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/[\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
}

/** Whether the value of an attribute names a kind of content, and not one thing, address or moment. */
export function isStableValue(value: string): boolean {
  return value.length <= 50 && !/\d{3,}|[/?&=]|^\s|\s$|["\\\n]/.test(value) && !hasRandomCapitals(value);
}
