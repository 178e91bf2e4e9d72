import { validateFile } from '../../host/data/documents.ts';
import type { Problem } from '../../../shared/spider/validate.ts';
import type { CommandSpec } from '../command.ts';
import { count, describeProblem } from '../output.ts';

export const validate: CommandSpec = {
  usage: 'validate <file...>',
  summary: 'check spider files and list every problem',
  description:
    'Checks spider files without storing anything: the JSON, the fields, and every pattern and selector in them. Exit code 1 when one is invalid. "-" reads from standard input.',
  examples: [
    ['validate news.json', 'lists the problems of one file'],
    ['validate spiders/*.json --json', 'the same for many, for programs'],
  ],
  async run({ output }, files) {
    const results = await Promise.all(files.map(validateFile));
    output.result(results, () => results.map(describeResult).join('\n'));
    return results.every(({ valid }) => valid) ? 0 : 1;
  },
};

function describeResult({
  file,
  valid,
  problems,
}: {
  file: string;
  valid: boolean;
  problems: Problem[];
}): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const verdict = valid ? 'valid' : 'invalid';
  const counts = [errors > 0 ? count(errors, 'error') : '', warnings > 0 ? count(warnings, 'warning') : ''];
  const summary = counts.filter((part) => part !== '').join(', ');
  return [
    `${file}: ${verdict}${summary === '' ? '' : ` (${summary})`}`,
    ...problems.map(describeProblem),
  ].join('\n');
}
