import { isObject, type PlainObject } from '../../../shared/spider/plain.ts';
import { jsonOrNothing } from '../source.ts';

/** An element that carries an annotation. */
export interface AnnotatedElement {
  annotation: PlainObject;
  /** A selector of the element, by ids, classes and places. */
  selector: string;
  /** Whether the element was made for a part of a text. */
  isGenerated: boolean;
}

interface Open {
  tag: string;
  selector: string;
  /** How many elements of each name it has. */
  counts: Map<string, number>;
}

const tags =
  /<!--[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)|<(\/?)([a-zA-Z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;
const attributes = /(?<![^\s"'=<>/])([^\s"'=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** What an element closes that was not closed. */
const closes: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
  option: ['option'],
  p: ['p'],
};
/** The deepest element that is looked at. */
const maxDepth = 200;

/** Finds the annotations in the body of a sample, with selectors of their elements. */
export function annotationsIn(body: string): AnnotatedElement[] {
  const found: AnnotatedElement[] = [];
  const open: Open[] = [{ tag: '', selector: '', counts: new Map() }];
  for (const [, raw, slash, name = '', text = ''] of body.matchAll(tags)) {
    if (raw !== undefined || name === '') continue;
    const tag = name.toLowerCase();
    if (slash === '/') close(open, tag);
    else {
      for (const other of Object.hasOwn(closes, tag) ? (closes[tag] ?? []) : [])
        if (open.at(-1)?.tag === other) open.pop();
      const given = attributesOf(text);
      const selector = selectorOf(tag, given, open.at(-1));
      const annotation = jsonOrNothing(given.get('data-scrapy-annotate'));
      if (isObject(annotation)) found.push({ annotation, selector, isGenerated: tag === 'ins' });
      if (given.has('data-scrapy-ignore') || given.has('data-scrapy-ignore-beneath'))
        found.push({ annotation: { ignore: true }, selector, isGenerated: false });
      if (!empty.has(tag) && !text.endsWith('/') && open.length < maxDepth)
        open.push({ tag, selector, counts: new Map() });
    }
  }
  return found;
}

/** Goes out of an element; one that is not open closes nothing. */
function close(open: Open[], tag: string): void {
  const at = open.findLastIndex((each) => each.tag === tag);
  if (at > 0) open.length = at;
}

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bareword] of text.matchAll(attributes))
    found.set(name.toLowerCase(), decoded(double ?? single ?? bareword ?? ''));
  return found;
}

const references: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  '#34': '"',
  '#39': "'",
  apos: "'",
};
const decoded = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (whole, name: string) =>
    Object.hasOwn(references, name) ? (references[name] ?? whole) : whole,
  );

const plainName = /^[A-Za-z_][\w-]*$/;

/** A selector by the id, by the classes within the parent, or else by the place in it. */
function selectorOf(tag: string, given: ReadonlyMap<string, string>, parent: Open | undefined): string {
  const number = (parent?.counts.get(tag) ?? 0) + 1;
  parent?.counts.set(tag, number);
  const id = given.get('id') ?? '';
  if (plainName.test(id)) return `#${id}`;
  if (tag === 'html' || tag === 'body') return tag;
  const classes = (given.get('class') ?? '').split(/\s+/).filter((name) => plainName.test(name));
  const outer = parent?.selector ?? '';
  const own = classes.length > 0 ? `${tag}.${classes.join('.')}` : `${tag}:nth-of-type(${number})`;
  if (outer === '' || outer === 'html' || outer === 'body') return own;
  // Where rows stand in a table directly, readers of HTML put a tbody around them.
  return `${outer}${tag === 'tr' ? ' ' : ' > '}${own}`;
}
