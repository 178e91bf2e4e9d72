import type { AnyNode } from 'domhandler';
import type { Page } from './page.ts';
import type { JsonValue } from './types.ts';

/** A JSON value at which fields are evaluated: a page, or an entry of one. `$` stands for it. */
export class JsonScope {
  readonly value: JsonValue;

  constructor(value: JsonValue) {
    this.value = value;
  }
}

/** What a field is evaluated at: a node of HTML or XML, or a JSON value. */
export type Scope = AnyNode | JsonScope;

/** Whether fields are evaluated at a JSON value. */
export const isJson = (scope: Scope): scope is JsonScope => scope instanceof JsonScope;

/** The scope of a whole page. */
export const scopeOf = (page: Page): Scope =>
  page.kind === 'json' ? new JsonScope(page.value) : page.document;
