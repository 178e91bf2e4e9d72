import type { SelectorProblem } from '../../../shared/selectors/problem.ts';
import { nodeTypes, xpathFunctions } from '../../../shared/selectors/xpath-functions.ts';
import { nearNames } from './near-names.ts';
import type { Places } from './places.ts';
import { RepairTrial, type Repair, type WhyEmpty } from './repair.ts';

/** Says why a selector cannot be read, and how it would give something: in the other language, or written otherwise. */
export function whyUnreadable(
  places: Places,
  language: 'css' | 'xpath',
  source: string,
  problem: SelectorProblem,
): WhyEmpty {
  const repairs = [
    ...inOtherLanguage(language, source),
    ...(language === 'css' ? cssSlips(source) : xpathSlips(source)),
  ];
  const mended = new RepairTrial(repairs, places).upTo(Infinity);
  if (mended !== null) return { ...mended, steps: [] };
  const line = problem.hint === null ? problem.message : `${problem.message} ${problem.hint}`;
  return { line, fix: null, steps: [] };
}

function inOtherLanguage(language: 'css' | 'xpath', source: string): Repair[] {
  const [other, written] =
    language === 'css' ? (['xpath', 'XPath'] as const) : (['css', 'a CSS selector'] as const);
  return [
    {
      cost: 0,
      language: other,
      selector: source.trim(),
      label: `Move to "${other}"`,
      line: (matches) => `This is ${written} in "${language}"; in "${other}" it has ${matches}.`,
    },
  ];
}

/** Ways of writing CSS that other tools allow, and ours. */
const cssForms: readonly [wrong: RegExp, right: string][] = [
  // Attributes as XPath and other scrapers write them.
  [/\s*\/?@([\w:-]+)\s*$/, '::attr($1)'],
  [/::?attr\s*\(?\s*["']?([\w:-]+)["']?\s*\)?\s*$/, '::attr($1)'],
  [/::(href|src|content|title|alt|value|datetime)\s*$/, '::attr($1)'],
  [/\s*(?:::?text\s*\(\s*\)|\/text\s*\(\s*\)|\.text|:text|\/text)\s*$/, '::text'],
  [/:(?:eq|nth)\((\d+)\)/g, ':nth-of-type($1)'],
  [/:first(?![\w-])/g, ':first-of-type'],
  [/:last(?![\w-])/g, ':last-of-type'],
  [/\.(\d[\w-]*)/g, '[class~="$1"]'],
  [/^\s*[>+~]\s*/, ''],
  [/\s*[>+~,]\s*$/, ''],
  [/([>+~])\s*[>+~]/g, '$1'],
  [/\.\s*\./g, '.'],
  [/\[\s*@/g, '['],
  [/\[([\w-]+)\s*([~|^$*]?=)\s*([^"'\]]+)\]/g, '[$1$2"$3"]'],
];

const cssSlips = (source: string): Repair[] => slips('css', source, cssForms);

const xpathForms: readonly [wrong: RegExp, right: string][] = [
  [/::text\s*$/, '/text()'],
  [/::attr\(\s*["']?([\w:-]+)["']?\s*\)\s*$/, '/@$1'],
  [/\/text\s*$/, '/text()'],
  [/\.([A-Za-z_][\w-]*)/g, '[has-class("$1")]'],
  [/#([A-Za-z_][\w-]*)/g, '[@id="$1"]'],
  [/\/\/\//g, '//'],
  [/\/+\s*$/, ''],
];

const xpathSlips = (source: string): Repair[] => [
  ...slips('xpath', source, xpathForms),
  ...misspelt(source, /(?<name>[a-z][\w:-]*)(?=\s*\()/g, [...xpathFunctions.keys(), ...nodeTypes]),
  ...misspelt(source, /(?<name>[a-z][a-z-]*)(?=::)/g, xpathAxes),
];

/** The axes that people write out. */
const xpathAxes = [
  'ancestor',
  'ancestor-or-self',
  'descendant',
  'descendant-or-self',
  'following',
  'following-sibling',
  'parent',
  'preceding',
  'preceding-sibling',
];

/** Repairs of the names of functions, node tests and axes: the nearest of those that there are. */
function misspelt(source: string, pattern: RegExp, names: Iterable<string>): Repair[] {
  const known = new Map([...names].map((name) => [name, 1]));
  return [...source.matchAll(pattern)].flatMap((found): Repair[] => {
    const [written] = found;
    if (known.has(written)) return [];
    return nearNames(written, known, 2).map(({ name, cost }) => ({
      cost,
      language: 'xpath',
      selector: source.slice(0, found.index) + name + source.slice(found.index + written.length),
      label: `Use "${name}"`,
      line: (matches) => `XPath has no "${written}"; with "${name}", ${matches}.`,
    }));
  });
}

function slips(
  language: 'css' | 'xpath',
  source: string,
  forms: readonly [wrong: RegExp, right: string][],
): Repair[] {
  return forms.flatMap(([wrong, right], at): Repair[] => {
    const selector = source.replace(wrong, right).trim();
    if (selector === source.trim()) return [];
    return [
      {
        cost: 1 + at / 100,
        language,
        selector,
        label: `Use "${selector}"`,
        line: (matches) => `"${source}" is not valid; "${selector}" is, ${matches}.`,
      },
    ];
  });
}
