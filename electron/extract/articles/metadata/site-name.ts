import { fold } from '../../datetime/names.ts';

/** Folds a text to letters and digits, to compare names and titles. */
export const keyOf = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Splits a text into folded words. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the labels of a host that may be a name: "example-post" in "www.example-post.co.uk". */
export function hostNames(url: string | null): string[] {
  const host = url === null ? null : URL.parse(url)?.hostname;
  if (host === null || host === undefined) return [];
  return host
    .split('.')
    .slice(0, -1)
    .map(keyOf)
    .filter(
      (label) => label.length >= 3 && !['www', 'com', 'org', 'net', 'gov', 'edu', 'blog'].includes(label),
    );
}

/** Known names of the site, to recognize them in titles. */
export interface SiteNames {
  /** Names in the metadata: og:site_name and the publisher. */
  names: readonly string[];
  /** Labels of the host. */
  hosts: readonly string[];
}

/** Whether a text is the name of the site: a name in the metadata, a label of the host, or a text with those initials. */
export function isSiteName(text: string, { names, hosts }: SiteNames): boolean {
  const key = keyOf(text);
  if (key === '') return false;
  if (names.some((name) => keyOf(name) === key)) return true;
  const words = wordsOf(text);
  const initials = words.map((word) => word[0]).join('');
  const bare = key.replace(/^the/, '').replace(/(?:com|org|net|blog)$/, '');
  return hosts.some(
    (host) => host === key || (bare.length >= 3 && host === bare) || (words.length >= 3 && initials === host),
  );
}

/** Like `isSiteName`, but allows a few more words: "The Example Post Blog", "News from Example". */
export function speaksOfSite(text: string, site: SiteNames): boolean {
  if (isSiteName(text, site)) return true;
  const key = keyOf(text);
  const known = [...site.names.map(keyOf), ...site.hosts].filter((name) => name.length >= 4);
  return known.some(
    (name) => (key.includes(name) && wordsOf(text).length <= 6) || (name.includes(key) && key.length >= 4),
  );
}
