import { jsonTextOf } from '../../../shared/json-text.ts';
import type { JsonValue } from '../types.ts';
import { findJsonProblem } from './json-problem.ts';

/** A JSON value, or why the text is not JSON: a phrase, with the place where it is known. */
export type JsonReading = { ok: true; value: JsonValue } | { ok: false; problem: string };

/** How deep values may nest; deeper ones cannot be stored. */
export const maxJsonDepth = 500;

/** May hold a number that is not exact as one of JavaScript: 16 digits, or an exponent of three. */
const maybeInexact = /\d{16}|[eE]\+?\d{3}/;

/**
 * Parses JSON (RFC 8259). Of equal keys the last one counts. An integer beyond 2^53, such as an id of 19 digits, becomes a text with
 * its digits, and so does a number too large for a double: as numbers they would be wrong. A prefix against inclusion as a script,
 * such as `)]}',`, is left out, and so is the call of a function around it.
 */
export function readJson(text: string): JsonReading {
  const { text: source, offset: skipped } = jsonTextOf(text);
  try {
    const value: unknown = JSON.parse(source);
    if (!isWithinDepth(value))
      return { ok: false, problem: `it is nested more than ${maxJsonDepth} levels deep` };
    return { ok: true, value: maybeInexact.test(source) ? parseExactly(source, value) : value };
  } catch {
    const { offset, message } = findJsonProblem(source) ?? { offset: 0, message: 'it cannot be read' };
    return { ok: false, problem: `${message} (${placeOf(text, offset + skipped)})` };
  }
}

function parseExactly(source: string, value: JsonValue): JsonValue {
  const exact: unknown = JSON.parse(source, (_key, member: unknown, context?: { source?: string }) =>
    typeof member === 'number' ? numberOf(member, context?.source) : member,
  );
  return isWithinDepth(exact) ? exact : value;
}

/** The number, or its digits where the number is not what was written. */
function numberOf(value: number, source: string | undefined): number | string {
  if (source === undefined || Number.isSafeInteger(value)) return value;
  const isInteger = /^-?\d+$/.test(source);
  return isInteger || !Number.isFinite(value) ? source : value;
}

/** Whether a parsed value nests no deeper than allowed. Without recursion, because it may nest to any depth. */
function isWithinDepth(value: unknown): value is JsonValue {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxJsonDepth) return false;
    const below: object[] = [];
    for (const container of level) {
      for (const member of Array.isArray(container) ? container : Object.values(container)) {
        if (isContainer(member)) below.push(member);
      }
    }
    level = below;
  }
  return true;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
