import { fold } from '../datetime/names.ts';
import { normalizeSpace } from '../text.ts';
import { visibleText } from '../walk.ts';
import { isForeign } from './blocks.ts';
import { isArticle, textsOf } from './json-ld.ts';
import type { MetadataSources } from './sources.ts';

const metaNames = [
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'byl',
  'article:author_name',
];

/** Elements that hold a byline, the surest first. */
const bylineSelectors = [
  '[itemprop~="author"] [itemprop~="name"]',
  '[itemprop~="author"]',
  '[rel~="author"]',
  '.author-name',
  '.byline__name',
  '.byline-name',
  '.p-author',
  '.byline a',
  '.byline',
  '.author a',
  '.author',
  '[class*="byline" i]',
];

const prefix =
  /^(?:(?:written|posted|published|reported|story|words|text|article)\s+)?(?:by|von|par|por|di|door|av|af|przez|автор|author|autor|auteur|autore)\s*:?\s+/iu;

/** A name as it stands in a byline, or null when the text is no name: an address, a date, a sentence. */
export function cleanAuthor(text: string, siteName: string | null): string | null {
  const name = normalizeSpace(text)
    .replace(prefix, '')
    .replace(/\s+(?:\||•|·|—|–|-|on|updated|published)\s.*$/iu, '')
    .replace(/[\s,;|•·–—-]+$/u, '');
  if (name.length < 2 || name.length > 100 || name.split(' ').length > 12) return null;
  if (/https?:|www\.|@|\d{2}|^(?:admin|administrator|staff|editor|anonymous|unknown|null)$/i.test(name))
    return null;
  if (!/\p{L}{2}/u.test(name)) return null;
  return siteName !== null && fold(siteName) === fold(name) ? null : name;
}

/** The names of the authors, joined by ", "; null where none is told. */
export function readAuthor({ find, meta, jsonLd }: MetadataSources, siteName: string | null): string | null {
  const clean = (texts: readonly string[]): string[] => [
    ...new Set(texts.map((text) => cleanAuthor(text, siteName)).filter((name) => name !== null)),
  ];
  const described = jsonLd.nodes
    .filter(isArticle)
    .flatMap((node) => textsOf(node['author'] ?? node['creator']));
  const named = clean(described);
  if (named.length > 0) return named.slice(0, 10).join(', ');
  for (const key of metaNames) {
    const [name] = clean([meta.get(key) ?? '']);
    if (name !== undefined) return name;
  }
  for (const selector of bylineSelectors) {
    const texts = find(selector, 5)
      .filter((element) => !isForeign(element))
      .map((element) => element.attribs['content'] ?? visibleText(element, 300));
    const [name] = clean(texts);
    if (name !== undefined) return name;
  }
  return null;
}
