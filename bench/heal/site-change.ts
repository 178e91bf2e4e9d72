import { createHash } from 'node:crypto';
import { Element, isTag, isText, Text, type AnyNode } from 'domhandler';
import { replace, setChildren } from '../../electron/proof/stress/children.ts';
import { classesOf } from '../../electron/authoring/selectors/path.ts';
import { bound, cells, wrapperOf } from '../../electron/authoring/selectors/changes.ts';
import type { PageTree } from '../../electron/extract/tree.ts';
import { squeeze } from '../../electron/authoring/selectors/scope-index.ts';
import { textOf } from '../../electron/extract/xpath/nodes.ts';
import { elementsBelow, unseenTags, walk } from '../../electron/extract/walk.ts';

/** What a site may change in all its pages at once. */
export const siteChanges = [
  'classes renamed',
  'attributes dropped',
  'wrappers added',
  'order changed',
  'tags changed',
  'values changed',
  'siblings inserted',
] as const;
export type SiteChange = (typeof siteChanges)[number];

/** Share of what could change that does, in percent. */
const shares: Readonly<Record<SiteChange, number>> = {
  'classes renamed': 70,
  'attributes dropped': 60,
  'wrappers added': 25,
  'order changed': 25,
  'tags changed': 60,
  'values changed': 40,
  'siblings inserted': 15,
};

/** Decides from the seed and a text, so that all pages of a site change alike. */
type Chance = (of: string) => number;

/**
 * Changes a page as its site does: what has the same name, classes and attributes changes alike on all pages of a seed.
 * @param values nodes whose text is a value, for "values changed"
 * @param page what tells this page from the others of the site
 */
export function changeSite(
  tree: PageTree,
  kinds: readonly SiteChange[],
  { seed, values, page }: { seed: string; values: readonly AnyNode[]; page: string },
): void {
  for (const kind of kinds) {
    const chance: Chance = (of) => chanceOf(`${seed} ${kind} ${of}`);
    const elements = elementsBelow(tree.document).filter(
      ({ name }) => !['html', 'head', 'body'].includes(name),
    );
    const does = (of: string): boolean => chance(of) < shares[kind];
    if (kind === 'values changed') {
      if (does(page)) for (const text of everywhere(tree, values)) changeText(text, chance);
      continue;
    }
    for (const element of elements)
      if (kind !== 'siblings inserted' || !isInside(element, values))
        changeElement(element, kind, does, chance);
  }
}

/** The texts of the values, and all other texts of the page that are the same. */
function everywhere(tree: PageTree, values: readonly AnyNode[]): Set<Text> {
  const shown = new Set(values.map((node) => squeeze(textOf(node))));
  const others = textsIn(tree.document).filter(({ data }) => shown.has(squeeze(data)));
  return new Set([...values.flatMap(textsIn), ...others]);
}

function changeElement(
  element: Element,
  kind: Exclude<SiteChange, 'values changed'>,
  does: (of: string) => boolean,
  chance: Chance,
): void {
  const signature = `${element.name}.${classesOf(element).join('.')}`;
  if (kind === 'classes renamed') {
    const renamed = classesOf(element).map((name) =>
      does(name) ? `k${chance(`${name} new`)}-${name.length}` : name,
    );
    if (renamed.length > 0) element.attribs['class'] = renamed.join(' ');
  } else if (kind === 'attributes dropped') {
    for (const [name, value] of Object.entries(element.attribs)) {
      if (['class', 'href', 'src', 'content', 'value', 'type', 'colspan', 'rowspan'].includes(name)) continue;
      if (does(name === 'id' ? `id ${value}` : name)) delete element.attribs[name];
    }
  } else if (kind === 'wrappers added') {
    if (!unseenTags.has(element.name) && does(signature)) wrap(element);
  } else if (kind === 'order changed') {
    if (!kept.has(element.name) && does(signature)) rotate(element);
  } else if (kind === 'tags changed') {
    const [first, ...rest] = others[element.name] ?? [];
    if (first !== undefined && does(signature))
      element.name = [first, ...rest][chance(`${signature} name`) % (rest.length + 1)] ?? first;
  } else if (!unseenTags.has(element.name) && !bound.has(element.name) && does(signature)) {
    const added = new Element('div', { class: 'added-notice' });
    setChildren(added, [new Text('New: read our latest offers')]);
    replace(element, [added, element]);
  }
}

function isInside(element: Element, values: readonly AnyNode[]): boolean {
  for (let each: AnyNode | null = element.parent; each !== null; each = each.parent)
    if (values.includes(each)) return true;
  return false;
}

/** Parents whose children mean something by their order. */
const kept: ReadonlySet<string> = new Set([
  'tr',
  'dl',
  'table',
  'thead',
  'select',
  'head',
  'p',
  'script',
  'style',
]);

const others: Readonly<Record<string, readonly string[]>> = {
  div: ['section', 'article'],
  span: ['em', 'div'],
  b: ['strong', 'span'],
  strong: ['b', 'span'],
  i: ['em'],
  em: ['i'],
  font: ['span'],
  h1: ['h2', 'div'],
  h2: ['h3', 'div'],
  h3: ['h4', 'div'],
  p: ['div'],
};

function wrap(element: Element): void {
  const wrapper = new Element(wrapperOf(element), {});
  if (bound.has(element.name) && !cells.has(element.name)) return;
  if (cells.has(element.name)) {
    setChildren(wrapper, element.children);
    setChildren(element, [wrapper]);
    return;
  }
  replace(element, [wrapper]);
  setChildren(wrapper, [element]);
}

/** The first element inside becomes the last. */
function rotate(parent: Element): void {
  const first = parent.children.find(isTag);
  if (first === undefined || parent.children.filter(isTag).length < 2) return;
  setChildren(parent, [...parent.children.filter((each) => each !== first), first]);
}

function changeText(text: Text, chance: Chance): void {
  text.data = /\d/.test(text.data)
    ? text.data.replaceAll(/\d/g, (digit, at: number) =>
        String((Number(digit) + 1 + (chance(`${at}`) % 8)) % 10),
      )
    : text.data.replace(/(\p{L})(\p{L}{2,})/u, '$2$1');
}

/** A text, or those inside a node, that are not blank. */
function textsIn(root: AnyNode): Text[] {
  const texts: Text[] = [];
  walk(root, {
    enter(node) {
      if (isText(node) && node.data.trim() !== '') texts.push(node);
    },
  });
  return texts;
}

function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % 100;
}
