import type { FieldExtract } from '../../shared/spider/schema.ts';
import { evaluateField, prepareValue, type FieldEvaluation, type FieldValue } from './field.ts';
import type { PageContext } from './page-context.ts';
import type { Scope } from './scope.ts';
import type { FieldProblem, FieldResult } from './types.ts';

/** The fields at one scope. */
export interface EvaluatedFields {
  fields: [name: string, result: FieldResult][];
  /** The problems of fields that failed. */
  problems: FieldProblem[];
}

/**
 * Evaluates fields at each of several scopes: a page, or its rows. A value that alone is ambiguous, such as
 * "1.234" or 03/05/2024, is read like the others of its field at all of them. Never throws.
 */
export function evaluateFields(
  scopes: readonly Scope[],
  fields: Readonly<Record<string, FieldExtract>>,
  page: PageContext,
): EvaluatedFields[] {
  const evaluated = scopes.map((): EvaluatedFields => ({ fields: [], problems: [] }));
  for (const [name, field] of Object.entries(fields)) {
    const evaluations = evaluateAtAll(scopes, field, page);
    for (const [at, { result, failures }] of evaluations.entries()) {
      evaluated[at]?.fields.push([name, result]);
      for (const { field: inner, message } of failures) {
        evaluated[at]?.problems.push({ field: inner === '' ? name : `${name}.${inner}`, message });
      }
    }
  }
  return evaluated;
}

/** Evaluates a field, and once more if the values that came later show how earlier ones are meant. */
function evaluateAtAll(scopes: readonly Scope[], field: FieldExtract, page: PageContext): FieldEvaluation[] {
  const evaluations = scopes.map((scope) => evaluateField(scope, field, page));
  return !page.readings.isEmpty && isStale(field, page)
    ? scopes.map((scope) => evaluateField(scope, field, page))
    : evaluations;
}

/** The values of a field at each of several rows, read alike; see `evaluateFields`. */
export function valuesAtAll(scopes: readonly Scope[], field: FieldExtract, page: PageContext): FieldValue[] {
  const valueAt = prepareValue(field, page);
  const values = scopes.map((scope) => valueAt(scope));
  return isStale(field, page) ? scopes.map((scope) => valueAt(scope)) : values;
}

function isStale({ processors, extract }: FieldExtract, page: PageContext): boolean {
  return (
    (processors ?? []).some((processor) => page.readings.isStale(processor)) ||
    Object.values(extract ?? {}).some((field) => isStale(field, page))
  );
}
