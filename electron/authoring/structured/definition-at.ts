import type { Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { normalizeSpace } from '../../extract/text.ts';
import type { PageTree } from '../../extract/tree.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import { rankSelectors } from '../selectors/rank.ts';
import type { IdentifierPlace } from './id-form.ts';
import type { StatedValue } from './source.ts';

/** How many selectors are tried for an element. */
const mostSelectors = 3;

function selectionsOf(page: PageTree, element: Element, attribute: string | null): FieldExtract[] {
  const part = attribute === null ? 'text' : { attribute };
  const ranked = rankSelectors([{ page, within: null, node: { element, part } }], { most: mostSelectors });
  return ranked.map(({ language, selector }) => ({ [language]: selector }));
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** The fields that take the text of an element, the most lasting first. */
export const definitionsOfText = (page: PageTree, element: Element): StatedValue[] =>
  selectionsOf(page, element, null).map((definition) => ({
    value: normalizeSpace(textOf(element)),
    definition,
  }));

/** The fields that take an identifier from its place, the most lasting first. */
export function definitionsOfPlace(page: PageTree, place: IdentifierPlace): StatedValue[] {
  const { element, attribute, before, value, by } = place;
  if (by === 'script') return [inScript(place)];
  const selections = selectionsOf(page, element, attribute);
  if (attribute !== null || before === null) return selections.map((definition) => ({ value, definition }));
  const label = before
    .trim()
    .split(/\s+/)
    .map(escaped)
    .join(String.raw`\s*`);
  const pattern = String.raw`${label}\s*[:#\-–]?\s*(\S.*?)[\s|,;)]*$`;
  return selections.map((definition) => ({
    value,
    definition: { ...definition, processors: [{ type: 'regex', pattern }] },
  }));
}

function inScript({ before, value }: IdentifierPlace): StatedValue {
  const name = before ?? '';
  const pattern = String.raw`\b${escaped(name)}["']?\s*[:=]\s*\[?\s*["']?([\w./-]+)`;
  const xpath = `//script[contains(., '${name}')]/text()`;
  return { value, definition: { xpath, processors: [{ type: 'regex', pattern }] } };
}
