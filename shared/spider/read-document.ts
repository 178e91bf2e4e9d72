import type { Node } from 'jsonc-parser';
import { maxDepth, readSyntax, tooLarge, type SyntaxProblem } from './json-syntax.ts';
import { maxTextLength, maxValues } from './limits.ts';
import {
  maxListedProblems,
  toPointer,
  type Finding,
  type Path,
  type Problem,
  type Report,
} from './problems.ts';
import { takesNumberOnly } from './schema-places.ts';
import { TextPositions } from './text-positions.ts';
import { shorten, whatIsGiven } from './wording.ts';

/** A parsed document: its value, and a way to locate findings in its text. */
export interface ReadDocument {
  value: unknown;
  /** The finding as a problem, with its line and column where the document has a text. */
  place(finding: Finding): Problem;
  /** Sort key of a finding: its position in the text; 0 without a text. */
  order(finding: Finding): number;
}

/** Parses the text of a document. @returns the document, or the syntax problems in text order */
export function readText(input: string, report: Report): ReadDocument | Problem[] {
  if (input.length > maxTextLength) {
    const size = `${(input.length / 1e6).toFixed(1)} million characters`;
    return [syntaxProblem(tooLarge(0, size), new TextPositions('', null))];
  }
  // Some editors write a byte order mark; it is part of the encoding and not of the text.
  const text = input.startsWith('\uFEFF') ? input.slice(1) : input;
  const syntax = readSyntax(text);
  if (!syntax.ok) {
    const positions = new TextPositions(text, null);
    return syntax.problems.slice(0, maxListedProblems).map((problem) => syntaxProblem(problem, positions));
  }
  const positions = new TextPositions(text, syntax.root);
  const value = parse(text);
  if (value instanceof Error) {
    const problem = { offset: 0, code: 'json-syntax', message: 'The text is not JSON', hint: null };
    return [syntaxProblem(problem, positions)];
  }
  checkMembers(syntax.root, text, report);
  return {
    value,
    place: (finding) => toProblem(finding, positions.at(positions.offsetOf(finding))),
    order: (finding) => positions.offsetOf(finding),
  };
}

/** Takes a document as a value, and checks that it is plain JSON data. */
export function readValue(value: unknown, report: Report): ReadDocument {
  checkPlain(value, report);
  return { value, place: (finding) => toProblem(finding, null), order: () => 0 };
}

/** `JSON.parse` treats a key named `__proto__` like any other; an assignment would change the prototype. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function syntaxProblem(problem: SyntaxProblem, positions: TextPositions): Problem {
  const { code, message, hint } = problem;
  return { pointer: '', ...positions.at(problem.offset), code, severity: 'error', message, hint };
}

function toProblem(finding: Finding, place: { line: number; column: number } | null): Problem {
  const { path, code, severity, message, hint } = finding;
  return {
    pointer: toPointer(path),
    line: place?.line ?? null,
    column: place?.column ?? null,
    code,
    severity,
    message,
    hint,
  };
}

/** Reports what `JSON.parse` would silently lose: duplicate keys, and numbers that lose precision. */
function checkMembers(root: Node, text: string, report: Report): void {
  const waiting: { node: Node; path: Path }[] = [{ node: root, path: [] }];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const { node, path } = entry;
    if (node.type === 'number') {
      checkNumber(text.slice(node.offset, node.offset + node.length), path, report);
    } else if (node.type === 'array') {
      for (const [index, child] of (node.children ?? []).entries())
        waiting.push({ node: child, path: [...path, index] });
    } else if (node.type === 'object') {
      const seen = new Set<string>();
      const reported = new Set<string>();
      for (const property of node.children ?? []) {
        const [keyNode, child] = property.children ?? [];
        const key = String(keyNode?.value);
        if (seen.has(key) && !reported.has(key)) {
          reported.add(key);
          report.error([...path, key], 'json-duplicate-key', `Duplicate key: '${shorten(key)}'`, {
            at: 'key',
            hint: 'Keep one of them: only the last one would count.',
          });
        }
        seen.add(key);
        if (child !== undefined) waiting.push({ node: child, path: [...path, key] });
      }
    }
  }
}

function checkNumber(written: string, path: Path, report: Report): void {
  const value = Number(written);
  // Where a number is required, quotes would only cause the next error.
  const smaller = takesNumberOnly(path) ? 'Write a number closer to zero.' : null;
  if (!Number.isFinite(value)) {
    report.error(path, 'json-number', `${shorten(written)} is too large for a number`, {
      hint: smaller ?? 'Write it in quotes to keep it as text.',
    });
  } else if (/^-?\d+$/.test(written) && !Number.isSafeInteger(value)) {
    report.warning(path, 'json-number-precision', `${shorten(written)} would be read as ${BigInt(value)}`, {
      hint: smaller ?? 'Write it in quotes to keep every digit.',
    });
  }
}

/** Walks a value without recursion, so that depth and cycles do no harm. */
function checkPlain(root: unknown, report: Report): void {
  const waiting: { value: unknown; path: Path }[] = [{ value: root, path: [] }];
  let values = 0;
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const { value, path } = entry;
    values += 1;
    if (path.length > maxDepth) {
      report.error(path, 'json-too-deep', `Values must be nested at most ${maxDepth} levels deep`);
      return;
    }
    if (values > maxValues) {
      const { code, message, hint } = tooLarge(0, 'more values');
      report.error([], code, message, { hint });
      return;
    }
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) waiting.push({ value: item, path: [...path, index] });
    } else if (isPlainObject(value)) {
      for (const [key, member] of Object.entries(value))
        if (member !== undefined) waiting.push({ value: member, path: [...path, key] });
    } else if (!isScalar(value)) {
      report.error(path, 'not-json', `${whatIsGiven(value)}; a spider must hold JSON values only`);
    }
  }
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
