import { checkPattern } from './check-expressions.ts';
import { dateLanguages, languageCode } from './date-languages.ts';
import { nearest } from './nearest.ts';
import { entriesOf, isSet, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { formatProblem, formatWarning } from './strptime.ts';
import { listed, shorten } from './wording.ts';

/** Checks the parameters of a processor against each other, beyond what the schema says. */
export function checkProcessor(processor: PlainObject, path: Path, report: Report): void {
  if (processor.type === 'regex') checkRegex(processor, path, report);
  if (processor.type === 'replace' && processor.old === '') {
    report.warning([...path, 'old'], 'empty-text', 'old is empty: new is put between all characters', {
      hint: 'Name the text that is to be replaced.',
    });
  }
  if (processor.type === 'parse_datetime') checkDatetime(processor, path, report);
}

function checkDatetime({ format, order, languages }: PlainObject, path: Path, report: Report): void {
  checkFormat(format, [...path, 'format'], report);
  if (isSet(format) && isSet(order)) {
    report.warning(
      [...path, 'order'],
      'field-key-without-effect',
      'order has no effect beside format, which has an order of its own',
      { at: 'key', hint: 'Remove one of them.' },
    );
  }
  for (const [index, language] of entriesOf(languages).entries()) {
    if (typeof language !== 'string' || language === '') continue;
    const code = languageCode(language);
    if (dateLanguages.some((known) => known === code)) continue;
    const near = nearest(code, dateLanguages);
    report.error(
      [...path, 'languages', index],
      'unknown-language',
      `Unknown language of dates: ${shorten(language)}. Allowed: ${listed(dateLanguages)}`,
      {
        hint:
          near === null ? 'Write the code of a language, such as "de" or "fr".' : `Did you mean "${near}"?`,
      },
    );
  }
}

function checkFormat(format: unknown, path: Path, report: Report): void {
  if (typeof format !== 'string' || format === '') return;
  const problem = formatProblem(format);
  if (problem !== null) {
    report.error(path, 'invalid-format', `Invalid date format '${shorten(format)}': ${problem}`);
    return;
  }
  const warning = formatWarning(format);
  if (warning === null) return;
  report.warning(path, 'format-without-year', `Date format '${shorten(format)}': ${warning}`, {
    hint: 'Add "%Y" or "%y", and select text that has the year.',
  });
}

function checkRegex(processor: PlainObject, path: Path, report: Report): void {
  const pattern = checkPattern(processor.pattern, [...path, 'pattern'], report);
  const isGiven = isSet(processor.group);
  const group = isGiven ? processor.group : 1;
  if (pattern === null || typeof group !== 'number' || !Number.isInteger(group) || group <= pattern.groups)
    return;
  const shown = `The pattern '${shorten(pattern.source)}' has no group ${group}`;
  const message = isGiven
    ? `${shown}; it has ${pattern.groups === 0 ? 'none' : pattern.groups}`
    : `${shown}, which is kept unless group is set`;
  report.error([...path, isGiven ? 'group' : 'pattern'], 'missing-group', message, {
    hint: 'Put the part to keep in parentheses, or set "group": 0 for the whole match.',
  });
}
