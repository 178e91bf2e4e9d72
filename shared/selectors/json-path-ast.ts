/** The syntax tree of a JSONPath (RFC 9535), as plain data. Offsets are UTF-16 units of the source, `end` exclusive. */

/** Selects children of a value. */
export type JsonSelector =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; from: number | null; to: number | null; step: number }
  | { kind: 'all' }
  | { kind: 'filter'; condition: JsonCondition };

/** One step of a path: selects from the children of each value, or of each value and all values below it. */
export interface JsonSegment {
  descendants: boolean;
  selectors: JsonSelector[];
  start: number;
  end: number;
}

/** A path inside a filter. */
export interface JsonQuery {
  /** true: it begins with `$`, at the whole value; false: with `@`, at the value that is tested. */
  absolute: boolean;
  segments: JsonSegment[];
}

/** A call of a function. `match` and `search` give true or false, the others a value. */
export interface JsonCall {
  kind: 'call';
  name: JsonFunctionName;
  args: JsonOperand[];
}

/** The function extensions of RFC 9535. */
export type JsonFunctionName = 'length' | 'count' | 'match' | 'search' | 'value';

/** A side of a comparison, or the argument of a function. */
export type JsonOperand =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'query'; query: JsonQuery }
  | JsonCall;

/** The operators that compare two values. */
export type JsonComparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** What a filter asks of each child. */
export type JsonCondition =
  | { kind: 'or' | 'and'; conditions: JsonCondition[] }
  | { kind: 'not'; condition: JsonCondition }
  | { kind: 'compare'; operator: JsonComparison; left: JsonOperand; right: JsonOperand }
  | { kind: 'exists'; query: JsonQuery }
  | JsonCall;

/** A checked JSONPath. */
export interface JsonPathSelector {
  language: 'json';
  source: string;
  segments: JsonSegment[];
}

/**
 * The member names and positions of a path that selects at most one value, because each of its steps names one member or one
 * position; null for a path that can select several.
 */
export function singularKeys(segments: readonly JsonSegment[]): (string | number)[] | null {
  const keys: (string | number)[] = [];
  for (const { descendants, selectors } of segments) {
    const [selector] = selectors;
    if (descendants || selectors.length !== 1 || selector === undefined) return null;
    if (selector.kind === 'name') keys.push(selector.name);
    else if (selector.kind === 'index') keys.push(selector.index);
    else return null;
  }
  return keys;
}
