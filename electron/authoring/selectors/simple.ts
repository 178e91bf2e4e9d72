import type { Element } from 'domhandler';
import { XmlElement } from '../../extract/xml/xml-element.ts';
import {
  cssString,
  escapeIdentifier,
  isMeaningfulClass,
  isStableId,
  isStableValue,
} from '../../extract/analyze/names.ts';
import { classesOf } from './path.ts';
import type { ScopeIndex } from './scope-index.ts';

/** What a simple selector asks of one element. */
export interface Simple {
  readonly kind: 'id' | 'attribute' | 'class' | 'tag';
  readonly css: string;
  readonly xpath: string;
  /** Names of the classes that it asks for. */
  readonly classes: readonly string[];
  /** The attribute that it asks for, `id` included; null: none. */
  readonly attribute: string | null;
  /** How likely it tells the content and not the looks or this one page, 0 to 1. */
  readonly weight: number;
  /** All elements of an index that it matches. */
  readonly among: (index: ScopeIndex) => readonly Element[];
}

/** Attributes that name an element, and how well. Others that begin with `data-` count as the last. */
const namingAttributes: ReadonlyMap<string, number> = new Map([
  ['itemprop', 1],
  ['data-testid', 0.95],
  ['data-test', 0.95],
  ['data-qa', 0.95],
  ['data-hook', 0.95],
  ['property', 0.95],
  ['name', 0.9],
  ['rel', 0.85],
  ['role', 0.8],
  ['itemtype', 0.8],
  ['typeof', 0.8],
  ['pubdate', 0.8],
  ['headers', 0.8],
  ['for', 0.75],
  ['type', 0.7],
  ['scope', 0.6],
  ['aria-label', 0.6],
  ['title', 0.45],
  ['alt', 0.45],
]);

/** Attributes of the looks; they tell elements apart where pages are old and have nothing else. */
const looks: ReadonlySet<string> = new Set([
  'align',
  'bgcolor',
  'color',
  'colspan',
  'face',
  'height',
  'rowspan',
  'size',
  'valign',
  'width',
]);

/** Elements of which a page has one, or few that mean the same, and how well they name it. */
const tellingTags: ReadonlyMap<string, number> = new Map([
  ['h1', 0.9],
  ['main', 0.9],
  ['title', 0.9],
  ['article', 0.8],
  ['address', 0.8],
  ['nav', 0.8],
  ['header', 0.8],
  ['footer', 0.8],
  ['aside', 0.8],
  ['time', 0.8],
  ['form', 0.8],
]);

const maxClasses = 12;
const maxAttributes = 12;

/** An XPath literal; null: the text has both kinds of quotes. */
export function xpathString(text: string): string | null {
  if (!text.includes('"')) return `"${text}"`;
  return text.includes("'") ? null : `'${text}'`;
}

const tagOf = (element: Element): Simple => {
  const { name } = element;
  return {
    kind: 'tag',
    css: escapeIdentifier(name),
    xpath: xpathName(name),
    classes: [],
    attribute: null,
    weight: tellingTags.get(name) ?? (element instanceof XmlElement ? 0.8 : 0.3),
    among: (index) => index.tagged(name),
  };
};

/** A name as a node test: XPath has no escapes, so that a strange one becomes a condition. */
export function xpathName(name: string): string {
  return /^[a-zA-Z_][\w.-]*(?::[a-zA-Z_][\w.-]*)?$/.test(name)
    ? name
    : `*[name()="${name.replaceAll('"', '')}"]`;
}

function ofClasses(element: Element, classes: readonly string[], withTag: boolean, weight: number): Simple {
  const { name } = element;
  const [first = ''] = classes;
  const test = classes.map((each) => `has-class("${each}")`).join(' and ');
  return {
    kind: 'class',
    css: `${withTag ? escapeIdentifier(name) : ''}${classes.map((each) => `.${escapeIdentifier(each)}`).join('')}`,
    xpath: `${withTag ? xpathName(name) : '*'}[${test}]`,
    classes,
    attribute: null,
    weight,
    among: (index) => {
      const found = index.withClass(first);
      if (!withTag && classes.length === 1) return found;
      return found.filter((each) => {
        if (withTag && each.name !== name) return false;
        const own = classesOf(each);
        return classes.every((one) => own.includes(one));
      });
    },
  };
}

