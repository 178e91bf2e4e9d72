import { toHostError } from '../../host/errors.ts';
import type { FixableProblem } from '../../../shared/contract/types.ts';
import type { Problem } from '../../../shared/spider/validate.ts';
import type { CommandSpec, Context } from '../command.ts';
import { readInput } from '../input.ts';
import { count, describeProblem } from '../output.ts';

/** The command `validate`. */
export const validate: CommandSpec = {
  usage: 'validate <file...>',
  summary: 'check spider files and list every problem',
  description:
    'Checks spider files without storing anything: the JSON, the fields, and every pattern and selector. Exit code 1 if one is invalid. "-" reads from standard input.',
  examples: [
    ['validate news.json', 'lists the problems of one file'],
    ['validate spiders/*.json --json', 'the same for many, for programs'],
  ],
  async run({ output, ask }, files) {
    const results = await Promise.all(files.map((file) => validateFile(ask, file)));
    output.result(results, () => results.map(describeResult).join('\n'));
    return results.every(({ valid }) => valid) ? 0 : 1;
  },
};

interface Verdict {
  file: string;
  valid: boolean;
  problems: Problem[];
}

function withoutFixes({ pointer, line, column, code, severity, message, hint }: FixableProblem): Problem {
  return { pointer, line, column, code, severity, message, hint };
}

/** The verdict on one spider file; a file that cannot be read is a problem like any other. */
async function validateFile(ask: Context['ask'], file: string): Promise<Verdict> {
  try {
    const { valid, problems } = await ask('spiders.validate', { text: await readInput(file) });
    return { file, valid, problems: problems.map(withoutFixes) };
  } catch (error) {
    const { code, message, hint } = toHostError(error);
    const nowhere = { pointer: '', line: null, column: null };
    return { file, valid: false, problems: [{ ...nowhere, code, severity: 'error', message, hint }] };
  }
}

function describeResult({ file, valid, problems }: Verdict): string {
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
