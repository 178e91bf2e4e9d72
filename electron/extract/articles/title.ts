import { fold } from '../datetime/names.ts';

export interface TitleSources {
  /** JSON-LD `headline`. */
  headline: string | null;
  /** og:title or twitter:title. */
  social: string | null;
  /** The text of the title element; may be empty. */
  document: string;
  /** The texts of the h1 elements in document order. */
  headings: readonly string[];
  siteName: string | null;
}

/** What stands between the title and the name of the site: " | ", " - ", " – ", " — ", " :: ", " » ", " · ". */
const separator = /\s+[|\-–—»«·•/]+\s+|\s*[|»]\s*|\s+::\s+/;

const key = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The title without the site's name: by the name where it is known, else without a short last part. */
export function withoutSiteName(title: string, siteName: string | null): string {
  const parts = title.split(separator);
  if (parts.length < 2) return title;
  const site = siteName === null ? '' : key(siteName);
  const last = parts.at(-1) ?? '';
  const first = parts[0] ?? '';
  const cut = (part: string, end: boolean): string =>
    (end ? title.slice(0, title.lastIndexOf(part)) : title.slice(title.indexOf(part) + part.length))
      .replace(/^[\s|\-–—»«·•/:]+/, '')
      .replace(/[\s|\-–—»«·•/:]+$/, '');
  if (site !== '' && key(last) === site) return withoutSiteName(cut(last, true), null);
  if (site !== '' && key(first) === site) return cut(first, false);
  const words = (text: string): number => text.split(/\s+/).length;
  return words(last) <= 4 && words(title) - words(last) >= 3 && title.length - last.length > last.length
    ? cut(last, true)
    : title;
}

/**
 * The title of a page. A heading that repeats the title of the document is the title as readers see it; without one the
 * social title or JSON-LD's headline stands in, and at last the document's own title without the name of the site.
 */
export function chooseTitle({ headline, social, document, headings, siteName }: TitleSources): string | null {
  const documentKey = key(`${document} ${social ?? ''} ${headline ?? ''}`);
  const heading = headings.find(
    (text) => text.length >= 5 && text.length <= 300 && documentKey.includes(key(text)) && key(text) !== '',
  );
  if (heading !== undefined && key(heading) !== key(siteName ?? '')) return heading;
  const candidates = [headline, social, document].map((text) =>
    text === null ? '' : withoutSiteName(text.trim(), siteName),
  );
  const chosen = candidates.find((text) => text.length >= 5) ?? candidates.find((text) => text !== '');
  if (chosen !== undefined) return chosen;
  return headings.find((text) => text !== '') ?? null;
}
