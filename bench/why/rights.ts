import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { rankSelectors } from '../../electron/authoring/selectors/rank.ts';
import type { PageTree } from '../../electron/extract/tree.ts';
import { elementsBelow, unseenTags } from '../../electron/extract/walk.ts';
import { devtoolsPath } from '../authoring/devtools-path.ts';
import type { Random } from '../../electron/proof/stress/random.ts';
import type { Right } from './mistakes.ts';

/** Longest text of an element that somebody wants, in characters. */
const longestText = 300;
const word = /^[A-Za-z][\w-]*$/;

const classesOf = ({ attribs }: Element): string[] =>
  (attribs['class'] ?? '').split(/\s+/).filter((name) => word.test(name));

/** Elements with a text or a link of their own. */
export function wanted(page: PageTree): Element[] {
  return elementsBelow(page.document).filter((element) => {
    const text = element.children
      .map((child) => (isText(child) ? child.data : ''))
      .join('')
      .trim();
    if (text === '' || text.length > longestText) return false;
    return !chainOf(element).some(({ name }) => unseenTags.has(name) || name === 'head');
  });
}

function chainOf(element: Element): Element[] {
  const chain: Element[] = [];
  for (let node: AnyNode | null = element; node !== null && isTag(node); node = node.parent) chain.push(node);
  return chain;
}

/** Selectors as people write them that give the text or the link of an element, in several styles. */
export function rightsFor(page: PageTree, element: Element, random: Random): Right[] {
  const isLink = (element.attribs['href'] ?? '') !== '' && random.below(2) === 0;
  const [cssEnd, xpathEnd] = isLink ? ['::attr(href)', '/@href'] : ['::text', '/text()'];
  const [part] = isLink ? [{ attribute: 'href' } as const] : ['text' as const];
  const css = [...chains(element), attributeOf(element), devtoolsPath(element)]
    .filter((selector) => selector !== '')
    .map((selector): Right => ({ language: 'css', selector: selector + cssEnd }));
  const xpath = xpaths(element).map((selector): Right => ({
    language: 'xpath',
    selector: selector + xpathEnd,
  }));
  const [ranked] = rankSelectors([{ page, within: null, node: { element, part } }], { most: 1 });
  const ours: Right[] =
    ranked === undefined ? [] : [{ language: ranked.language, selector: ranked.selector }];
  return [...css, ...xpath, ...pictures(element), ...ours];
}

const namesOf = (element: Element): string =>
  classesOf(element)
    .slice(0, 2)
    .map((name) => `.${name}`)
    .join('');

/** Its classes, with and without its name, below an ancestor that has a class or an id. */
function chains(element: Element): string[] {
  const own = namesOf(element);
  const outer = chainOf(element).slice(1);
  const classed = outer.find((each) => classesOf(each).length > 0);
  const named = outer.find(({ attribs }) => word.test(attribs['id'] ?? ''));
  const parent = outer[0];
  const lead = own === '' ? element.name : own;
  return [
    own,
    own === '' ? '' : element.name + own,
    classed === undefined ? '' : `${namesOf(classed)} ${lead}`,
    classed === undefined || parent === undefined || parent === classed
      ? ''
      : `${namesOf(classed)} ${parent.name} > ${lead}`,
    named === undefined ? '' : `#${named.attribs['id'] ?? ''} ${element.name}${own}`,
    classed === undefined ? '' : `${namesOf(classed)} ${element.name}:nth-of-type(${placeOf(element)})`,
  ];
}

/** The place of an element among those of its name, from 1. */
function placeOf(element: Element): number {
  const siblings = (element.parent?.children ?? []).filter(
    (each) => isTag(each) && each.name === element.name,
  );
  return siblings.indexOf(element) + 1;
}

function attributeOf({ name, attribs }: Element): string {
  const found = Object.entries(attribs).find(
    ([key, value]) =>
      /^(?:itemprop|rel|title|data-[a-z-]+|type|role|aria-label)$/.test(key) && /^[\w :-]{3,40}$/.test(value),
  );
  return found === undefined ? '' : `${name}[${found[0]}="${found[1]}"]`;
}

/** The path of developer tools, and shorter ones from an ancestor. */
function xpaths(element: Element): string[] {
  const chain = chainOf(element).toReversed();
  const step = (each: Element): string => {
    const siblings = (each.parent?.children ?? []).filter(
      (other) => isTag(other) && other.name === each.name,
    );
    return siblings.length > 1 ? `${each.name}[${siblings.indexOf(each) + 1}]` : each.name;
  };
  const full = `/${chain.map(step).join('/')}`;
  const classed = chain.findLastIndex((each) => classesOf(each).length > 0);
  const at = chain[classed];
  if (at === undefined) return [full];
  const [first = ''] = classesOf(at);
  const below = chain.slice(classed + 1);
  const begin = `//${at.name}[has-class("${first}")]`;
  const exact = `//${at.name}[@class="${at.attribs['class'] ?? ''}"]`;
  const rest = below.map((each) => `/${step(each)}`).join('');
  const deep = below.length > 0 ? `//${element.name}` : '';
  return [full, begin + rest, begin + deep, exact + rest];
}

/** A picture beside the element. */
function pictures(element: Element): Right[] {
  const parent = element.parent;
  if (parent === null || !isTag(parent)) return [];
  const picture = elementsBelow(parent).find(({ name }) => name === 'img');
  if (picture === undefined || (picture.attribs['src'] ?? '') === '') return [];
  const own = namesOf(picture) === '' ? `${namesOf(parent)} img` : namesOf(picture);
  return [{ language: 'css', selector: `${own}::attr(src)` }];
}
