import { isText, type Element } from 'domhandler';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { isJson } from '../../extract/scope.ts';
import type { JsonValue } from '../../extract/types.ts';
import { elementsBelow } from '../../extract/walk.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import { pathsTo } from './json-paths.ts';
import { takenAt, type Pair, type Place } from './places.ts';
import type { Candidate } from './propose-selectors.ts';
import type { ValueSlot } from './slots.ts';

/** Pairs at which definitions are written, and most scripts of a page and characters of each that are read. */
const limits = { pairs: 4, scripts: 60, characters: 4_000_000 };
/** Attributes of a script that tell it from others, the best first. */
const telling = ['id', 'data-name', 'name', 'class', 'type'];

/** Writes definitions for what a field took from JSON inside the page: the script and the path in it, where either has changed. */
export function proposeEmbedded({ field, present }: ValueSlot, pairs: readonly Pair[]): Candidate[] {
  const { json_path: path } = field;
  if (typeof path !== 'string') return [];
  return pairs.slice(0, limits.pairs).flatMap(({ old, fresh, isSame }) => {
    const before = takenJson(old, field).filter((value) => pathsTo(path, value, value, true).length > 0)[0];
    if (before === undefined) return [];
    return scriptsAt(fresh).flatMap(({ element, value }) =>
      pathsTo(path, before, value, isSame).flatMap((written, rank) =>
        selectorsOf(element).map((selector, at) => ({
          field: withScript(present, selector, written),
          why: 'by its name in the JSON of the page',
          rank: rank + at,
        })),
      ),
    );
  });
}

function withScript(
  { css: _css, xpath: _xpath, ...rest }: FieldExtract,
  css: string,
  path: string,
): FieldExtract {
  return { css, ...rest, json_path: path };
}

/** The JSON in the texts that a field selects. */
function takenJson(place: Place, { css, xpath }: FieldExtract): JsonValue[] {
  const source: FieldExtract = typeof css === 'string' ? { css } : { xpath: xpath ?? null };
  return (takenAt(place, source)?.nodes ?? []).flatMap((node) => {
    const value = readJson(isText(node) ? node.data : textOf(node));
    return value === undefined ? [] : [value];
  });
}

/** The scripts at a place that hold JSON and nothing else. */
function scriptsAt({ scope }: Place): { element: Element; value: JsonValue }[] {
  if (isJson(scope)) return [];
  return elementsBelow(scope)
    .filter(({ name }) => name === 'script')
    .slice(0, limits.scripts)
    .flatMap((element) => {
      const value = readJson(textOf(element));
      return value === undefined ? [] : [{ element, value }];
    });
}

function readJson(text: string): JsonValue | undefined {
  if (text.length > limits.characters || !/^\s*[{[]/.test(text)) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Selectors of a script by what tells it. A path is applied to all scripts that a selector takes. */
const selectorsOf = ({ attribs }: Element): string[] =>
  telling.flatMap((name) => {
    const value = attribs[name];
    return value === undefined || value === '' || /["\\\n]/.test(value)
      ? []
      : [
          name === 'id' && /^[A-Za-z_][\w-]*$/.test(value)
            ? `script#${value}::text`
            : `script[${name}="${value}"]::text`,
        ];
  });
