import type { Processor } from '../../../shared/spider/schema.ts';
import { decimalMarkOf, findNumber, type DecimalMark, type WrittenNumber } from '../number.ts';
import type { PageContext } from '../page-context.ts';
import type { FieldReadings } from '../readings.ts';
import { isBlank, quoted } from '../text.ts';
import type { JsonValue } from '../types.ts';
import { mapScalars, type ProcessorOutcome, type StepResult } from './outcome.ts';

type NumberProcessor = Extract<Processor, { type: 'number' }>;

const other = { ',': '.', '.': ',' } as const;
const conventions = { ',': 'decimal-comma', '.': 'decimal-point' } as const;

/** Reads the first number in each text. */
export function runNumber(processor: NumberProcessor, value: JsonValue, page: PageContext): ProcessorOutcome {
  const decimal = processor.decimal ?? 'auto';
  return mapScalars('number', value, (text) => {
    if (text === null || typeof text === 'number') return { value: text, problem: null };
    if (typeof text === 'boolean') return { value: null, problem: `${text} is not text.` };
    if (isBlank(text)) return { value: null, problem: null };
    const number = findNumber(text);
    if (number === null) return { value: null, problem: `${quoted(text)} holds no number.` };
    return decimal === 'auto'
      ? readFreely(number, page, page.readings.of(processor))
      : readBy(decimal, number);
  });
}

/** Checks a value that was read. @param doubt why it may be meant otherwise */
function result(value: number | null, { text, multiplier }: WrittenNumber, doubt: string | null): StepResult {
  if (value === null || !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    return { value: null, problem: `${quoted(text)} is too large to be kept exactly; keep it as text.` };
  if (doubt !== null) return { value, problem: doubt, cause: 'doubtful' };
  if (multiplier === null) return { value, problem: null };
  const problem = `${quoted(multiplier)} after ${quoted(text)} was not applied.`;
  return { value, problem, cause: 'doubtful' };
}

function readBy(mark: DecimalMark, number: WrittenNumber): StepResult {
  const value = number.values[mark];
  if (value !== null) return result(value, number, null);
  const doubt = `${quoted(number.text)} does not fit the decimal mark "${mark}"; it was read with "${other[mark]}".`;
  return result(number.values[other[mark]], number, doubt);
}

/** Reads a number by its own marks; an ambiguous one like the other values of its field, or like the language of the page. */
function readFreely(number: WrittenNumber, page: PageContext, readings: FieldReadings): StepResult {
  const { ',': comma, '.': point } = number.values;
  if (comma === point) return result(point, number, null);
  if (comma === null || point === null) {
    readings.saw(conventions[comma === null ? '.' : ',']);
    return result(point ?? comma, number, null);
  }
  const shown = readings.ask();
  if (shown !== null) return result(shown === 'decimal-comma' ? comma : point, number, null);
  const mark = page.language === null ? null : decimalMarkOf(page.language);
  if (mark !== null) return result(number.values[mark], number, null);
  const doubt = `${quoted(number.text)} may be ${point} or ${comma}; it was read as ${point}, because the page does not say which. Set "decimal".`;
  return result(point, number, doubt);
}
