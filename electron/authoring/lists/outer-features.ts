import { childrenOf, type DescribedTree, type ElementFacts } from '../tree.ts';
import { outermost, type Candidate } from './candidates.ts';
import { likeness, pathsIn, shapeOf } from './likeness.ts';
import { mean, sampledOf, share, type Names, type PageMeasures, type Surroundings } from './page-measures.ts';
import { massesOf, type RecordMass } from './records.ts';

/** A candidate with what its features are made of. */
interface Look {
  readonly page: PageMeasures;
  readonly candidate: Candidate;
  readonly heads: readonly ElementFacts[];
  readonly first: ElementFacts;
  readonly sampled: readonly ElementFacts[];
  readonly masses: readonly RecordMass[];
  /** For a thread: the records that are in no other. */
  readonly outer: readonly ElementFacts[] | null;
  /** Characters of text of all records, those in links, and the nearest element that holds all of them. */
  readonly total: number;
  readonly link: number;
  readonly span: ElementFacts | undefined;
  readonly parents: ReadonlySet<number>;
  readonly names: Names;
  readonly inside: Surroundings | null;
}

type Feature = (look: Look) => number;

const flag = (holds: boolean | undefined): number => (holds === true ? 1 : 0);
const isTagged =
  (...names: string[]): Feature =>
  ({ first }) =>
    flag(names.includes(first.element.name));

