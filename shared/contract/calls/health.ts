import { Type } from 'typebox';
import { SpiderHealthSchema } from '../../spider/health-schema.ts';
import { command, query } from '../define.ts';
import { Count, Name, OperationId, Time, nullable, strictObject } from '../shapes.ts';

/** Items of a sample unless a call asks for others, and the most. */
export const sampleItems = { default: 10, most: 1000 } as const;

/** Schema of `HealthReport`. */
export const HealthReportSchema = strictObject({
  project: Name,
  checkedAt: Type.String({ ...Time, description: 'When the newest check of a spider ended.' }),
  healthy: Count,
  broken: Count,
  unknown: Count,
  spiders: Type.Array(SpiderHealthSchema, {
    description: 'The broken ones first, then those that are unknown, each by name.',
  }),
  markdown: Type.String({ description: 'The report for a mail or a pull request.' }),
});

/** Calls that check whether spiders still work. */
export const healthCalls = {
  'health.check': command(
    'Samples spiders of a project, and compares the samples with what is expected, saved and known. Each sample is a small test run; that of the check before is deleted.',
    {
      executor: 'work',
      path: '/api/projects/{project}/health',
      topics: ['progress', 'health', 'runs'],
      args: strictObject({
        project: Name,
        spiders: Type.Optional(
          Type.Array(Name, {
            minItems: 1,
            maxItems: 10_000,
            description: 'Left out: all spiders of the project.',
          }),
        ),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: sampleItems.most,
            description: `The most items of a sample. Default: ${sampleItems.default}.`,
          }),
        ),
        allowPrivate: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
        operation: Type.Optional(OperationId),
      }),
      result: HealthReportSchema,
      errors: ['unknown-project', 'unknown-spider', 'cancelled'],
    },
  ),
  'health.last': query('The last check of each spider of a project.', {
    executor: 'quick',
    path: '/api/projects/{project}/health',
    args: strictObject({ project: Name }),
    result: nullable(HealthReportSchema, { description: 'null: none was checked yet.' }),
    errors: ['unknown-project'],
  }),
} as const;
