import { toPointer } from '../../../shared/spider/problems.ts';
import { validateSpider, type Problem } from '../../../shared/spider/validate.ts';
import { shorten } from '../../../shared/spider/wording.ts';
import { HostError } from '../errors.ts';
import { frame } from './read-settings.ts';

/** Errors of a setting that another one takes away, which a spider may have. */
const needsOthers: ReadonlySet<string> = new Set(['custom-without-selectors', 'scroll-without-browser']);

/**
 * The errors of values, each looked at by itself, in the words that a spider with this setting would get. A value that a spider could
 * only store, because no crawl can use it, is an error too.
 */
export function valueProblems(settings: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    validateSpider({ ...frame, settings: { [name]: value } }).problems.flatMap((problem): Problem[] => {
      if (problem.code === 'setting-unusable') return [{ ...problem, severity: 'error', hint: null }];
      return problem.severity === 'error' && !needsOthers.has(problem.code) ? [problem] : [];
    }),
  );
}

/** An error about a setting that cannot be given, whatever its value. `message` has no full stop. */
export function settingProblem(name: string, message: string, hint: string): Problem {
  return {
    pointer: toPointer(['settings', name]),
    line: null,
    column: null,
    code: 'setting-not-settable',
    severity: 'error',
    message: shorten(message),
    hint,
  };
}

/** @throws HostError `bad-settings` where there are problems, with all of them */
export function requireSettings(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
  throw new HostError('bad-settings', `${first.message}.${more}`, first.hint, { problems: [...problems] });
}
