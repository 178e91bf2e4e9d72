import { isText, type Element } from 'domhandler';
import { htmlNamespace } from '../../../extract/html/construction.ts';
import { resolveUrl } from '../../../engine/resolve.ts';
import { readImports } from './css-imports.ts';

/** A style sheet referenced by an element. */
export interface StyleLink {
  /** Absolute URL; null: it cannot be resolved, or is not http(s). */
  url: string | null;
  /** Media query; empty: all media. */
  media: string;
}

/** Base URL of a page; null: unknown. */
export function baseOf(elements: readonly Element[], pageUrl: string | null): string | null {
  const base = elements.find(
    ({ name, namespace, attribs }) =>
      name === 'base' && namespace === htmlNamespace && attribs['href'] !== undefined,
  );
  const resolved = base === undefined ? null : resolveUrl((base.attribs['href'] ?? '').trim(), pageUrl);
  return resolved?.ok === true ? resolved.url : pageUrl;
}

/**
 * The style sheet of a `<link>` that applies without scripts, or is applied on load (`media="print" onload=…`,
 * `rel="preload" as="style" onload=…`); null: the element is none.
 */
export function styleLink({ name, namespace, attribs }: Element, base: string | null): StyleLink | null {
  const { rel = '', href, type = '', onload = '' } = attribs;
  if (name !== 'link' || namespace !== htmlNamespace) return null;
  if (href === undefined || href.trim() === '' || attribs['disabled'] !== undefined) return null;
  if (type.trim() !== '' && !/^text\/css\b/i.test(type.trim())) return null;
  const words = rel.toLowerCase().split(/\s+/);
  const isLate = words.includes('preload') && attribs['as'] === 'style' && /\brel\b/.test(onload);
  if (!(words.includes('stylesheet') || isLate) || words.includes('alternate')) return null;
  const media = attribs['media'] ?? '';
  return { url: absolute(href, base), media: /\bmedia\b/.test(onload) ? '' : media };
}

/** Text of an HTML `<style>`; null: the element is none. */
export function styleText(element: Element): string | null {
  if (element.name !== 'style' || element.namespace !== htmlNamespace) return null;
  return element.children.map((child) => (isText(child) ? child.data : '')).join('');
}

/** Resolves a reference. @returns null: unresolvable, or not http(s) */
export function absolute(href: string, base: string | null): string | null {
  const resolved = resolveUrl(href.trim(), base);
  return resolved.ok ? (resolved.url.split('#', 1)[0] ?? null) : null;
}

/** URLs of all style sheets that a page references, without duplicates, in the order of the page. */
export function pageSheets(elements: readonly Element[], pageUrl: string | null): string[] {
  const base = baseOf(elements, pageUrl);
  const urls = new Set<string>();
  for (const element of elements) {
    const link = styleLink(element, base)?.url ?? null;
    if (link !== null) urls.add(link);
    const text = styleText(element);
    if (text === null || !text.includes('@')) continue;
    for (const { url } of readImports(text).imports) {
      const imported = absolute(url, base);
      if (imported !== null) urls.add(imported);
    }
  }
  return [...urls];
}
