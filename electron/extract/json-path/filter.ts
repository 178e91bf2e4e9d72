import {
  singularKeys,
  type JsonCall,
  type JsonCondition,
  type JsonOperand,
  type JsonQuery,
  type JsonSegment,
} from '../../../shared/selectors/json-path-ast.ts';
import type { JsonValue } from '../types.ts';
import { compare, type Operand } from './compare.ts';
import { lengthOf, matches } from './functions.ts';
import { childOf, type JsonNode } from './node.ts';
import { compileSegment, type Run, type Segment, type Test } from './segments.ts';

type Evaluate<T> = (current: JsonNode, run: Run) => T;

/** Compiles a path: its segments, one after the other. */
export function compilePath(segments: readonly JsonSegment[]): Segment {
  const compiled = segments.map((segment) =>
    compileSegment(segment, ({ condition }) => compileCondition(condition)),
  );
  return (nodes, run) => {
    let found: JsonNode[] = [...nodes];
    for (const segment of compiled) {
      if (found.length === 0) break;
      found = segment(found, run);
    }
    return found;
  };
}

function compileCondition(condition: JsonCondition): Test {
  switch (condition.kind) {
    case 'or': {
      const tests = condition.conditions.map(compileCondition);
      return (current, run) => tests.some((test) => test(current, run));
    }
    case 'and': {
      const tests = condition.conditions.map(compileCondition);
      return (current, run) => tests.every((test) => test(current, run));
    }
    case 'not': {
      const test = compileCondition(condition.condition);
      return (current, run) => !test(current, run);
    }
    case 'compare': {
      const { operator } = condition;
      const left = compileValue(condition.left);
      const right = compileValue(condition.right);
      return (current, run) => compare(operator, left(current, run), right(current, run), run.budget);
    }
    case 'exists': {
      const query = compileQuery(condition.query);
      return (current, run) => query(current, run).length > 0;
    }
    case 'call':
    default: {
      const [text, pattern] = condition.args.map(compileValue);
      const whole = condition.name === 'match';
      return (current, run) => matches(text?.(current, run), pattern?.(current, run), whole, run.budget);
    }
  }
}

function compileQuery({ absolute, segments }: JsonQuery): Evaluate<JsonNode[]> {
  const path = compilePath(segments);
  return (current, run) => path([absolute ? run.root : current], run);
}

function compileValue(operand: JsonOperand): Evaluate<Operand> {
  if (operand.kind === 'literal') return () => operand.value;
  if (operand.kind === 'query') return compileSingular(operand.query);
  return compileCall(operand);
}

/** Compiles a path that selects at most one value. It builds no nodes. */
function compileSingular({ absolute, segments }: JsonQuery): Evaluate<Operand> {
  const keys = singularKeys(segments);
  if (keys === null) throw new Error('A path that can select several values was taken for one value.');
  return (current, run) => {
    let value: JsonValue | undefined = (absolute ? run.root : current).value;
    run.budget.spend(keys.length);
    for (const key of keys) {
      if (value === undefined) return undefined;
      value = childOf(value, key);
    }
    return value;
  };
}

function compileCall({ name, args }: JsonCall): Evaluate<Operand> {
  const [arg] = args;
  if (arg === undefined) throw new Error(`${name}() has no argument.`);
  if (name === 'length') {
    const value = compileValue(arg);
    return (current, run) => lengthOf(value(current, run), run.budget);
  }
  if (arg.kind !== 'query') throw new Error(`The argument of ${name}() is no path.`);
  const query = compileQuery(arg.query);
  if (name === 'count') return (current, run) => query(current, run).length;
  return (current, run) => {
    const found = query(current, run);
    return found.length === 1 ? found[0]?.value : undefined;
  };
}
