/**
 * The kind of argument of a pseudo-class. Supported are the pseudo-classes of cssselect (which parsel uses) and those of
 * the standard that make sense in a static tree.
 */
export type PseudoArgument =
  'none' | 'selectors' | 'relative-selectors' | 'nth' | 'nth-of' | 'text' | 'language';

/** Supported pseudo-classes by name, without the colon, with the kind of their argument. */
export const cssPseudoClasses: ReadonlyMap<string, PseudoArgument> = new Map([
  ['root', 'none'],
  ['scope', 'none'],
  ['empty', 'none'],
  ['first-child', 'none'],
  ['last-child', 'none'],
  ['only-child', 'none'],
  ['first-of-type', 'none'],
  ['last-of-type', 'none'],
  ['only-of-type', 'none'],
  ['nth-child', 'nth-of'],
  ['nth-last-child', 'nth-of'],
  ['nth-of-type', 'nth'],
  ['nth-last-of-type', 'nth'],
  ['is', 'selectors'],
  ['where', 'selectors'],
  ['matches', 'selectors'],
  ['not', 'selectors'],
  ['has', 'relative-selectors'],
  ['contains', 'text'],
  ['lang', 'language'],
  ['link', 'none'],
  ['any-link', 'none'],
  ['checked', 'none'],
  ['disabled', 'none'],
  ['enabled', 'none'],
  // States of a live page: accepted, as in cssselect, but never true.
  ['visited', 'none'],
  ['hover', 'none'],
  ['active', 'none'],
  ['focus', 'none'],
  ['target', 'none'],
]);

/** Pseudo-classes that are accepted and never match: states of a live page. */
export const neverMatchingPseudos = new Set(['visited', 'hover', 'active', 'focus', 'target']);

/** Hints for pseudo-classes of jQuery and others that people try, by name. */
export const pseudoClassHints: ReadonlyMap<string, string> = new Map([
  ['first', 'The first match is taken anyway without get_all; or use :first-child or :first-of-type.'],
  ['last', 'Use :last-child or :last-of-type.'],
  ['eq', 'Use :nth-child(n), counting from 1.'],
  ['nth', 'Use :nth-child(n), counting from 1.'],
  ['gt', 'Use :nth-child(n + …).'],
  ['lt', 'Use :nth-child(-n + …).'],
  ['even', 'Use :nth-child(even).'],
  ['odd', 'Use :nth-child(odd).'],
  ['header', 'Use :is(h1, h2, h3, h4, h5, h6).'],
  ['parent', 'Use :not(:empty).'],
  ['selected', 'Use option[selected].'],
  ['checkbox', 'Use [type="checkbox"].'],
  ['radio', 'Use [type="radio"].'],
  ['text', 'Write ::text with two colons for the text of an element.'],
  ['attr', 'Write ::attr(name) with two colons for the value of an attribute.'],
  ['button', 'Use :is(button, [type="button"]).'],
  ['input', 'Use :is(input, textarea, select, button).'],
  ['icontains', 'Use XPath with contains(translate(…)), or re:test(., "…", "i").'],
  ['has-text', 'Use :contains("…").'],
  ['visible', 'Whether an element is visible is not known without a browser.'],
  ['hidden', 'Use [hidden].'],
]);
