/** The results of extraction. All are plain data that crosses worker and process boundaries. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** One step of the evaluation of a field: the selection, or a processor. */
export interface FieldStep {
  /** `select`, or the type of the processor. */
  step: string;
  /** The value after this step. */
  value: JsonValue;
}

/** The value of a field with the steps that lead to it, for the tester. */
export interface FieldResult {
  value: JsonValue;
  /** Number of all matches of the selector, also without `get_all`. */
  matches: number;
  steps: FieldStep[];
  /** What went wrong, or why the field is empty, in one sentence; null: no problem. */
  problem: string | null;
}

/** The result of a callback. */
export interface CallbackResult {
  /** Field values in the order of the callback. */
  item: Record<string, JsonValue>;
  fields: Record<string, FieldResult>;
  /** Fields that failed. Fields that are only empty are not included; their `problem` says why. */
  problems: FieldProblem[];
}

/** A problem of one field of an item. `field` is the path of an inner field, such as `comments.date`. */
export interface FieldProblem {
  field: string;
  /** One sentence. */
  message: string;
}

/** An extracted item, before it is stored and has an id. */
export interface NewItem {
  url: string;
  /** What tells it from other items of its page: left out, its URL does. */
  key?: string;
  callback: string;
  title: string | null;
  content: string | null;
  author: string | null;
  published_date: string | null;
  /** Every other field, in the order of extraction. */
  metadata: Record<string, JsonValue>;
  /** Problems of single fields. */
  problems: FieldProblem[];
}

/** An article that a strategy extracted. Dates are in ISO 8601. */
export interface Article {
  title: string | null;
  content: string | null;
  author: string | null;
  published_date: string | null;
  /** All other values that were found. */
  metadata: Record<string, JsonValue>;
}

/** The outcome of one strategy of EXTRACTOR_ORDER. */
export interface StrategyResult {
  strategy: string;
  article: Article | null;
  /** Why it failed, in one sentence; null: it succeeded. */
  reason: string | null;
}