function ofAttribute(element: Element, attribute: string, value: string | null, weight: number): Simple[] {
  const { name } = element;
  const literal = value === null ? null : xpathString(value);
  if (value !== null && literal === null) return [];
  const tag = escapeIdentifier(name);
  return [
    {
      kind: attribute === 'id' ? 'id' : 'attribute',
      css:
        attribute === 'id' && value !== null
          ? `#${escapeIdentifier(value)}`
          : `${tag}[${escapeIdentifier(attribute)}${value === null ? '' : `=${cssString(value)}`}]`,
      xpath: `${attribute === 'id' ? '*' : xpathName(name)}[@${attribute}${literal === null ? '' : `=${literal}`}]`,
      classes: [],
      attribute,
      weight,
      among: (index) =>
        attribute === 'id' && value !== null
          ? index.withId(value)
          : index.withAttribute(attribute, value).filter((each) => each.name === name),
    },
  ];
}

function attributesOf(element: Element, own: string | null): Simple[] {
  const found: Simple[] = [];
  for (const [name, value] of Object.entries(element.attribs).slice(0, 30)) {
    // The attribute that is taken says nothing about where it is on another page.
    if (name === 'id' || name === 'class' || name === own || !/^[a-z][\w-]*$/i.test(name)) continue;
    const naming = namingAttributes.get(name) ?? (name.startsWith('data-') ? 0.6 : null);
    if (naming !== null) {
      if (value === '' || /^\d+$/.test(value) || !isStableValue(value)) {
        found.push(...ofAttribute(element, name, null, naming * 0.6));
      } else {
        found.push(...ofAttribute(element, name, value, naming));
        if (name.startsWith('data-')) found.push(...ofAttribute(element, name, null, naming * 0.8));
      }
    } else if (looks.has(name) && value !== '' && value.length <= 20) {
      found.push(...ofAttribute(element, name, value, 0.35));
    } else if (name === 'datetime' || name === 'content') {
      found.push(...ofAttribute(element, name, null, 0.6));
    } else if ((name === 'href' || name === 'action') && isOwnAddress(value)) {
      found.push(...ofAttribute(element, name, value, 0.4));
    }
  }
  return found.sort((a, b) => b.weight - a.weight).slice(0, maxAttributes);
}

/** Longest value that names one thing of a page. */
const longestName = 150;

/**
 * Simple selectors that name one thing of one page and no other: a numbered id, an address, a number among the data. They are of use
 * where no other page is known.
 * @param own an attribute that is the value itself
 */
export function specificOf(element: Element, own: string | null): Simple[] {
  const named = Object.entries(element.attribs).filter(
    ([name, value]) =>
      name !== own &&
      (name === 'id' ||
        name === 'href' ||
        (name === 'value' && element.name === 'option') ||
        /^data-[a-z-]*(?:id|key|slug|url)$/.test(name)) &&
      value.length >= (name === 'value' ? 1 : 2) &&
      value.length <= longestName,
  );
  return named.flatMap(([name, value]) => ofAttribute(element, name, value, specificWeight));
}

const specificWeight = 0.5;

/** An address that leads to the same place of a site from each of its pages, such as "/cart" or "#reviews". */
const isOwnAddress = (value: string): boolean =>
  value.length >= 2 && value.length <= 60 && !/\d{2}|[?&]|^javascript:/i.test(value);

/**
 * Simple selectors of an element, the most telling first.
 * @param own an attribute that is the value itself and so must not be asked for
 */
export function simpleOf(element: Element, own: string | null = null): Simple[] {
  const found: Simple[] = [];
  const { id } = element.attribs;
  if (id !== undefined && own !== 'id' && isStableId(id)) found.push(...ofAttribute(element, 'id', id, 1));
  found.push(...attributesOf(element, own));
  const all = classesOf(element).slice(0, maxClasses);
  const meaningful = all.filter(isMeaningfulClass);
  for (const [at, name] of meaningful.entries())
    found.push(ofClasses(element, [name], false, 0.95 - at / 50));
  for (const name of meaningful) found.push(ofClasses(element, [name], true, 0.9));
  const [first, second] = meaningful;
  if (first !== undefined && second !== undefined)
    found.push(ofClasses(element, [first, second], false, 0.85));
  found.push(tagOf(element));
  return found;
}
