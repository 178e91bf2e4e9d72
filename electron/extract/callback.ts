import type { Callback } from '../../shared/spider/schema.ts';
import { evaluateFields } from './fields.ts';
import type { PageContext } from './page-context.ts';
import type { Page } from './page.ts';
import { scopeOf } from './scope.ts';
import type { CallbackResult, JsonValue } from './types.ts';

/**
 * Runs a callback on a page. Never throws: a field that fails has the value null (or `[]`) and a problem, and does not affect
 * the other fields. A field named `__proto__` becomes an own property like any other.
 */
export function extractCallback(page: Page, callback: Callback, context: PageContext): CallbackResult {
  const [{ fields, problems } = { fields: [], problems: [] }] = evaluateFields(
    [scopeOf(page)],
    callback.extract ?? {},
    context,
  );
  const item = Object.fromEntries(fields.map(([name, { value }]): [string, JsonValue] => [name, value]));
  return { item, fields: Object.fromEntries(fields), problems };
}
