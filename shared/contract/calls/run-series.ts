import { Type } from 'typebox';
import { Count, nullable, strictObject } from '../shapes.ts';

/** Schema of `RunSeries`. `bucketMs` is the length of a bucket in milliseconds. */
export const RunSeriesSchema = strictObject({
  bucketMs: Type.Integer({ minimum: 1 }),
  points: Type.Array(
    strictObject({
      at: Type.Number({ description: 'Start of the bucket, in milliseconds since 1970.' }),
      ms: Type.Integer({
        minimum: 1,
        description:
          'Length of the bucket in milliseconds; the first and the last can differ from `bucketMs`.',
      }),
      pages: Type.Integer({ minimum: 0, description: 'Requests done.' }),
      items: Count,
      failed: Count,
      skipped: Count,
      bytes: Count,
      meanMs: nullable(Type.Number({ description: 'Mean response time.' })),
      maxMs: nullable(Type.Number()),
    }),
    {
      description:
        'All buckets from the first to the last, including empty ones; for a run in progress, only complete ones.',
    },
  ),
});
