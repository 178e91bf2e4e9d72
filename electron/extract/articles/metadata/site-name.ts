import { fold } from '../../datetime/names.ts';

/** Letters and digits only, folded: for comparing names and titles. */
export const keyOf = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Words, folded. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The labels of a host that may be a name: "www.example-post.co.uk" has "example-post". */
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

/** What tells the name of the site from a part of a title. */
export interface SiteNames {
  /** The names that the page gives: og:site_name, the publisher. */
  names: readonly string[];
  /** Labels of the host. */
  hosts: readonly string[];
}

/** Whether the text is the name of the site: as the page gives it, as the host has it, or as its initials are the host's. */
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

/** As `isSiteName`, and what holds the name with a few words more: "The Example Post Blog", "News from Example". */
export function speaksOfSite(text: string, site: SiteNames): boolean {
  if (isSiteName(text, site)) return true;
  const key = keyOf(text);
  const known = [...site.names.map(keyOf), ...site.hosts].filter((name) => name.length >= 4);
  return known.some(
    (name) => (key.includes(name) && wordsOf(text).length <= 6) || (name.includes(key) && key.length >= 4),
  );
}
