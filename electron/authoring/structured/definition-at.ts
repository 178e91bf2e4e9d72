import { isTag, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { normalizeSpace } from '../../extract/text.ts';
import type { PageTree } from '../../extract/tree.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import { namedPaths } from '../selectors/anchors.ts';
import { written, type Part } from '../selectors/ending.ts';
import { labelledPaths } from '../selectors/labels.ts';
import type { Path } from '../selectors/path.ts';
import { rankSelectors } from '../selectors/rank.ts';
import { scopeIndex } from '../selectors/scope-index.ts';
import type { SplitAmount } from './amounts.ts';
import type { IdentifierPlace } from './id-form.ts';
import type { StatedValue } from './source.ts';

/** How many selectors of a family are tried for an element. */
const mostSelectors = 3;

const bestOf = (paths: readonly Path[]): Path[] =>
  paths.toSorted((a, b) => b.weight - a.weight).slice(0, mostSelectors);

/**
 * The selections of an element, the most lasting first. What is known by its label or its name is selected by it, which takes no look at the
 * rest of the page; only what has neither is ranked with all other ways to it.
 *
 * @param mustBeFound whether to take that time; else what has neither has no selection
 */
export function* selectionsOf(
  page: PageTree,
  place: SelectedPlace,
  mustBeFound: boolean,
): Generator<FieldExtract> {
  const { element, text, attribute, by } = place;
  const part: Part = attribute === null ? 'text' : { attribute };
  const index = scopeIndex(page.document);
  const select = ({ language, selector }: { language: 'css' | 'xpath'; selector: string }): FieldExtract => ({
    [language]: selector,
  });
  // The text of parts that stand apart has a space between them.
  const isWhole = part === 'text' && text === null && element.children.some(isTag);
  const best = (paths: Path[]): FieldExtract[] =>
    bestOf(paths).map((path) =>
      isWhole && path.css !== null
        ? { css: path.css, to_text: true }
        : select(written([path], [text ?? element], part)),
    );
  if (by === 'label')
    yield* best(
      labelledPaths(index, text ?? element, {
        own: attribute,
        start: '',
        isConstant: () => undefined,
        isAlone: false,
      }),
    );
  if (text === null) yield* best(namedPaths(index, element, { own: attribute, start: '', isAlone: false }));
  if (!mustBeFound) return;
  const example = { page, within: null, node: { element, part, ...(text === null ? {} : { text }) } };
  yield* rankSelectors([example], { most: mostSelectors, isForOthers: true }).map(select);
}

type SelectedPlace = Pick<IdentifierPlace, 'element' | 'text' | 'attribute' | 'by'>;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** The fields that take the text of an element, the most lasting first. */
export function* definitionsOfText(
  page: PageTree,
  element: Element,
  mustBeFound = false,
): Generator<StatedValue> {
  const value = normalizeSpace(textOf(element));
  const place: SelectedPlace = { element, text: null, attribute: null, by: 'name' };
  for (const definition of selectionsOf(page, place, mustBeFound)) yield { value, definition };
}

/** The field that joins the two elements of an amount whose cents stand apart; none if one of them has no name. */
export function* definitionsOfSplit(page: PageTree, { whole, cents }: SplitAmount): Generator<StatedValue> {
  const index = scopeIndex(page.document);
  const [first, second] = [whole, cents].map(
    (element) => bestOf(namedPaths(index, element, { own: null, start: '', isAlone: false }))[0]?.xpath,
  );
  if (first === undefined || second === undefined) return;
  const xpath = `concat(normalize-space(${first}), ".", normalize-space(${second}))`;
  yield { value: `${textOf(whole).trim()}.${textOf(cents).trim()}`, definition: { xpath } };
}

/** The fields that take an identifier from its place, the most lasting first. */
export function* definitionsOfPlace(
  page: PageTree,
  place: IdentifierPlace,
  mustBeFound = false,
): Generator<StatedValue> {
  const { attribute, before, value, by } = place;
  if (by === 'script') {
    yield inScript(place);
    return;
  }
  const pattern = before === null || attribute !== null ? null : behindLabel(before);
  for (const definition of selectionsOf(page, place, mustBeFound)) {
    yield pattern === null
      ? { value, definition }
      : { value, definition: { ...definition, processors: [{ type: 'regex', pattern }] } };
  }
}

/** What stands behind a label in a text. */
function behindLabel(label: string): string {
  const words = label
    .trim()
    .split(/\s+/)
    .map(escaped)
    .join(String.raw`\s*`);
  return String.raw`${words}\s*[:#\-–]?\s*(\S.*?)[\s|,;)]*$`;
}

function inScript({ before, value }: IdentifierPlace): StatedValue {
  const name = before ?? '';
  const pattern = String.raw`\b${escaped(name)}["']?\s*[:=]\s*\[?\s*["']?([\w./-]+)`;
  const xpath = `//script[contains(., '${name}')]/text()`;
  return { value, definition: { xpath, processors: [{ type: 'regex', pattern }] } };
}
