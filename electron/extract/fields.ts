import type { AnyNode } from 'domhandler';
import type { FieldExtract } from '../../shared/spider/schema.ts';
import { evaluateField, type FieldEvaluation } from './field.ts';
import type { PageContext } from './page-context.ts';
import type { FieldProblem, FieldResult } from './types.ts';

/** The fields at one node. */
export interface EvaluatedFields {
  fields: [name: string, result: FieldResult][];
  /** The problems of fields that failed. */
  problems: FieldProblem[];
}

/**
 * Evaluates fields at each of several nodes of a page: its document, or its rows. A value that alone is ambiguous, such as
 * "1.234" or 03/05/2024, is read like the others of its field at all these nodes. Never throws.
 */
export function evaluateFields(
  nodes: readonly AnyNode[],
  fields: Readonly<Record<string, FieldExtract>>,
  page: PageContext,
): EvaluatedFields[] {
  const evaluated = nodes.map((): EvaluatedFields => ({ fields: [], problems: [] }));
  for (const [name, field] of Object.entries(fields)) {
    const evaluations = evaluateAtAll(nodes, field, page);
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
function evaluateAtAll(nodes: readonly AnyNode[], field: FieldExtract, page: PageContext): FieldEvaluation[] {
  const evaluations = nodes.map((node) => evaluateField(node, field, page));
  return isStale(field, page) ? nodes.map((node) => evaluateField(node, field, page)) : evaluations;
}

function isStale({ processors, extract }: FieldExtract, page: PageContext): boolean {
  return (
    (processors ?? []).some((processor) => page.readings.isStale(processor)) ||
    Object.values(extract ?? {}).some((field) => isStale(field, page))
  );
}
