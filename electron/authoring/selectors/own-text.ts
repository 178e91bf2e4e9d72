import { isText, type Element } from 'domhandler';
import { stepTo, usesOf } from './anchors.ts';
import { chainOf, type Path } from './path.ts';
import { longestLabel, squeeze, type ScopeIndex } from './scope-index.ts';
import { simpleOf, xpathName, xpathString } from './simple.ts';
import type { Wish } from './wish.ts';

/** Elements of which the text says what they are, and is no value. */
const named: ReadonlySet<string> = new Set([
  'a',
  'button',
  'caption',
  'dt',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'label',
  'legend',
  'option',
  'summary',
  'th',
]);

/** Elements around one that are looked at for such a text. */
const levels = 3;
/** Letters from which a text is prose, which stands on a page once, and the words of it that are asked for. */
const prose = 60;
const words = 6;

/**
 * Paths to an element by its own text, or by that of the link or button that it is the text of. Where the text itself is wanted,
 * and other pages are known, it says nothing.
 */
export function ownTextPaths(index: ScopeIndex, element: Element, wish: Wish): Path[] {
  if (wish.own === null && !wish.isAlone) return [];
  return [...byName(index, element, wish), ...byBeginning(element, wish)];
}

function byName(index: ScopeIndex, element: Element, { own, start, isConstant }: Wish): Path[] {
  const text = index.labelOf(element);
  const literal = text === null ? null : xpathString(text);
  if (text === null || literal === null || !/\p{L}{2}/u.test(text)) return [];
  const constant = isConstant(text, 'equal');
  if (constant === false) return [];
  const holders = chainOf(element, index.root)
    .slice(0, levels)
    .filter(
      (each) => index.labelOf(each) === text && (named.has(each.name) || (own !== null && each === element)),
    );
  const weight = constant === true ? 0.95 : 0.55;
  const by = `its text “${text}”`;
  return holders.flatMap((holder): Path[] => {
    const path = `${start}//${xpathName(holder.name)}[normalize-space()=${literal}]`;
    const uses = [{ kind: 'text', at: holder }] as const;
    if (holder === element) return [{ css: null, xpath: path, family: 'label', uses, weight, by }];
    return simpleOf(element).flatMap((simple): Path[] => {
      const found = simple.among(index).filter((each) => index.isInside(each, holder));
      if (found.length !== 1) return [];
      const all = [...uses, ...usesOf(simple, element), stepTo(simple, element)];
      return [
        {
          css: null,
          xpath: `${path}//${simple.xpath}`,
          family: 'label',
          uses: all,
          weight: weight * 0.95,
          by,
        },
      ];
    });
  });
}

function byBeginning(element: Element, { start, isAlone }: Wish): Path[] {
  if (!isAlone) return [];
  const [first] = element.children.filter((each) => isText(each) && each.data.trim() !== '');
  if (first === undefined || !isText(first)) return [];
  const text = squeeze(first.data);
  if (text.length < prose) return [];
  const beginning = text.split(' ').slice(0, words).join(' ');
  const literal = xpathString(beginning);
  if (literal === null || beginning.length > longestLabel || /\d{2}/.test(beginning)) return [];
  return [
    {
      css: null,
      xpath: `${start}//${xpathName(element.name)}[starts-with(normalize-space(), ${literal})]`,
      family: 'label',
      uses: [{ kind: 'text', at: element }],
      weight: 0.4,
      by: `its beginning “${beginning}”`,
    },
  ];
}
