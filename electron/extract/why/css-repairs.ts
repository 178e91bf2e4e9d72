import { AttributeAction, SelectorType, type AttributeSelector, type Selector } from 'css-what';
import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import type { CssAlternative } from '../../../shared/selectors/css-ast.ts';
import { neverMatchingPseudos } from '../../../shared/selectors/css-pseudos.ts';
import { isCombinator } from '../../../shared/selectors/read-css.ts';
import { isBlank } from '../text.ts';
import { nextNode } from '../xpath/nodes.ts';
import { repairsOfPlace } from './css-place.ts';
import { repairsOfPosition } from './css-position.ts';
import { withParts, type CssProgress, type FailedStep } from './css-step.ts';
import { classToken, cssOf, idToken, tagToken, writeCss } from './css-text.ts';
import { nearAttributes } from './attributes.ts';
import { nearNames } from './near-names.ts';
import { add, type NameCounts, type Places } from './places.ts';
import type { Repair } from './repair.ts';

/** Repairs of a selector of which a compound matches nothing after what is before it. */
export function repairsOfStep(
  places: Places,
  { alternative, reached }: CssProgress,
  { from, end }: { from: number; end: number },
): Repair[] {
  const { tokens } = alternative;
  const compound = tokens.slice(from, end);
  const [first] = compound;
  const hasCombinator = first !== undefined && isCombinator(first);
  const step: FailedStep = {
    places,
    alternative,
    before: tokens.slice(0, from),
    combinator: hasCombinator ? first : null,
    parts: hasCombinator ? compound.slice(1) : compound,
    after: tokens.slice(end),
  };
  return [
    ...step.parts.flatMap((part) => repairsOfPart(step, part)),
    ...repairsOfPosition(step),
    ...repairsOfPlace(step, reached),
  ];
}

/** Repairs that change or leave out one part of the failed compound. */
function repairsOfPart(step: FailedStep, part: Selector): Repair[] {
  const others = step.parts.filter((other) => other !== part);
  const dropped = (cost: number): Repair[] =>
    others.every(({ type }) => type === SelectorType.Pseudo)
      ? []
      : [
          withParts(step, others, {
            cost,
            label: `Leave out "${cssOf([part])}"`,
            line: (matches) => `${missing(step, part)}; "${cssOf([...others])}" without it has ${matches}.`,
          }),
        ];
  if (part.type === SelectorType.Pseudo) return dropped(isNever(part) ? 1 : 6.5);
  if (part.type === SelectorType.Tag) return [...repairsOfTag(step, part.name), ...dropped(5.5)];
  if (part.type !== SelectorType.Attribute) return [];
  const isName = part.ignoreCase === 'quirks';
  return [...(isName ? repairsOfName(step, part) : repairsOfTest(step, part)), ...dropped(6.5)];
}

/** Whether a part is a state of a live page. */
export const isNever = (part: Selector): boolean =>
  part.type === SelectorType.Pseudo && neverMatchingPseudos.has(part.name);

/** Says that a part has no match by itself, or not together with the others. */
function missing({ places, parts }: FailedStep, part: Selector): string {
  const written = cssOf([part]);
  if (isNever(part)) return `"${written}" is never true on a saved page`;
  if (places.elements(written).length === 0) return `"${written}" is not ${places.where}`;
  const others = parts.filter((other) => other !== part);
  return `No "${cssOf([...others])}" is "${written}"`;
}

const replaced = (step: FailedStep, part: Selector, other: Selector): Selector[] => {
  const parts = step.parts.map((each) => (each === part ? other : each));
  // The name of an element comes first.
  return other.type === SelectorType.Tag ? [other, ...parts.filter((each) => each !== other)] : parts;
};

/** A repair that writes another part, which is on the page where the written one is not. */
const instead = (step: FailedStep, part: Selector, other: Selector, cost: number): Repair => {
  const [written, better] = [cssOf([part]), cssOf([other])];
  const capitals = written.toLowerCase() === better.toLowerCase() ? ' Capitals matter.' : '';
  return withParts(step, replaced(step, part, other), {
    cost,
    label: `Use "${better}"`,
    line: (matches) => `"${written}" is not ${step.places.where}; "${better}" is, ${matches}.${capitals}`,
  });
};

