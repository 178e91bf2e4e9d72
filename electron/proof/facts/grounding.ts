import { isTag, type AnyNode, type Element } from 'domhandler';
import { isFilled } from '../../../shared/filled.ts';
import { readXPath } from '../../../shared/selectors/read-xpath.ts';
import type { Expression } from '../../../shared/selectors/xpath-ast.ts';
import type { FieldExtract, Processor } from '../../../shared/spider/schema.ts';
import { isJson, type Scope } from '../../extract/scope.ts';
import { selectMatches } from '../../extract/select-matches.ts';
import type { Match } from '../../extract/select.ts';
import type { FieldResult, JsonValue } from '../../extract/types.ts';
import type { PageText } from './page-text.ts';

/** What the value of a field rests on. */
export interface Grounding {
  /** What is wrong, as a predicate; null: the value comes from the page. */
  readonly why: string | null;
  /** The nodes that the value is taken from; an attribute counts as its element. */
  readonly nodes: readonly AnyNode[];
}

const grounded: Grounding = { why: null, nodes: [] };
const wrong = (why: string): Grounding => ({ why, nodes: [] });

/** Tells what the value of a field at a page or row rests on. */
export function groundingOf(
  scope: Scope,
  field: FieldExtract,
  result: FieldResult,
  { rows, text }: { rows: ReadonlySet<AnyNode>; text: PageText },
): Grounding {
  if (!isFilled(result.value)) return grounded;
  const invented = inventedByProcessors(field.processors ?? [], result, text);
  if (invented !== null) return wrong(invented);
  const source = field.css ?? field.xpath;
  if (isJson(scope) || field.type === 'nested_list' || typeof source !== 'string') return grounded;
  const language = typeof field.css === 'string' ? 'css' : 'xpath';
  const selected = selectMatches(scope, language, source);
  const all = selected.ok ? selected.matches : [];
  const matches = field.get_all === true ? all : all.slice(0, 1);
  const made = matches.find(({ node }) => node === null);
  if (made !== undefined) return { why: inventedByExpression(source, made, text), nodes: [] };
  const nodes = matches.flatMap(({ node }) => node ?? []);
  const strange = nodes.some((node) => isInOtherRow(node, scope, rows));
  return { why: strange ? 'is taken from another row' : null, nodes };
}

/** Whether a node lies in a row of the list, and not in the one that its value is for. */
function isInOtherRow(node: AnyNode, scope: AnyNode, rows: ReadonlySet<AnyNode>): boolean {
  let isStrange = false;
  for (let each: AnyNode | null = node; each !== null; each = each.parent) {
    if (each === scope) return false;
    if (rows.has(each)) isStrange = true;
  }
  return isStrange && !isAround(node, scope);
}

function isAround(node: AnyNode, inner: AnyNode): boolean {
  for (let each: AnyNode | null = inner; each !== null; each = each.parent) if (each === node) return true;
  return false;
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
const isAddress = (text: string): boolean => /^(?:https?:)?\/\//i.test(text.trim());

/** What processors have put in the place of a value that the page does not have. */
function inventedByProcessors(
  processors: readonly Processor[],
  { steps, value }: FieldResult,
  text: PageText,
): string | null {
  for (const [at, processor] of processors.entries()) {
    const before = steps[at]?.value ?? null;
    const after = steps[at + 1]?.value ?? null;
    if (processor.type === 'default' && !isFilled(before) && isFilled(after) && !isNeutral(after, value))
      return 'is put in by a "default" processor';
    if (processor.type !== 'replace' || !hasWords(processor.new)) continue;
    if (typeof after !== 'string' || after === before || isAddress(after) || after.startsWith('/')) continue;
    if (!text.holds(after)) return 'is put together by a "replace" processor';
  }
  return null;
}

/** A default that says that there is nothing, or becomes a yes or no: it reads what the page lacks, and stands for no other fact. */
const isNeutral = (given: JsonValue, value: JsonValue): boolean => given === 0 || typeof value === 'boolean';

/** Why the result of an expression that selects no node is not on the page; null: it is. */
function inventedByExpression(source: string, { kind, value }: Match, text: PageText): string | null {
  const read = readXPath(source);
  if (!read.ok) return null;
  const parts = valueParts(read.selector.expression);
  if (!parts.some(({ type }) => type === 'page')) return 'is written in the selector';
  if (kind !== 'string' || isAddress(value)) return null;
  const words = parts.flatMap((part) => (part.type === 'literal' && hasWords(part.value) ? part.value : []));
  const used = words.find((word) => value.includes(word));
  if (used !== undefined) return `holds "${used}", which is written in the selector`;
  return text.holds(value) ? null : 'is put together by the selector and stands nowhere on the page';
}

type ValuePart = { type: 'page' } | { type: 'literal'; value: string };

/** Functions of which the first argument is the value, and those that compute one from nodes. */
const firstOnly: ReadonlySet<string> = new Set(
  'string normalize-space translate substring substring-before substring-after number round floor ceiling'.split(
    ' ',
  ),
);

/** What the value of an expression is made of: its conditions, counts and positions are left out. */
function valueParts(expression: Expression): ValuePart[] {
  switch (expression.type) {
    case 'literal':
      return [{ type: 'literal', value: expression.value }];
    case 'number':
      return [{ type: 'literal', value: String(expression.value) }];
    case 'path':
      return expression.from === null ? [{ type: 'page' }] : valueParts(expression.from);
    case 'filter':
      return valueParts(expression.primary);
    case 'union':
      return expression.operands.flatMap(valueParts);
    case 'binary':
      return [...valueParts(expression.left), ...valueParts(expression.right)];
    case 'negate':
      return valueParts(expression.operand);
    case 'call':
      return partsOfCall(expression.name, expression.args);
    case 'and':
    case 'or':
    default:
      return [{ type: 'page' }];
  }
}

function partsOfCall(name: string, args: readonly Expression[]): ValuePart[] {
  if (name === 'concat') return args.flatMap(valueParts);
  if (firstOnly.has(name)) {
    const [first] = args;
    return first === undefined ? [{ type: 'page' }] : valueParts(first);
  }
  if (name === 're:replace')
    return [args[0], args[3]].flatMap((each) => (each === undefined ? [] : valueParts(each)));
  const isAboutPage =
    args.length === 0 || args.some((each) => valueParts(each).some(({ type }) => type === 'page'));
  return isAboutPage ? [{ type: 'page' }] : [{ type: 'literal', value: '' }];
}

/** The element that a node is or lies in. */
export function elementOf(node: AnyNode): Element | null {
  for (let each: AnyNode | null = node; each !== null; each = each.parent) if (isTag(each)) return each;
  return null;
}
