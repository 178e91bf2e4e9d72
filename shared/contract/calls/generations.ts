import { Type } from 'typebox';
import { command } from '../define.ts';
import { strictObject } from '../shapes.ts';
import { ProblemSchema, RunRef, RunSummarySchema } from './common.ts';

/** Calls that extract the items of a run again. */
export const generationCalls = {
  'runs.reextract': command(
    'Extracts the items of a run again from its stored pages with the newest version of its spider, as a run of its own, and returns as soon as it is in progress. Nothing is fetched.',
    {
      executor: 'work',
      path: '/api/runs/{run}/reextract',
      topics: ['runs', 'run', 'log', 'items'],
      args: RunRef,
      result: strictObject({ run: RunSummarySchema, problems: Type.Array(ProblemSchema) }),
      errors: ['unknown-run', 'not-extractable', 'invalid-spider'],
    },
  ),
  'runs.accept': command(
    'Accepts a run that extracted again: it takes the place of its source as the latest run. Both are kept.',
    {
      executor: 'write',
      path: '/api/runs/{run}/accept',
      args: RunRef,
      result: RunSummarySchema,
      errors: ['unknown-run', 'conflict'],
    },
  ),
} as const;