/** What a candidate is from outside: amounts, names, and where it stands. */
const features = {
  log_count: ({ heads }) => Math.log(heads.length),
  few: ({ heads }) => flag(heads.length < 5),
  log_text: ({ total, heads }) => Math.log1p(total / heads.length),
  text_share: ({ total, page }) => total / page.text,
  record_share: ({ total, heads, page }) => Math.sqrt(total / heads.length / page.text),
  link_share: ({ total, link }) => (total === 0 ? 0 : link / total),
  unevenness: ({ masses }) => unevenness(masses),
  linked: ({ masses }) => share(masses, ({ links }) => links > 0),
  log_links: ({ masses }) => Math.log1p(mean(masses, ({ links }) => links)),
  textless: ({ masses }) => share(masses, ({ text }) => text === 0),
  menu: ({ inside, names }) => flag(inside?.menu === true || names.menu),
  side: ({ inside, names }) => flag(inside?.side === true || names.side),
  record_word: ({ names }) => flag(names.record),
  record_word_above: ({ page, first }) => flag(isNamedAbove(page, first)),
  part_word: ({ names }) => flag(names.part),
  menu_tag: ({ inside }) => flag(inside?.menuTag),
  aside: ({ inside }) => flag(inside?.aside),
  main: ({ inside }) => flag(inside?.main),
  form: ({ inside }) => flag(inside?.form),
  depth: ({ first }) => first.depth / 10,
  start: ({ first, page }) => first.at / Math.max(1, page.tree.elements.length),
  siblings_share: ({ span, total }) => (span === undefined || span.text === 0 ? 0 : total / span.text),
  between: ({ candidate: { nodes } }) => (nodes === null ? 0 : Math.log(mean(nodes, ({ length }) => length))),
  making_run: ({ candidate }) => flag(candidate.making === 'run'),
  making_cousins: ({ candidate }) => flag(candidate.making === 'cousins'),
  making_thread: ({ candidate }) => flag(candidate.making === 'thread'),
  shapes: ({ page, sampled }) => distinctShapes(page.tree, sampled) / Math.max(1, sampled.length),
  classed: ({ first }) => flag(first.classes.length > 0),
  nested: ({ outer, heads }) => (outer === null ? 0 : 1 - outer.length / heads.length),
  outer_text: ({ span, page }) => (span === undefined ? 0 : span.text / page.text),
  only_link: ({ masses }) => share(masses, ({ link, text }) => text > 0 && link >= text * 0.95),
  class_cover: (look) => classCover(look),
  sibling_cover: (look) => siblingCover(look),
  part_of: (look) => partOf(look),
  apart: ({ parents, heads }) => parents.size / heads.length,
  comment_word: ({ names }) => flag(names.comment),
  gap: ({ page, heads }) => holderGap(page.tree, heads),
  left_alike: ({ page, heads }) => leftAlike(page.tree, heads),
  many: ({ heads }) => Math.max(0, Math.log(heads.length / 30)),
  tag_li: isTagged('li'),
  tag_tr: isTagged('tr'),
  tag_td: isTagged('td', 'th'),
  tag_div: isTagged('div'),
  tag_p: isTagged('p', 'blockquote'),
  tag_table: isTagged('table'),
  tag_dl: isTagged('dl'),
  tag_dt: isTagged('dt'),
  tag_dd: isTagged('dd'),
  tag_a: isTagged('a'),
  tag_article: isTagged('article'),
  tag_text: isTagged(
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
  tag_heading: isTagged('h1', 'h2', 'h3', 'h4', 'h5', 'h6'),
  tag_section: isTagged('section', 'main', 'ul', 'ol'),
} satisfies Readonly<Record<string, Feature>>;

export const outerNames: readonly string[] = Object.keys(features);
const readers: readonly Feature[] = Object.values(features);

/** Describes a candidate from outside, in the order of `outerNames`. */
export function outerFeatures(page: PageMeasures, candidate: Candidate): number[] {
  const [first] = candidate.heads;
  if (first === undefined) return readers.map(() => 0);
  const look = lookAt(page, candidate, first);
  return readers.map((read) => read(look));
}

function lookAt(page: PageMeasures, candidate: Candidate, first: ElementFacts): Look {
  const { tree } = page;
  const { heads, making } = candidate;
  const masses = massesOf(tree, candidate);
  const outer = making === 'thread' ? outermost(heads) : null;
  let total = 0;
  let link = 0;
  for (const mass of outer ?? masses) {
    total += mass.text;
    link += mass.link;
  }
  const around = tree.elements[first.parent];
  return {
    page,
    candidate,
    heads,
    first,
    sampled: sampledOf(heads),
    masses,
    outer,
    total,
    link,
    span: holderOf(tree, heads),
    parents: parentsOf(heads),
    names: page.namesOf(first),
    inside: around === undefined ? null : page.around(around),
  };
}

/** The parents of elements in document order. */
function parentsOf(heads: readonly ElementFacts[]): ReadonlySet<number> {
  const parents = new Set<number>();
  let last = -1;
  for (const { parent } of heads) {
    if (parent !== last || parents.size === 0) parents.add(parent);
    last = parent;
  }
  return parents;
}

/** How much the amounts of text differ, by their logarithms. */
function unevenness(masses: readonly RecordMass[]): number {
  const average = mean(masses, ({ text }) => Math.log1p(text));
  return Math.sqrt(mean(masses, ({ text }) => (Math.log1p(text) - average) ** 2));
}

/** Number of the different shapes of elements. */
function distinctShapes(tree: DescribedTree, all: readonly ElementFacts[]): number {
  const [first] = all;
  const usual = first === undefined ? 0 : shapeOf(tree, first);
  if (all.every((facts) => shapeOf(tree, facts) === usual)) return Math.min(1, all.length);
  return new Set(all.map((facts) => shapeOf(tree, facts))).size;
}

/** Whether one of the two elements around a record is named like a record. */
function isNamedAbove({ tree, namesOf }: PageMeasures, { parent }: ElementFacts): boolean {
  let left = 2;
  for (
    let facts = tree.elements[parent];
    facts !== undefined && left > 0;
    facts = tree.elements[facts.parent]
  ) {
    if (facts.element.name === 'body' || facts.element.name === 'html') continue;
    if (namesOf(facts).record) return true;
    left -= 1;
  }
  return false;
}

/** The largest share that the records are of all elements with one of their classes. */
function classCover({ page, heads, first, sampled }: Look): number {
  let most = 0;
  for (const mark of first.kind.marks) {
    if (sampled.every(({ kind }) => kind === first.kind || kind.marks.includes(mark)))
      most = Math.max(most, heads.length / page.withMark(mark));
  }
  return most;
}

/** Share of the children with text and of the name of the records that are records. */
function siblingCover({ page, heads, first, parents }: Look): number {
  const withText = heads.reduce((count, { text }) => count + (text > 0 ? 1 : 0), 0);
  let siblings = 0;
  for (const parent of parents) siblings += page.childrenLike(first, parent);
  return Math.min(1, withText / Math.max(1, siblings));
}

/** How little of the text of their parents the records have, where each has its own. */
function partOf({ page, heads, sampled, parents }: Look): number {
  if (parents.size / heads.length < 0.9) return 0;
  const shareOf = ({ text, parent }: ElementFacts): number =>
    Math.min(1, (text + 1) / ((page.tree.elements[parent]?.text ?? 0) + 1));
  return 1 - mean(sampled, shareOf);
}

/** The nearest element that holds all records. */
function holderOf(tree: DescribedTree, heads: readonly ElementFacts[]): ElementFacts | undefined {
  const first = heads[0];
  const end = heads.at(-1)?.end ?? 0;
  let holder = first === undefined ? undefined : tree.elements[first.parent];
  while (holder !== undefined && holder.end < end) holder = tree.elements[holder.parent];
  return holder;
}

/** Share of the text between the first and the last record that is in no record. */
function holderGap({ elements }: DescribedTree, heads: readonly ElementFacts[]): number {
  const [first, last] = [heads[0], heads.at(-1)];
  if (first === undefined || last === undefined || first.parent !== last.parent || first.parent < 0) return 0;
  let text = 0;
  for (let at = first.at; at <= last.at;) {
    const facts = elements[at];
    if (facts === undefined) break;
    text += facts.text;
    at = facts.end + 1;
  }
  const own = heads.reduce((sum, facts) => sum + facts.text, 0);
  return text === 0 ? 0 : Math.max(0, 1 - own / text);
}

/** How many siblings that are built like the records are left out, beside the records. */
function leftAlike(tree: DescribedTree, heads: readonly ElementFacts[]): number {
  const first = heads[0];
  const parent = first === undefined ? undefined : tree.elements[first.parent];
  if (first === undefined || parent === undefined) return 0;
  let next = 0;
  const left = childrenOf(tree, parent, (child) => {
    while ((heads[next]?.at ?? Infinity) < child.at) next += 1;
    return child.kind.tag === first.kind.tag && heads[next] !== child;
  });
  if (left.length === 0) return 0;
  const paths = pathsIn(tree, heads[heads.length >> 1] ?? first);
  const isAlike = (facts: ElementFacts): boolean => likeness(paths, pathsIn(tree, facts)) >= 0.5;
  const alike = share(sampledOf(left), isAlike) * left.length;
  return alike / (alike + heads.length);
}