/** Repairs of a class or an id. */
function repairsOfName(step: FailedStep, part: AttributeSelector): Repair[] {
  const { names } = step.places;
  const isClass = part.action === AttributeAction.Element;
  const [own, others] = isClass ? [names.classes, names.ids] : [names.ids, names.classes];
  const [same, different] = isClass ? [classToken, idToken] : [idToken, classToken];
  const { value } = part;
  const repairs = nearNames(value, own).map(({ name, cost }) =>
    // A name that is there may still be the wrong one.
    instead(step, part, same(name), cost + (own.has(value) ? 3 : 0)),
  );
  if (own.has(value))
    return own === others ? repairs : repairs.map((repair) => otherName(step, part, repair));
  if (others.has(value)) repairs.push(instead(step, part, different(value), 2));
  const hasTag = step.parts.some(({ type }) => type === SelectorType.Tag);
  if (!hasTag && names.tags.has(value.toLowerCase())) {
    repairs.push(instead(step, part, tagToken(value.toLowerCase()), 2));
  }
  for (const { name, cost } of nearNames(value, others, 2)) {
    repairs.push(instead(step, part, different(name), cost + 1.5));
  }
  return repairs;
}

/** Words a repair of a name that is on the page, but not where the selector looks for it. */
const otherName = ({ parts, before }: FailedStep, part: Selector, repair: Repair): Repair => ({
  ...repair,
  line: (matches) =>
    `"${cssOf([part])}" is not ${before.length > 0 || parts.length > 1 ? 'where the selector looks' : 'there'}. ${repair.label.replace(/^Use/, 'With')}: ${matches}.`,
});

/** Repairs of the name of an element. */
function repairsOfTag(step: FailedStep, name: string): Repair[] {
  const { names } = step.places;
  const part = step.parts.find(({ type }) => type === SelectorType.Tag);
  if (part === undefined) return [];
  if (names.tags.has(name)) return tagsOfOthers(step, part, name);
  const repairs = nearNames(name, names.tags, 4).map(({ name: near, cost }) =>
    instead(step, part, tagToken(near), cost + (isHeading(name) && isHeading(near) ? 2 : 0)),
  );
  if (names.classes.has(name)) repairs.push(instead(step, part, classToken(name), 2));
  if (names.ids.has(name)) repairs.push(instead(step, part, idToken(name), 2));
  for (const near of nearNames(name, names.classes, 2)) {
    repairs.push(instead(step, part, classToken(near.name), near.cost + 1.5));
  }
  const headings = isHeading(name) ? [...names.tags.keys()].filter((each) => isHeading(each)) : [];
  for (const heading of headings) repairs.push(instead(step, part, tagToken(heading), 4));
  return [...repairs, ...tagsOfOthers(step, part, name)];
}

const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/** Other elements that have the rest of the compound. */
function tagsOfOthers(step: FailedStep, part: Selector, name: string): Repair[] {
  const others = step.parts.filter((other) => other !== part);
  if (others.length === 0) return [];
  const written = cssOf(others);
  const tags = new Map<string, number>();
  for (const element of step.places.elements(written)) add(tags, element.name);
  return mostFrequent(tags, 3).map((tag) =>
    withParts(step, [tagToken(tag), ...others], {
      cost: 4.5,
      label: `Use "${tag}"`,
      line: (matches) => `"${written}" is not on a <${name}> but on a <${tag}>, ${matches}.`,
    }),
  );
}

const mostFrequent = (counts: NameCounts, limit: number): string[] =>
  [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([name]) => name);

/** Repairs of a test of an attribute. */
function repairsOfTest(step: FailedStep, part: AttributeSelector): Repair[] {
  const others = step.parts.filter((other) => other !== part);
  const candidates = step.places.elements(others.length === 0 ? '*' : cssOf(others));
  const having = candidates.filter(({ attribs }) => attribs[part.name] !== undefined);
  if (having.length === 0) {
    return nearAttributes(part.name, candidates).map(({ name, cost }) =>
      instead(step, part, { ...part, name }, cost),
    );
  }
  if (part.action === AttributeAction.Exists) return [];
  return repairsOfValue(step, part, having);
}

