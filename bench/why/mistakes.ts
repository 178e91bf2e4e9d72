import type { Random } from '../../electron/proof/stress/random.ts';

/** A selector that gives the right values. */
export interface Right {
  language: 'css' | 'xpath';
  selector: string;
}

/** A mistake that people make in selectors: another text, or null where the selector has nothing to make it in. */
export type Mistake = (right: Right, random: Random, page: PageWords) => Right | null;

/** What of a page a mistake can use. */
export interface PageWords {
  /** Classes of the page. */
  classes: readonly string[];
}

/** Makes a mistake in one of the places of a selector that a pattern finds. */
function inPlace(
  language: 'css' | 'xpath' | 'both',
  pattern: RegExp,
  change: (found: RegExpExecArray, random: Random, page: PageWords) => string | null,
): Mistake {
  return (right, random, page) => {
    if (language !== 'both' && right.language !== language) return null;
    const place = random.pick([...right.selector.matchAll(new RegExp(pattern, 'g'))]);
    const text = place === null ? null : change(place, random, page);
    if (place === null || text === null) return null;
    const { index } = place;
    const selector = right.selector.slice(0, index) + text + right.selector.slice(index + place[0].length);
    return selector === right.selector ? null : { ...right, selector };
  };
}

/** A name as somebody writes it in haste: a letter left out, doubled, swapped with the next, or another one. */
function slip(name: string, random: Random): string | null {
  if (name.length < 4) return null;
  const at = 1 + random.below(name.length - 2);
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  switch (random.below(4)) {
    case 0:
      return before + after;
    case 1:
      return before + letter + letter + after;
    case 2:
      return before + after.charAt(0) + letter + after.slice(1);
    default:
      return before + String.fromCharCode(97 + random.below(26)) + after;
  }
}

const otherCase = (name: string): string =>
  name === name.toLowerCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name.toLowerCase();

const cssClass = /\.(?<name>[A-Za-z][\w-]*)/;
const cssTag = /(?<=^|[\s>+~])(?<name>[a-z][a-z\d]*)(?=[.#:[\s>+~]|$)/;
const nameOf = (found: RegExpExecArray): string => found.groups?.['name'] ?? '';

const written = (prefix: string, name: string | null): string | null =>
  name === null ? null : prefix + name;

/** The mistakes by their names. */
export const mistakes: Readonly<Record<string, Mistake>> = {
  'slip in a class': inPlace('css', cssClass, (found, random) => written('.', slip(nameOf(found), random))),
  'slip in an id': inPlace('css', /#(?<name>[A-Za-z][\w-]*)/, (found, random) =>
    written('#', slip(nameOf(found), random)),
  ),
  'case of a class': inPlace('css', cssClass, (found) => `.${otherCase(nameOf(found))}`),
  'separator of a class': inPlace('css', /\.(?<name>[a-z]+(?:[-_][a-z]+)+)/, (found) =>
    nameOf(found).includes('-')
      ? `.${nameOf(found).replaceAll('-', '_')}`
      : `.${nameOf(found).replaceAll('_', '-')}`,
  ),
  'dot left out': inPlace('css', /(?<=^|[\s>])\.(?<name>[A-Za-z][\w-]*)/, nameOf),
  '"#" for "."': inPlace('css', cssClass, (found) => `#${nameOf(found)}`),
  '"." for "#"': inPlace('css', /#(?<name>[A-Za-z][\w-]*)/, (found) => `.${nameOf(found)}`),
  'slip in a tag': inPlace('css', cssTag, (found, random) => slip(nameOf(found), random)),
  'wrong tag': inPlace('css', /(?<=^|[\s>])(?<name>h[1-6]|div|span|p|li|a)(?=\.)/, (found, random) =>
    random.pick(['h1', 'h4', 'div', 'span', 'p', 'section'].filter((tag) => tag !== nameOf(found))),
  ),
  '">" for a space': inPlace('css', /(?<=[\w\])]) (?=[\w.#[])/, () => ' > '),
  'space inside a compound': inPlace('css', /(?<=[\w-])\.(?=[A-Za-z])/, () => ' .'),
  'space left out': inPlace('css', /(?<=[\w-]) \.(?=[A-Za-z])/, () => '.'),
  '"+" for a space': inPlace('css', /(?<=[\w\])]) (?=[\w.#[])/, () => ' + '),
  'wrong outer part': inPlace('css', /^\.(?<name>[A-Za-z][\w-]*)(?= )/, (found, random, { classes }) =>
    written('.', random.pick(classes.filter((word) => word !== nameOf(found)))),
  ),
  'outer part that is not there': inPlace('css', /^(?=[\w.#])/, () => '.page-wrapper-x9 '),
  'slip in an attribute': inPlace('both', /(?<=\[@?|attr\(|\/@)(?<name>[a-z-]{4,})/, (found, random) =>
    slip(nameOf(found), random),
  ),
  'slip in a value': inPlace('both', /(?<==")(?<name>[^"]{4,})(?=")/, (found, random) =>
    slip(nameOf(found), random),
  ),
  'position beyond the end': inPlace('both', /(?<=\(|\[)(?<name>\d+)(?=\)|\])/, (found) =>
    String(Number(nameOf(found)) + 1),
  ),
  'position from 0': inPlace('xpath', /\[1\]/, () => '[0]'),
  'child for type': inPlace('css', /:nth-of-type/, () => ':nth-child'),
  '"tbody" left out': inPlace('both', /(?: > |\/)tbody(?=[\s/>])/, () => ''),
  'text of the wrong element': inPlace('css', / [a-z][\w.-]*::text$/, () => '::text'),
  'text() of the wrong element': inPlace('xpath', /\/[a-z]+\/text\(\)$/, () => '/text()'),
  'attribute as in XPath': inPlace('css', /::attr\((?<name>[\w-]+)\)$/, (found) => `@${nameOf(found)}`),
  'attribute as a pseudo-element': inPlace(
    'css',
    /::attr\((?<name>[\w-]+)\)$/,
    (found) => `::${nameOf(found)}`,
  ),
  'lazy picture': inPlace('css', /::attr\((?:src|data-src)\)$/, (found) =>
    found[0].includes('data-') ? '::attr(src)' : '::attr(data-src)',
  ),
  'one class as the whole': inPlace(
    'xpath',
    /has-class\((?<name>"[^"]+")\)/,
    (found) => `@class=${nameOf(found)}`,
  ),
  'slip in a class of XPath': inPlace('xpath', /(?<=has-class\(")(?<name>[^"]+)/, (found, random) =>
    slip(nameOf(found), random),
  ),
  '"/" for "//"': inPlace('xpath', /(?<!^)\/\//, () => '/'),
  'slip in a tag of XPath': inPlace('xpath', /(?<=\/)(?<name>[a-z]{4,})/, (found, random) =>
    slip(nameOf(found), random),
  ),
  'capitals in XPath': inPlace('xpath', /(?<=\/)(?<name>[a-z][a-z\d]*)(?=[[/])/, (found) =>
    nameOf(found).toUpperCase(),
  ),
  'beginning left out': inPlace('xpath', /^\/\//, () => ''),
  'CSS class in XPath': inPlace(
    'xpath',
    /\[has-class\("(?<name>[\w-]+)"\)\]/,
    (found) => `.${nameOf(found)}`,
  ),
  'CSS in "xpath"': (right) => (right.language === 'css' ? { ...right, language: 'xpath' } : null),
  'XPath in "css"': (right) => (right.language === 'xpath' ? { ...right, language: 'css' } : null),
};
