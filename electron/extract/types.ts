/** What extraction hands out. Everything here is plain data: it crosses worker and process boundaries. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** One step on the way from the page to the value of a field: the selection, then each processor. */
export interface FieldStep {
  /** `select`, or the type of the processor. */
  step: string;
  /** The value after this step. */
  value: JsonValue;
}

/** A field's value and how it came about, so that a tester can explain it. */
export interface FieldResult {
  value: JsonValue;
  /** How many nodes or values the selector matched on the page (all of them, also without `get_all`). */
  matches: number;
  steps: FieldStep[];
  /** In one sentence: what went wrong or why there is nothing. null when all is well. */
  problem: string | null;
}

/** The result of a callback on a page. */
export interface CallbackResult {
  /** Field values in the order of the callback. */
  item: Record<string, JsonValue>;
  fields: Record<string, FieldResult>;
  /** The fields that went wrong. A field that merely found nothing is not among them: its `problem` says why. */
  problems: FieldProblem[];
}

/** Something that went wrong with one field of an item; `field` names inner fields as `comments.date`. */
export interface FieldProblem {
  field: string;
  /** One sentence. */
  message: string;
}

/** An item as extracted, before it has an id. */
export interface NewItem {
  url: string;
  callback: string;
  title: string | null;
  content: string | null;
  author: string | null;
  published_date: string | null;
  /** Every other field, in the order of extraction. */
  metadata: Record<string, JsonValue>;
  /** What went wrong with single fields. Empty when all is well. */
  problems: FieldProblem[];
}

/** An article as the strategies see it. Dates are ISO 8601 text. */
export interface Article {
  title: string | null;
  content: string | null;
  author: string | null;
  published_date: string | null;
  /** Everything else that was found; becomes metadata. */
  metadata: Record<string, JsonValue>;
}

/** What one strategy of EXTRACTOR_ORDER made of a page. */
export interface StrategyResult {
  strategy: string;
  article: Article | null;
  /** Why it did not succeed, in one sentence; null when it did. */
  reason: string | null;
}
