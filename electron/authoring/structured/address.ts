import type { Element } from 'domhandler';
import { cssString } from '../../extract/analyze/names.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { DescribedTree } from '../tree.ts';
import { looksLikeId } from './id-form.ts';
import type { StatedValue } from './source.ts';

/** An address that a page gives itself, and the attribute that holds it. */
interface OwnAddress {
  address: string;
  /** The field that takes it as written; null: it is known from the fetch alone. */
  css: string | null;
  written: string;
}

/** A part of an address that may be the number of a product, with the field that takes it. */
export interface AddressPart {
  value: string;
  stated: StatedValue[];
  /** Whether it ends the path or is called an id. */
  isLast: boolean;
}

/** The addresses that a page gives itself: canonical, OpenGraph, and the one that it was fetched from. */
function addressesOf({ elements }: DescribedTree, { url, base }: PageContext): OwnAddress[] {
  const found: OwnAddress[] = url === null ? [] : [{ address: url, css: null, written: url }];
  const add = ({ attribs }: Element, name: string, selector: string): void => {
    const written = attribs[name] ?? '';
    const address = URL.parse(written, base ?? 'https://page.invalid/')?.href;
    if (written !== '' && address !== undefined)
      found.push({ address, css: `${selector}::attr(${name})`, written });
  };
  for (const { element } of elements) {
    const { name, attribs } = element;
    if (name === 'link' && attribs['rel'] === 'canonical') add(element, 'href', 'link[rel="canonical"]');
    if (name === 'meta' && attribs['property'] === 'og:url')
      add(element, 'content', `meta[property=${cssString('og:url')}]`);
  }
  return found;
}

/** The most parts of one address. */
const mostParts = 12;

/** Finds the parts of the page's own addresses that may be the number of a product, those of a path from its end. */
export function findInAddress(tree: DescribedTree, context: PageContext): AddressPart[] {
  const found = new Map<string, AddressPart>();
  for (const own of addressesOf(tree, context)) {
    for (const [value, isLast] of partsOf(own.address).slice(0, mostParts)) {
      const known = found.get(value) ?? { value, stated: [], isLast };
      known.stated.push(...statedIn(own, value));
      found.set(value, known);
    }
  }
  return [...found.values()];
}

function partsOf(address: string): [string, boolean][] {
  const url = URL.parse(address);
  if (url === null) return [];
  const found = new Map<string, boolean>();
  for (const [key, value] of url.searchParams) {
    if (/(?:id|sku|item|product|code|art|no|nr)$/i.test(key) && looksLikeId.test(value))
      found.set(value, true);
  }
  const segments = url.pathname.split('/').filter(Boolean).map(decoded).reverse();
  segments.forEach((segment, index) => {
    const bare = segment.replace(/\.(?:html?|php|aspx?|jsp)$/i, '');
    const isShort = looksLikeId.test(bare) && bare.split(/[-_]/).length <= 3;
    if (isShort) found.set(bare, found.get(bare) ?? index === 0);
    const parts = bare.split(/[-_,;.~!=]+/);
    parts.forEach((part, at) => {
      if (part.length < 4 || !/\d{3}|\d\w*\d/.test(part)) return;
      const isLast = index === 0 && at === parts.length - 1;
      found.set(part, found.get(part) ?? isLast);
      const digits = /^[a-z]{1,2}(\d{4,})$/i.exec(part)?.[1];
      if (digits !== undefined) found.set(digits, found.get(digits) ?? isLast);
    });
  });
  return [...found];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** The fields that take a part of an address: by what stands right before it, or by the segment before, and by the form of the part. */
function statedIn({ css, written }: OwnAddress, value: string): StatedValue[] {
  const at = written.lastIndexOf(value);
  if (css === null || at === -1) return [];
  const form = /^\d+$/.test(value) ? String.raw`\d{${Math.max(3, value.length - 3)},}` : String.raw`[\w-]+`;
  const before = written.slice(0, at);
  const mark = /[^\p{L}\d]$/u.exec(before)?.[0] ?? /\p{L}$/u.exec(before)?.[0] ?? '';
  const segment = /[^/?&]*[/=]$/.exec(before)?.[0] ?? '';
  const after = String.raw`(?![\w-])`;
  const patterns = [
    `${escaped(mark)}(${form})${after}`,
    `${escaped(segment)}(${form})${after}`,
    `${escaped(mark)}(${form})(?:\\.\\w+)?$`,
  ];
  return patterns.map((pattern) => ({
    value,
    definition: { css, processors: [{ type: 'regex', pattern }] },
  }));
}
