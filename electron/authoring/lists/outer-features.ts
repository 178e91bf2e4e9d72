import { isTag } from 'domhandler';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import { outermost, type Candidate } from './candidates.ts';
import { likeness, pathsIn, shapeOf } from './likeness.ts';
import {
  meets,
  menuWords,
  sideWords,
  mean,
  sampleOf,
  share,
  words,
  type PageMeasures,
} from './page-measures.ts';
import { massesOf } from './records.ts';

/** What a candidate is from outside: amounts, names, and where it stands. */
export const outerNames = [
  'log_count',
  'few',
  'log_text',
  'text_share',
  'record_share',
  'link_share',
  'unevenness',
  'linked',
  'log_links',
  'textless',
  'menu',
  'side',
  'record_word',
  'record_word_above',
  'part_word',
  'menu_tag',
  'aside',
  'main',
  'form',
  'depth',
  'start',
  'siblings_share',
  'between',
  'making_run',
  'making_cousins',
  'making_thread',
  'shapes',
  'classed',
  'nested',
  'outer_text',
  'only_link',
  'class_cover',
  'sibling_cover',
  'part_of',
  'apart',
  'comment_word',
  'gap',
  'left_alike',
  'many',
  'tag_li',
  'tag_tr',
  'tag_td',
  'tag_div',
  'tag_p',
  'tag_table',
  'tag_dl',
  'tag_dt',
  'tag_dd',
  'tag_a',
  'tag_article',
  'tag_text',
  'tag_heading',
  'tag_section',
] as const;

export type OuterFeatures = Partial<Record<(typeof outerNames)[number], number>>;

const recordWords = words(
  'item items post posts entry entries result results product products article articles comment comments message card cards story news job jobs event events review reviews listing row record hit question questions answer answers topic thread reply hentry',
);
const commentWords = words('comment comments reply replies');
const partWords = words(
  'title name meta info price author date time image thumb img footer header content body text summary excerpt avatar user details actions buttons controls',
);

/** Describes a candidate from outside. */
export function outerFeatures(page: PageMeasures, candidate: Candidate): OuterFeatures {
  return { ...amounts(page, candidate), ...place(page, candidate) };
}

function amounts({ tree, counts, text: pageText }: PageMeasures, candidate: Candidate): OuterFeatures {
  const { heads, making, nodes } = candidate;
  const masses = massesOf(tree, candidate);
  const outer = making === 'thread' ? outermost(heads) : null;
  const total = (outer ?? masses).reduce((sum, { text }) => sum + text, 0);
  const link = (outer ?? masses).reduce((sum, mass) => sum + mass.link, 0);
  const logs = masses.map(({ text }) => Math.log1p(text));
  const average = mean(logs);
  const span = holderOf(tree, heads);
  const sampled = sampleOf(heads.length).flatMap((at) => heads[at] ?? []);
  const shapes = new Set(sampled.map(shapeOf));
  const shared = (heads[0]?.classes ?? []).filter((word) =>
    sampled.every(({ classes }) => classes.includes(word)),
  );
  const name = heads[0]?.element.name ?? '';
  const withText = heads.filter(({ text }) => text > 0).length;
  const parents = new Set(heads.map(({ parent }) => parent));
  let siblings = 0;
  for (const parent of parents) siblings += counts.get(`${parent} ${name}`) ?? 0;
  const apart = parents.size / heads.length;
  return {
    class_cover: Math.max(
      0,
      ...shared.map((word) => heads.length / (counts.get(`${name}.${word}`) ?? heads.length)),
    ),
    sibling_cover: Math.min(1, withText / Math.max(1, siblings)),
    apart,
    part_of:
      apart < 0.9
        ? 0
        : 1 -
          mean(
            sampled.map(({ text, parent }) =>
              Math.min(1, (text + 1) / ((tree.elements[parent]?.text ?? 0) + 1)),
            ),
          ),
    gap: holderGap(tree, heads),
    left_alike: leftAlike(tree, heads),
    many: Math.max(0, Math.log(heads.length / 30)),
    log_count: Math.log(heads.length),
    few: heads.length < 5 ? 1 : 0,
    log_text: Math.log1p(total / heads.length),
    text_share: total / pageText,
    record_share: Math.sqrt(total / heads.length / pageText),
    link_share: total === 0 ? 0 : link / total,
    unevenness: Math.sqrt(mean(logs.map((log) => (log - average) ** 2))),
    linked: share(masses, ({ links }) => links > 0),
    log_links: Math.log1p(mean(masses.map(({ links }) => links))),
    only_link: share(masses, ({ link: linkText, text }) => text > 0 && linkText >= text * 0.95),
    textless: share(masses, ({ text }) => text === 0),
    siblings_share: span === undefined || span.text === 0 ? 0 : total / span.text,
    outer_text: span === undefined ? 0 : span.text / pageText,
    making_run: making === 'run' ? 1 : 0,
    making_cousins: making === 'cousins' ? 1 : 0,
    making_thread: making === 'thread' ? 1 : 0,
    nested: outer === null ? 0 : 1 - outer.length / heads.length,
    shapes: shapes.size / Math.max(1, sampled.length),
    between: nodes === null ? 0 : Math.log(mean(nodes.map(({ length }) => length))),
  };
}

