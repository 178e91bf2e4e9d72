import { languageOfRows } from './language.ts';

/**
 * The selector of places that are looked for inside other places.
 *
 * @param outer the places around; null: the page
 * @returns the inner selector alone where the two cannot be joined, because their languages differ
 */
export function inside(outer: string | null, inner: string): string {
  if (outer === null) return inner;
  const languages = [languageOfRows(outer), languageOfRows(inner)];
  if (languages.every((language) => language === 'json')) return `${outer.trim()}${inner.trim().slice(1)}`;
  return languages.every((language) => language === 'css') ? `:is(${outer}) :is(${inner})` : inner;
}
