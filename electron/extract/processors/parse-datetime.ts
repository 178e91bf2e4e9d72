import { formatProblem } from '../../../shared/spider/strptime.ts';
import { parseDatetime } from '../datetime.ts';
import { isBlank, quoted } from '../text.ts';
import type { JsonValue } from '../types.ts';
import { broken, mapScalars, type ProcessorOutcome } from './outcome.ts';

export function runParseDatetime(format: string | null, value: JsonValue): ProcessorOutcome {
  const problem = format === null ? null : formatProblem(format);
  if (problem !== null) return broken('parse_datetime', problem);
  return mapScalars('parse_datetime', value, (text) => {
    if (text === null || (typeof text === 'string' && isBlank(text))) return { value: null, problem: null };
    if (typeof text !== 'string') return { value: null, problem: `${text} is not text.` };
    const date = parseDatetime(text, format ?? undefined);
    if (date !== null) return { value: date, problem: null };
    const expected = format === null ? 'is not a complete date' : `does not fit the format ${quoted(format)}`;
    return { value: null, problem: `${quoted(text)} ${expected}.` };
  });
}
