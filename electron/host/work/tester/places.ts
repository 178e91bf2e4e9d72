import { isTag, type AnyNode } from 'domhandler';
import type { SelectorLanguage } from '../../../../shared/selectors/language.ts';
import { normalizedPath } from '../../../../shared/selectors/json-path-text.ts';
import { jsonPathFor, type JsonMatch } from '../../../extract/json-path/select.ts';
import type { Page } from '../../../extract/page.ts';
import { JsonScope } from '../../../extract/scope.ts';
import { selectorFor, type Match } from '../../../extract/select.ts';
import { parsePage } from '../../../extract/tree.ts';
import type { SelectorProblem } from '../../../../shared/selectors/problem.ts';
import type { JsonValue } from '../../../extract/types.ts';
import { cutValue } from './cut-value.ts';
import type { JsonNodes } from './json-nodes.ts';

/** A value of a JSON page. `$` stands for it. */
export class JsonPlace extends JsonScope {
  /** Its number on the page; null: it has none. */
  readonly number: number | null;

  constructor(value: JsonValue, number: number | null) {
    super(value);
    this.number = number;
  }
}

/** Where a selector is applied: a node, or a value of a JSON page. */
export type Place = AnyNode | JsonPlace;

/** A value that a JSONPath selects on the page. `value` and `path` are computed on access. */
export class JsonPlaceMatch {
  readonly kind = 'value';
  readonly node = null;
  readonly place: JsonPlace;
  readonly #nodes: JsonNodes;

  constructor(nodes: JsonNodes, place: JsonPlace) {
    this.#nodes = nodes;
    this.place = place;
  }

  /** A text as it is; the beginning of another value as JSON. */
  get value(): string {
    return jsonText(this.place.value);
  }

  get text(): string {
    return this.value;
  }

  /** Its normalized path on the page; null: it is not known. */
  get path(): string | null {
    return this.place.number === null ? null : normalizedPath(this.#nodes.keysOf(this.place.number));
  }
}

/** What a selector of any language selects. */
export type PageMatch = Match | JsonPlaceMatch;

/** Budget for a value that is shown in one line. */
const lineBudget = { characters: 2000, values: 200 };

/** A text as it is; the beginning of another value as JSON. */
export const jsonText = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(cutValue(value, lineBudget).value);

/** What is selected on: a page, and its values if it is JSON. */
export interface SelectedPage {
  readonly content: Page;
  readonly json: JsonNodes;
}

/** The whole page as a place. */
export const wholePage = (page: Pick<SelectedPage, 'content'>): Place =>
  page.content.kind === 'json' ? new JsonPlace(page.content.value, 0) : page.content.document;

/** Why a selector of a language cannot select anything at a place; null: it can. */
export function whyUnfit(place: Place, language: SelectorLanguage): SelectorProblem | null {
  const isJson = place instanceof JsonPlace;
  if (isJson === (language === 'json')) return null;
  return isJson
    ? { message: 'This is JSON, which has no elements.', offset: null, hint: 'Use a JSONPath.' }
    : {
        message: 'This page is not JSON, which JSONPaths are for.',
        offset: null,
        hint: 'Use CSS or XPath; a field with "css" and "json_path" reads JSON inside a page.',
      };
}

/** The first problem of a selector, whatever it is applied to; null: it can be used. */
export function problemOf(language: SelectorLanguage, source: string): SelectorProblem | null {
  const read = language === 'json' ? jsonPathFor(source) : selectorFor(language, source);
  return read.ok ? null : read.problem;
}

/**
 * Selects at a place; nothing for an invalid selector.
 * @throws SelectorCostError, PatternCostError, SelectorError
 */
export function selectAt(
  page: SelectedPage,
  place: Place,
  language: SelectorLanguage,
  source: string,
): PageMatch[] {
  if (place instanceof JsonPlace) {
    const read = language === 'json' ? jsonPathFor(source) : null;
    if (read?.ok !== true) return [];
    return read.selector.select(place.value).map((match) => placed(page, place, match));
  }
  const read = language === 'json' ? null : selectorFor(language, source);
  return read?.ok === true ? read.selector.select(place) : [];
}

function placed(page: SelectedPage, { number }: JsonPlace, match: JsonMatch): JsonPlaceMatch {
  const at = number === null ? null : page.json.numberOf(match.keys, number);
  return new JsonPlaceMatch(page.json, new JsonPlace(match.value, at));
}

/**
 * The places that entries are taken from: matched elements and values.
 * @param as `html`: matched JSON texts are fragments of HTML
 */
export function placesOf(matches: readonly PageMatch[], as: 'html' | null = null): Place[] {
  return matches.flatMap((match): Place[] => {
    if (match instanceof JsonPlaceMatch) {
      if (as === null) return [match.place];
      const { value } = match.place;
      return [parsePage(typeof value === 'string' ? value : '').document];
    }
    const { kind, node } = match;
    return kind === 'element' && node !== null && isTag(node) ? [node] : [];
  });
}
