import type { Problem } from '../../../shared/spider/validate.ts';
import type { Finding } from '../types.ts';

/** Check 1: the document has no error. Warnings are remarks. */
export function valid(problems: readonly Problem[]): Finding {
  return {
    result: problems.some(({ severity }) => severity === 'error') ? 'fail' : 'pass',
    problems: problems.map(({ pointer, severity, message, hint }) => ({
      pointer,
      page: null,
      expected: severity === 'error' ? 'a valid document' : null,
      got: message,
      hint,
    })),
  };
}