/** Repairs of the value that an attribute is compared with. */
function repairsOfValue(step: FailedStep, part: AttributeSelector, having: readonly Element[]): Repair[] {
  const values = new Map<string, number>();
  for (const { attribs } of having) add(values, attribs[part.name] ?? '');
  const change = (cost: number, other: AttributeSelector, wrong: string): Repair =>
    withParts(step, replaced(step, part, other), {
      cost,
      label: `Use "${cssOf([other])}"`,
      line: (matches) => `${wrong}; "${cssOf([other])}" has ${matches}.`,
    });
  const isWhole = part.action === AttributeAction.Equals;
  const wrong = `No "${part.name}" ${isWhole ? 'is' : 'matches'} "${part.value}"`;
  const parts = isWhole ? values : wordsOfValues(values);
  const repairs = nearNames(part.value, parts, 4).map(({ name, cost }) =>
    change(cost, { ...part, value: name }, wrong),
  );
  const holds = [...values.keys()].some((value) => value.includes(part.value));
  if (part.action !== AttributeAction.Any && part.value !== '' && holds) {
    const inWord = `"${part.value}" is only a part of "${part.name}"`;
    repairs.push(change(3, { ...part, action: AttributeAction.Any }, inWord));
  }
  repairs.push(change(2.5, { ...part, ignoreCase: true }, `${wrong} with these capitals`));
  return repairs;
}

/** The words and parts of values that a test of a part may mean. */
function wordsOfValues(values: NameCounts): NameCounts {
  const words = new Map<string, number>();
  for (const value of values.keys()) {
    for (const word of value.split(/[\s/?&=.,;:]+/)) if (word !== '') add(words, word);
  }
  return words;
}

/** Repairs of what is selected from elements that match. */
export function repairsOfOutput({ alternative, reached }: CssProgress): Repair[] {
  const { output } = alternative;
  if (output.type === 'text') return repairsOfText(alternative, 'has no text of its own');
  if (output.type !== 'attribute') return [];
  const written = cssOf(alternative.tokens);
  return nearAttributes(output.name, reached).map(({ name, cost }) => ({
    cost,
    language: 'css',
    selector: writeCss({ ...alternative, output: { type: 'attribute', name } }),
    label: `Use "::attr(${name})"`,
    line: (matches) => `"${written}" has no "${output.name}"; it has "${name}", ${matches}.`,
  }));
}

/** Repairs of a selector whose matches are all blank. */
export function repairsOfBlank({ alternative, reached, steps }: CssProgress): Repair[] {
  if (alternative.output.type !== 'text') return [];
  const matches = steps.at(-1)?.matches ?? 0;
  return [
    ...repairsOfText(alternative, `has only blank text of its own (${matches})`),
    ...repairsOfInnerText(alternative, reached),
  ];
}

const anything: Selector = { type: SelectorType.Universal, namespace: null };
const inside: Selector = { type: SelectorType.Descendant };

/** The text of all that is inside, in place of an element's own. */
function repairsOfText(alternative: CssAlternative, wrong: string): Repair[] {
  const written = cssOf(alternative.tokens);
  return [
    {
      cost: 3,
      language: 'css',
      selector: writeCss({ ...alternative, tokens: [...alternative.tokens, inside, anything] }),
      label: `Use "${written} ::text"`,
      line: (matches) =>
        `"${written}" ${wrong}; the elements inside it have: "${written} ::text", with a space, ${matches}.`,
    },
  ];
}

/** The text of the elements inside that hold the first text, so that the first match is none of the blanks. */
function repairsOfInnerText(alternative: CssAlternative, reached: readonly Element[]): Repair[] {
  const owner = reached.map(ownerOfText).find((element) => element !== null);
  if (owner === undefined || owner === null) return [];
  const tokens = [...alternative.tokens, inside, tagToken(owner.name)];
  const written = cssOf(tokens);
  return [
    {
      cost: 2,
      language: 'css',
      selector: writeCss({ ...alternative, tokens }),
      label: `Use "${written}::text"`,
      line: (matches) =>
        `"${cssOf(alternative.tokens)}" has only blank text of its own; its text is in <${owner.name}>: "${written}::text", ${matches}.`,
    },
  ];
}

/** The first element inside one that has a text which is not blank. */
function ownerOfText(element: Element): Element | null {
  for (let node: AnyNode | null = element; node !== null; node = nextNode(node, element)) {
    if (!isText(node) || isBlank(node.data)) continue;
    const { parent } = node;
    return parent !== null && isTag(parent) && parent !== element ? parent : null;
  }
  return null;
}
