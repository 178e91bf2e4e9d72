import { isTag, type AnyNode } from 'domhandler';
import { extractLinks } from '../../engine/links.ts';
import type { Page } from '../../extract/page.ts';
import { localPart } from '../../extract/xml/xml-element.ts';
import { textOf } from '../../extract/xpath/nodes.ts';

/** A link of a page. */
export interface PageLinkText {
  /** Absolute. */
  readonly url: string;
  /** Its text; '' for links of feeds, sitemaps and JSON. */
  readonly text: string;
}

/** Values of JSON that are looked at. */
const maxValues = 50_000;

/**
 * The links of a page, in its order: of HTML those that a crawl finds, of sitemaps and feeds the pages that they list, of JSON
 * all texts that are URLs.
 */
export function linksOf(page: Page, url: string): Iterable<PageLinkText> {
  if (page.kind === 'html') return extractLinks(page, url);
  return page.kind === 'json' ? jsonLinks(page.value) : xmlLinks(page.document.children, url);
}

function* xmlLinks(nodes: readonly AnyNode[], base: string): Generator<PageLinkText> {
  const open: AnyNode[] = nodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isTag(node)) continue;
    const name = localPart(node.name).toLowerCase();
    if (name === 'loc' || name === 'link') {
      const written = (node.attribs['href'] ?? textOf(node)).trim();
      const found = written === '' ? null : URL.parse(written, base);
      if (found !== null) yield { url: found.href, text: '' };
    }
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) open.push(child);
    }
  }
}

function* jsonLinks(value: unknown): Generator<PageLinkText> {
  const open: unknown[] = [value];
  for (let seen = 0; open.length > 0 && seen < maxValues; seen += 1) {
    const next = open.pop();
    if (typeof next === 'string') {
      const found = /^https?:\/\/\S+$/.test(next) ? URL.parse(next) : null;
      if (found !== null) yield { url: found.href, text: '' };
    } else if (typeof next === 'object' && next !== null) {
      open.push(...Object.values(next).slice(0, maxValues).toReversed());
    }
  }
}