/** The nearest element that holds all records. */
function holderOf(tree: DescribedTree, heads: readonly ElementFacts[]): ElementFacts | undefined {
  const first = heads[0];
  const end = heads.at(-1)?.end ?? 0;
  let holder = first === undefined ? undefined : tree.elements[first.parent];
  while (holder !== undefined && holder.end < end) holder = tree.elements[holder.parent];
  return holder;
}

/** Share of the children between the first and the last record that are no record. */
function holderGap(tree: DescribedTree, heads: readonly ElementFacts[]): number {
  const [first, last] = [heads[0], heads.at(-1)];
  if (first === undefined || last === undefined || first.parent !== last.parent) return 0;
  const parent = tree.elements[first.parent];
  if (parent === undefined) return 0;
  const children = parent.element.children
    .flatMap((child) => tree.factsOf(child) ?? [])
    .filter(({ at }) => at >= first.at && at <= last.at);
  const text = children.reduce((sum, facts) => sum + facts.text, 0);
  const own = heads.reduce((sum, facts) => sum + facts.text, 0);
  return text === 0 ? 0 : Math.max(0, 1 - own / text);
}

/** How many siblings that are built like the records are left out, beside the records. */
function leftAlike(tree: DescribedTree, heads: readonly ElementFacts[]): number {
  const first = heads[0];
  const parent = first === undefined ? undefined : tree.elements[first.parent];
  if (first === undefined || parent === undefined) return 0;
  const own = new Set(heads.map(({ element }) => element));
  const left = parent.element.children
    .filter((child) => isTag(child))
    .filter((child) => child.name === first.element.name && !own.has(child));
  if (left.length === 0) return 0;
  const paths = pathsIn(heads[heads.length >> 1]?.element ?? first.element);
  const sampled = sampleOf(left.length).flatMap((at) => left[at] ?? []);
  const alike =
    (sampled.filter((element) => likeness(paths, pathsIn(element)) >= 0.5).length / sampled.length) *
    left.length;
  return alike / (alike + heads.length);
}

function place(page: PageMeasures, { heads }: Candidate): OuterFeatures {
  const { tree, wordsOf } = page;
  const first = heads[0];
  if (first === undefined) return {};
  const own = wordsOf(first);
  const around = tree.elements[first.parent];
  const inside = around === undefined ? null : page.around(around);
  const above: ElementFacts[] = [];
  for (let facts = around; facts !== undefined && above.length < 2; facts = tree.elements[facts.parent]) {
    if (facts.element.name !== 'body' && facts.element.name !== 'html') above.push(facts);
  }
  const flag = (holds: boolean | undefined): number => (holds === true ? 1 : 0);
  const name = first.element.name;
  const is = (...names: string[]): number => (names.includes(name) ? 1 : 0);
  return {
    menu: flag(inside?.menu === true || meets(own, menuWords)),
    side: flag(inside?.side === true || meets(own, sideWords)),
    record_word: meets(own, recordWords) ? 1 : 0,
    comment_word: meets(own, commentWords) ? 1 : 0,
    record_word_above: above.some((facts) => meets(wordsOf(facts), recordWords)) ? 1 : 0,
    part_word: meets(own, partWords) ? 1 : 0,
    menu_tag: flag(inside?.menuTag),
    aside: flag(inside?.aside),
    main: flag(inside?.main),
    form: flag(inside?.form),
    depth: first.depth / 10,
    start: first.at / Math.max(1, tree.elements.length),
    classed: first.classes.length > 0 ? 1 : 0,
    tag_li: is('li'),
    tag_tr: is('tr'),
    tag_td: is('td', 'th'),
    tag_div: is('div'),
    tag_p: is('p', 'blockquote'),
    tag_table: is('table'),
    tag_dl: is('dl'),
    tag_dt: is('dt'),
    tag_dd: is('dd'),
    tag_a: is('a'),
    tag_article: is('article'),
    tag_section: is('section', 'main', 'ul', 'ol'),
    tag_text: is(
      'span',
      'font',
      'b',
      'i',
      'em',
      'strong',
      'small',
      'u',
      'time',
      'label',
      'code',
      'img',
      'button',
    ),
    tag_heading: is('h1', 'h2', 'h3', 'h4', 'h5', 'h6'),
  };
}
