import { NameTable } from './names.ts';

/**
 * Numbers of the tags that the tree construction distinguishes. HTML elements have the number of their tag; SVG elements
 * have one of the last four numbers, independent of their tag.
 */
const names =
  'a address applet area article aside b base basefont bgsound big blockquote body br button caption center code col ' +
  'colgroup dd details dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 ' +
  'h3 h4 h5 h6 head header hgroup hr html i iframe image img input keygen li link listing main marquee math menu meta ' +
  'nav nobr noembed noframes noscript object ol optgroup option p param plaintext pre rb rp rt rtc ruby s script ' +
  'search section select small source span strike strong style sub summary sup svg table tbody td template textarea ' +
  'tfoot th thead title tr track tt u ul var wbr xmp';

/** Names of the known tags; the number of a tag is its index plus 1. */
export const tagNames: readonly string[] = names.split(' ');

/** The number of any tag not listed above. */
export const otherTag = 0;

/** Known tag names by index: the listed ones, and those of recent pages. */
export const tags = new NameTable(tagNames);

/** Returns the number of a listed tag. */
export function tagNumber(name: string): number {
  return tagNames.indexOf(name) + 1;
}

/** Returns the number of the tag with this index in `tags`; -1 for an unknown tag. */
export function tagAt(index: number): number {
  return index < tagNames.length ? index + 1 : otherTag;
}

/** SVG elements, by how the tree construction treats them: all others, `title`, `desc`, `foreignObject`. */
export const svgPlain = tagNames.length + 1;
export const svgTitle = svgPlain + 1;
export const svgDescription = svgPlain + 2;
export const svgForeignObject = svgPlain + 3;
/** Number of tag numbers. */
export const tagCount = svgPlain + 4;

/** Returns a set of tags: an array with one byte for each number, 1 for the members. */
export function tagSet(list: string, ...more: number[]): Uint8Array {
  const set = new Uint8Array(tagCount);
  for (const name of list.split(' ')) set[tagNumber(name)] = 1;
  for (const tag of more) set[tag] = 1;
  set[otherTag] = 0;
  return set;
}

const integrationPoints = [svgTitle, svgDescription, svgForeignObject];

/** Special elements: https://html.spec.whatwg.org/multipage/parsing.html#special */
export const special = tagSet(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
    'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hgroup hr html iframe img input li link listing main marquee menu meta nav noembed noframes noscript object ol p ' +
    'param plaintext pre script section select source style summary table tbody td template textarea tfoot th thead ' +
    'title tr track ul wbr xmp',
  ...integrationPoints,
);

/** Tags that end the search for the list item that a new one closes. */
export const listItemBoundary = special.map((is, tag) =>
  ['address', 'div', 'p'].includes(tagNames[tag - 1] ?? '') ? 0 : is,
);

const scopeTags = 'applet caption html marquee object table td template th';
/** Tags that end the default scope of the HTML standard. */
export const scope = tagSet(scopeTags, ...integrationPoints);
/** Tags that end the list item scope. */
export const listItemScope = tagSet(`${scopeTags} ol ul`, ...integrationPoints);
/** Tags that end the button scope. */
export const buttonScope = tagSet(`${scopeTags} button`, ...integrationPoints);
/** Tags that end the table scope. */
export const tableScope = tagSet('html table');

/** Tags whose end is implied by other tags. */
export const impliedEnd = tagSet('dd dt li optgroup option p rb rp rt rtc');
/** Tags whose end is implied by the end of a template. */
export const impliedEndThorough = tagSet(
  'dd dt li optgroup option p rb rp rt rtc caption colgroup tbody td tfoot th thead tr',
);

/** The headings h1 to h6. */
export const headings = tagSet('h1 h2 h3 h4 h5 h6');
/** Elements from which misplaced content moves before the table (foster parenting). */
export const tableStructure = tagSet('table tbody tfoot thead tr');

// Numbers of the tags that the tree construction treats specially.
export const a = tagNumber('a');
export const body = tagNumber('body');
export const br = tagNumber('br');
export const button = tagNumber('button');
export const caption = tagNumber('caption');
export const col = tagNumber('col');
export const colgroup = tagNumber('colgroup');
export const dd = tagNumber('dd');
export const dt = tagNumber('dt');
export const font = tagNumber('font');
export const form = tagNumber('form');
export const frameset = tagNumber('frameset');
export const head = tagNumber('head');
export const hr = tagNumber('hr');
export const html = tagNumber('html');
export const input = tagNumber('input');
export const li = tagNumber('li');
export const nobr = tagNumber('nobr');
export const noscript = tagNumber('noscript');
export const optgroup = tagNumber('optgroup');
export const option = tagNumber('option');
export const p = tagNumber('p');
export const rtc = tagNumber('rtc');
export const ruby = tagNumber('ruby');
export const script = tagNumber('script');
export const select = tagNumber('select');
export const table = tagNumber('table');
export const tbody = tagNumber('tbody');
export const td = tagNumber('td');
export const template = tagNumber('template');
export const th = tagNumber('th');
export const tfoot = tagNumber('tfoot');
export const thead = tagNumber('thead');
export const title = tagNumber('title');
export const tr = tagNumber('tr');
