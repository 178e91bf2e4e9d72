import type { Callback } from '../../shared/spider/schema.ts';
import { evaluateField } from './field.ts';
import type { PageTree } from './tree.ts';
import type { CallbackResult, FieldProblem, FieldResult, JsonValue } from './types.ts';

/**
 * Runs a callback on a page. Never throws: a field that fails has a null value (or `[]`) and a problem, and the other fields
 * are as they would be without it. The objects are made of own properties, also for a field that is called `__proto__`.
 */
export function extractCallback(page: PageTree, callback: Callback): CallbackResult {
  const fields: [string, FieldResult][] = [];
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(callback.extract)) {
    const { result, failures } = evaluateField(page.document, field);
    fields.push([name, result]);
    for (const failure of failures) {
      problems.push({
        field: failure.field === '' ? name : `${name}.${failure.field}`,
        message: failure.message,
      });
    }
  }
  const item = Object.fromEntries(fields.map(([name, { value }]): [string, JsonValue] => [name, value]));
  return { item, fields: Object.fromEntries(fields), problems };
}
