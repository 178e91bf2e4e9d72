import type { Element } from 'domhandler';
import { cssString } from '../../extract/analyze/names.ts';
import { normalizeSpace } from '../../extract/text.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import type { DescribedTree, ElementFacts } from '../tree.ts';
import type { StatedThing, StatedValue } from './source.ts';

/** How microdata and RDFa Lite name the same things. */
interface Vocabulary {
  type: 'itemtype' | 'typeof';
  property: 'itemprop' | 'property';
}

const vocabularies: readonly Vocabulary[] = [
  { type: 'itemtype', property: 'itemprop' },
  { type: 'typeof', property: 'property' },
];

/** The attribute that holds the value of a property, by the kind of element; the text where there is none. */
function attributeOf({ name, attribs }: Element): string | null {
  const preferred = ['content', 'datetime'].find((attribute) => attribs[attribute] !== undefined);
  if (preferred !== undefined) return preferred;
  const of: Readonly<Record<string, string>> = {
    a: 'href',
    area: 'href',
    link: 'href',
    img: 'src',
    audio: 'src',
    video: 'src',
    source: 'src',
    data: 'value',
    meter: 'value',
    object: 'data',
    meta: 'content',
  };
  const attribute = Object.hasOwn(of, name) ? of[name] : undefined;
  return attribute !== undefined && attribs[attribute] !== undefined ? attribute : null;
}

/** Properties whose value is an address, so that a link gives its target; any other property of a link is its text. */
const addressProperties = /^(?:url|image|logo|sameAs|availability|itemCondition|contentUrl|thumbnailUrl)$/;

interface Property {
  names: readonly string[];
  element: Element;
  /** The things around it, innermost last. */
  chain: readonly Item[];
}

interface Item {
  facts: ElementFacts;
  types: readonly string[];
  /** The property that it is of the thing around it; null: none. */
  as: string | null;
  outer: Item | null;
}

/** The most prices outside of any thing that are those of one; a list has one for each entry. */
const mostLoosePrices = 2;

/** The most things around a property that are considered, and the most things of a page. */
const mostAround = 20;
const mostThings = 300;

/** The most properties that are kept. */
const maxProperties = 5000;

/** Reads the things that elements of a page mark with microdata or RDFa Lite, in document order. */
export function readMarkupThings({ elements }: DescribedTree): StatedThing[] {
  return vocabularies.flatMap((vocabulary) => readVocabulary(elements, vocabulary));
}

function readVocabulary(elements: readonly ElementFacts[], vocabulary: Vocabulary): StatedThing[] {
  const items: Item[] = [];
  const properties: Property[] = [];
  const open: Item[] = [];
  for (const facts of elements) {
    const { attribs } = facts.element;
    const written = attribs[vocabulary.property];
    const type = attribs[vocabulary.type];
    if (written === undefined && type === undefined) continue;
    for (let last = open.at(-1); last !== undefined && last.facts.end < facts.at; last = open.at(-1))
      open.pop();
    const names = (written ?? '').split(/\s+/).filter(Boolean).map(withoutVocabulary);
    const isKept = open.length > 0 || vocabulary.property === 'itemprop';
    if (names.length > 0 && type === undefined && isKept && properties.length < maxProperties) {
      properties.push({ names, element: facts.element, chain: open.slice(-mostAround) });
    }
    if (type === undefined) continue;
    const types = type.split(/\s+/).filter(Boolean).map(withoutVocabulary);
    const item: Item = { facts, types, as: names[0] ?? null, outer: open.at(-1) ?? null };
    items.push(item);
    open.push(item);
  }
  const things = items
    .filter(({ as, outer }) => as === null || outer === null || as === 'mainEntity')
    .slice(0, mostThings)
    .map((item) => thingOf(item, item.types, properties, vocabulary));
  const loosePrices = properties.filter(
    ({ names, chain }) => chain.length === 0 && names.includes('price'),
  ).length;
  const isOne = loosePrices > 0 && loosePrices <= mostLoosePrices;
  return isOne ? [...things, thingOf(null, ['Product'], properties, vocabulary)] : things;
}

const withoutVocabulary = (name: string): string => name.replace(/^.*[/#:]/, '');

/** @param item null: properties outside of any thing, as pages have them that leave out its scope */
function thingOf(
  item: Item | null,
  types: readonly string[],
  properties: readonly Property[],
  vocabulary: Vocabulary,
): StatedThing {
  const found = (steps: readonly string[]): Element[] => {
    const name = steps.at(-1) ?? '';
    const way = steps.slice(0, -1);
    return properties
      .filter(({ names, chain }) => {
        if (!names.includes(name)) return false;
        const start = item === null ? 0 : chain.indexOf(item) + 1;
        if (item !== null && start === 0) return false;
        return chain.length - start === way.length && way.every((as, at) => chain[start + at]?.as === as);
      })
      .map(({ element }) => element);
  };
  const scope = item === null ? '' : `${selectorOfType(item, vocabulary)} `;
  const define = (element: Element, steps: readonly string[]): StatedValue => {
    const property = steps.at(-1) ?? '';
    const attribute = attributeOf(element);
    const takesText =
      attribute === null ||
      ((attribute === 'href' || attribute === 'src') && !addressProperties.test(property));
    const inner = steps
      .slice(0, -1)
      .map((step) => `[${vocabulary.property}~=${cssString(step)}] `)
      .join('');
    const css = `${scope}${inner}[${vocabulary.property}~=${cssString(property)}]`;
    if (!takesText)
      return { value: element.attribs[attribute] ?? '', definition: { css: `${css}::attr(${attribute})` } };
    const value = normalizeSpace(textOf(element));
    const definition: FieldExtract =
      element.children.length > 1 ? { css, to_text: true } : { css: `${css}::text` };
    return { value, definition };
  };
  return {
    types,
    source: 'markup',
    value(...steps) {
      const [element] = found(steps);
      return element === undefined ? null : define(element, steps);
    },
    values(...steps) {
      const elements = found(steps);
      const [first] = elements;
      if (first === undefined || elements.length < 2) return null;
      const { definition } = define(first, steps);
      if (definition.to_text === true) return null;
      const value = elements.map((element) => define(element, steps).value);
      return { value, definition: { ...definition, get_all: true } };
    },
  };
}

/** Selects things of a type by the end of its address, because sites change between http and https. */
function selectorOfType({ types }: Item, { type }: Vocabulary): string {
  const [first = ''] = types;
  return `[${type}$=${cssString(type === 'itemtype' ? `/${first}` : first)}]`;
}
