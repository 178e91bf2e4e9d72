import { formatProblem } from '../../../shared/spider/strptime.ts';
import { languageCode } from '../../../shared/spider/date-languages.ts';
import type { Processor } from '../../../shared/spider/schema.ts';
import {
  describeLanguages,
  readByFormat,
  readByOrder,
  readFreely,
  type DateContext,
  type DateReading,
} from '../datetime.ts';
import type { PageContext } from '../page-context.ts';
import type { Convention, FieldReadings } from '../readings.ts';
import { isBlank, quoted } from '../text.ts';
import type { JsonValue } from '../types.ts';
import { broken, mapScalars, type ProcessorOutcome, type StepResult } from './outcome.ts';

type DateProcessor = Extract<Processor, { type: 'parse_datetime' }>;

const orderNames = { dmy: 'day first', mdy: 'month first', ymd: 'year first' } as const;
const conventions = { dmy: 'day-first', mdy: 'month-first' } as const satisfies Record<string, Convention>;

const fine = (value: JsonValue): StepResult => ({ value, problem: null });

/** Reads the first date in each text: by format, by order, or freely. */
export function runParseDatetime(
  processor: DateProcessor,
  value: JsonValue,
  page: PageContext,
): ProcessorOutcome {
  const format = processor.format ?? null;
  const problem = format === null ? null : formatProblem(format);
  if (problem !== null) return broken('parse_datetime', problem);
  const read =
    format === null
      ? readerWithoutFormat(processor, page)
      : readerByFormat(format, (processor.languages ?? []).map(languageCode));
  return mapScalars('parse_datetime', value, (text) => {
    if (text === null || (typeof text === 'string' && isBlank(text))) return fine(null);
    return typeof text === 'string' ? read(text) : { value: null, problem: `${text} is not text.` };
  });
}

type Reader = (text: string) => StepResult;

const incomplete = (text: string): StepResult => ({
  value: null,
  problem: `${quoted(text)} is not a complete date.`,
});

function readerByFormat(format: string, languages: readonly string[]): Reader {
  return (text) => {
    const date = readByFormat(text, format, languages);
    const problem = `${quoted(text)} does not fit the format ${quoted(format)}.`;
    return date === null ? { value: null, problem } : fine(date);
  };
}

function readerWithoutFormat(processor: DateProcessor, page: PageContext): Reader {
  const { order = null, languages = null } = processor;
  const given = languages ?? (page.language === null ? [] : [page.language]);
  const context: DateContext = {
    ...describeLanguages(given),
    fetchedAt: page.fetchedAt,
  };
  if (order === null) {
    const readings = page.readings.of(processor);
    return (text) => {
      const reading = readFreely(text, context);
      return reading === null ? incomplete(text) : decide(text, reading, context, readings);
    };
  }
  return (text) => {
    const read = readByOrder(text, order, context);
    if (read === null) return incomplete(text);
    if (read.fits) return fine(read.date);
    const doubt = `${quoted(text)} cannot be ${orderNames[order]}; it was read as ${read.date.slice(0, 10)}.`;
    return { value: read.date, problem: doubt, cause: 'doubtful' };
  };
}

/** Decides between day and month first: by the language, else by the other values of the field, else month first. */
function decide(
  text: string,
  reading: DateReading,
  { order, languages }: DateContext,
  readings: FieldReadings,
): StepResult {
  if (reading.kind === 'plain') {
    if (reading.shows !== null) readings.saw(conventions[reading.shows]);
    return fine(reading.date);
  }
  const { dates } = reading;
  const answer = readings.ask();
  const shown = answer === 'day-first' ? 'dmy' : answer === 'month-first' ? 'mdy' : null;
  if (order === 'dmy' || order === 'mdy') {
    if (shown === null || shown === order) return fine(dates[order]);
    const doubt = `${quoted(text)} was read ${orderNames[order]}, as in the language "${languages.join(', ')}", but other values of the field are ${orderNames[shown]}. Set "order".`;
    return { value: dates[order], problem: doubt, cause: 'doubtful' };
  }
  if (shown !== null) return fine(dates[shown]);
  const doubt = `${quoted(text)} may be ${dates.mdy.slice(0, 10)} or ${dates.dmy.slice(0, 10)}; it was read month first, because the page does not say which. Set "order".`;
  return { value: dates.mdy, problem: doubt, cause: 'doubtful' };
}
