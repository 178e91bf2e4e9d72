import { problemOfPattern } from '../../../shared/spider/check-expressions.ts';
import type { DataHandlers } from './data-context.ts';
import { HostError } from '../errors.ts';
import { requireRun } from './require-run.ts';
import { runSummary } from './rows.ts';

/** Handlers of the calls about what people take out of runs. */
export const exclusionHandlers: Pick<DataHandlers<'runs'>, 'runs.exclude'> = {
  'runs.exclude': async ({ run, pattern }, { workspace, client, publish }) => {
    requirePattern(pattern);
    await requireRun(workspace, run);
    const { runs } = workspace.queries;
    const added = await runs.exclude(run, pattern, ...(client === null ? [] : [askedWords(client)]));
    if (added) publish('runs', { kind: 'run', run: runSummary(await requireRun(workspace, run)) });
    return { run, added, exclusions: await runs.exclusions(run) };
  },
};

/** Where or by whom something was asked for, for the log of a run. @param client who has made the call */
function askedWords(client: string): string {
  if (client === 'command-line') return 'on the command line';
  return client === 'desktop' || client === 'web' ? 'in the window' : `by ${client}`;
}

/** Checks a pattern as one in `deny` of a rule. @throws HostError `bad-pattern` */
function requirePattern(source: string): void {
  if (source.trim() === '') {
    throw new HostError(
      'bad-pattern',
      'The pattern is empty, which would exclude everything or nothing.',
      'Write a regular expression that is found in the URLs, such as /calendar/.',
    );
  }
  const problem = problemOfPattern(source);
  if (problem !== null) throw new HostError('bad-pattern', problem.message, problem.hint);
}
