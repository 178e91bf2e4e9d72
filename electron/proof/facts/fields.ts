import { hash } from 'node:crypto';
import type { AnyNode } from 'domhandler';
import { isFilled } from '../../../shared/filled.ts';
import { readPattern } from '../../../shared/patterns/read.ts';
import { hasType, numberOf, typeWords } from '../../../shared/spider/expected-type.ts';
import type { ExpectedField, FieldExtract } from '../../../shared/spider/schema.ts';
import { evaluateFields } from '../../extract/fields.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { Scope } from '../../extract/scope.ts';
import type { FieldResult, JsonValue } from '../../extract/types.ts';
import { compilePattern } from '../../patterns/compile.ts';
import { isExample } from './examples.ts';
import { groundingOf } from './grounding.ts';
import { namedForm } from './named-form.ts';
import type { PageText } from './page-text.ts';
import { Tally, written } from './tally.ts';
import type { FieldFacts } from './types.ts';

/** The fields of a callback, with the place of the callback and what is expected of them. */
export interface JudgedFields {
  readonly extract: Readonly<Record<string, FieldExtract>>;
  readonly pointer: string;
  readonly expected: Readonly<Record<string, ExpectedField>>;
}

/** The page, or the rows of it, at which fields are evaluated. */
export interface Records {
  readonly scopes: readonly Scope[];
  /** The rows among them that are elements. */
  readonly rows: ReadonlySet<AnyNode>;
  readonly context: PageContext;
  readonly text: PageText;
}

/** Evaluates fields with the code of a crawl, and tells what their values rest on and whether they are as expected. */
export function fieldFacts({ extract, pointer, expected }: JudgedFields, records: Records): FieldFacts[] {
  const evaluated = evaluateFields(records.scopes, extract, records.context);
  const columns = Object.entries(extract).map(([name, definition], at) => {
    const results = evaluated.map(({ fields }) => fields[at]?.[1]).filter((each) => each !== undefined);
    const column = readColumn(results, { name, definition, expected: expected[name] ?? {} }, records);
    return { name, definition, column };
  });
  return columns.map(({ name, column }) => ({
    field: name,
    pointer: `${pointer}/extract/${escaped(name)}`,
    records: records.scopes.length,
    ...column.facts,
    twins: columns
      .filter(
        (other) => other.name !== name && other.column.taken !== '' && other.column.taken === column.taken,
      )
      .map((other) => other.name),
  }));
}

export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

interface Column {
  facts: Omit<FieldFacts, 'field' | 'pointer' | 'records' | 'twins'>;
  /** What its values are and where they come from, to tell columns that are the same; "": nothing. */
  taken: string;
}

/** Rows of which the origin is looked at; the values of all are. */
const maxTraced = 200;

function readColumn(
  results: readonly FieldResult[],
  { name, definition, expected }: { name: string; definition: FieldExtract; expected: ExpectedField },
  { scopes, rows, context, text }: Records,
): Column {
  const [ungrounded, unfit, unlike] = [new Tally(), new Tally(), new Tally()];
  const examples = new Set<number>();
  const wanted = expected.examples ?? [];
  const misfit = misfitOf(expected);
  const named = (expected.type ?? null) === null ? namedForm(name) : null;
  const values: string[] = [];
  let [traced, outside] = [0, 0];
  for (const [at, result] of results.entries()) {
    const { value, steps } = result;
    if (!isFilled(value)) continue;
    values.push(JSON.stringify(value));
    const why = misfit(value);
    if (why !== null) unfit.add(value, why);
    if (named !== null && !named.holds(value))
      unlike.add(value, `is not ${named.form}, as the name of the field says`);
    const raw = steps[0]?.value ?? null;
    for (const [number, example] of wanted.entries()) {
      if (examples.has(number)) continue;
      if (isExample(example, value, context.base) || isExample(example, raw, context.base))
        examples.add(number);
    }
    const scope = scopes[at];
    if (scope === undefined || at >= maxTraced) continue;
    const grounding = groundingOf(scope, definition, result, { rows, text });
    if (grounding.why !== null) ungrounded.add(value, grounding.why);
    traced += 1;
    if (grounding.nodes.length > 0 && grounding.nodes.every((node) => !isInside(node, scope))) outside += 1;
  }
  const [first] = values;
  const isOne = first !== undefined && values.every((each) => each === first);
  return {
    facts: {
      filled: values.length,
      only: isOne ? written(first) : null,
      isOutside: isOne && rows.size > 0 && traced > 0 && outside === traced,
      ungrounded: ungrounded.sample,
      unfit: unfit.sample,
      unlike: unlike.sample,
      examples: [...examples].sort((a, b) => a - b),
      hashes: expected.unique === true ? values.map(hashOf) : [],
    },
    taken: values.length === 0 ? '' : `${partOf(definition)} ${hash('sha256', values.join('\n'))}`,
  };
}

/** Whether a node lies in a scope, or is it. */
function isInside(node: AnyNode, scope: Scope): boolean {
  for (let each: AnyNode | null = node; each !== null; each = each.parent) if (each === scope) return true;
  return false;
}

/** What a selector takes of its node: an attribute by its name, or text. */
const partOf = ({ css, xpath }: FieldExtract): string =>
  /::attr\(([^)]+)\)\s*$/.exec(css ?? '')?.[1] ?? /@([\w:-]+)\)?\s*$/.exec(xpath ?? '')?.[1] ?? 'text';

/** A number for a text; two texts hardly ever have the same. */
export const hashOf = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 12), 16);

/** Returns what is wrong with a filled value, as a predicate; null: it is as expected. */
export function misfitOf({ type, range, pattern }: ExpectedField): (value: JsonValue) => string | null {
  const read = typeof pattern === 'string' ? readPattern(pattern) : null;
  const matcher = read?.ok === true ? compilePattern(read.pattern) : null;
  return (value) => {
    if (type !== null && type !== undefined && !hasType(value, type)) return `is not ${typeWords[type]}`;
    const number = numberOf(value);
    const [least = null, most = null] = range ?? [];
    if (number !== null && least !== null && number < least) return `is below ${least}`;
    if (number !== null && most !== null && number > most) return `is above ${most}`;
    if (matcher !== null && typeof value === 'string' && matcher.search(value) === null)
      return `does not match ${pattern ?? ''}`;
    return null;
  };
}
