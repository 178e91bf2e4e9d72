import type { Processor } from '../../../shared/spider/schema.ts';
import { castValue } from '../cast.ts';
import type { PageContext } from '../page-context.ts';
import { isBlank, normalizeSpace, stripSpace } from '../text.ts';
import type { JsonValue } from '../types.ts';
import { runNumber } from './number.ts';
import { broken, fine, mapScalars, onText, type ProcessorOutcome } from './outcome.ts';
import { runParseDatetime } from './parse-datetime.ts';
import { runRegex } from './regex.ts';
import { runUrlJoin } from './urljoin.ts';

/** The positions before, between and after all code points. */
const everyGap = /(?:)/gu;

function joinList(values: readonly JsonValue[], separator: string): string {
  return values
    .filter((value) => value !== null)
    .map((value) =>
      Array.isArray(value)
        ? joinList(value, separator)
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value),
    )
    .join(separator);
}

/** Splits a text. Blank text gives no parts. @param separator null: white space of any length */
function splitText(text: string, separator: string | null): string[] {
  if (isBlank(text)) return [];
  return separator === null || separator === '' ? stripSpace(text).split(/\s+/u) : text.split(separator);
}

function isMissing(value: JsonValue): boolean {
  return (
    value === null ||
    (typeof value === 'string' && isBlank(value)) ||
    (Array.isArray(value) && value.length === 0)
  );
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'object' && Object.values(value).every(isJson);
}

function runDefault(replacement: unknown, value: JsonValue): ProcessorOutcome {
  if (!isMissing(value)) return fine(value);
  return isJson(replacement) ? fine(replacement) : broken('default', 'the value is not JSON.');
}

function run(processor: Processor, value: JsonValue, page: PageContext): ProcessorOutcome {
  const { type } = processor;
  switch (type) {
    case 'strip':
      return mapScalars(type, value, onText(stripSpace));
    case 'collapse':
      return mapScalars(type, value, onText(normalizeSpace));
    case 'lowercase':
      return mapScalars(
        type,
        value,
        onText((text) => text.toLowerCase()),
      );
    case 'uppercase':
      return mapScalars(
        type,
        value,
        onText((text) => text.toUpperCase()),
      );
    case 'replace':
      return mapScalars(
        type,
        value,
        // A function, because "$&" in a replacement text would insert the match.
        onText((text) =>
          text.replaceAll(processor.old === '' ? everyGap : processor.old, () => processor.new),
        ),
      );
    case 'regex':
      return runRegex(processor.pattern, processor.group ?? 1, value);
    case 'cast':
      return mapScalars(type, value, (scalar) => castValue(scalar, processor.to));
    case 'number':
      return runNumber(processor, value, page);
    case 'parse_datetime':
      return runParseDatetime(processor, value, page);
    case 'urljoin':
      return runUrlJoin(value, page.base);
    case 'split':
      return mapScalars(
        type,
        value,
        onText((text) => splitText(text, processor.separator ?? null)),
      );
    case 'join':
      return fine(Array.isArray(value) ? joinList(value, processor.separator ?? ' ') : value);
    case 'default':
      return runDefault(processor.default, value);
  }
  // Unreachable for a validated spider, but other callers may pass any type.
  return broken('processor', 'there is no such processor.');
}

/**
 * Runs a processor on a value. join and default apply to the whole value; all others apply to each element of a list, including
 * nested lists. Never throws: a failure returns null and a problem.
 */
export function runProcessor(processor: Processor, value: JsonValue, page: PageContext): ProcessorOutcome {
  try {
    return run(processor, value, page);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return broken(processor.type, /[.!?]$/.test(why) ? why : `${why}.`);
  }
}
