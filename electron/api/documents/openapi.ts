import { contractVersion } from '../../../shared/contract/index.ts';
import type { Schema } from '../../../shared/contract/named-schemas.ts';
import { introduction } from './introduction.ts';
import { described, operations } from './operation.ts';
import { componentsOf, problemExample, problemSchema, sorted } from './schemas.ts';
import { sections } from './sections.ts';

/** The API as a document of OpenAPI 3.1, made of the schemas that the server checks with. */
export function openApiDocument(): object {
  const used = new Map<string, Schema>();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations()) {
    const place = (paths[operation.path] ??= {});
    place[operation.verb.toLowerCase()] = described(operation, used);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Spider Studio',
      version: String(contractVersion),
      summary: 'Crawl websites by spiders, follow the crawls, and fetch what they have collected.',
      description: introduction,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: sections.map(({ name, description }) => ({ name, description })),
    paths: sorted(paths),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key, from `spider-studio keys create`, as `Authorization: Bearer KEY`.',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The same key in a header of its own. One of the two is enough.',
        },
      },
      headers,
      responses: {
        Problem: {
          description: 'What went wrong, as RFC 9457 has it.',
          headers: {
            'Retry-After': { schema: { type: 'string' }, description: 'With 429: seconds to wait.' },
          },
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/ProblemDocument' },
              example: problemExample,
            },
          },
        },
      },
      schemas: { ProblemDocument: problemSchema, ...componentsOf(used) },
    },
  };
}

const headers = {
  RateLimit: {
    description:
      'What the key may still ask for (`r`), and the seconds until all of it is there again (`t`).',
    schema: { type: 'string' },
    example: '"key";r=5999;t=1',
  },
  RateLimitPolicy: {
    description: 'The requests (`q`) that a key may make in so many seconds (`w`).',
    schema: { type: 'string' },
    example: '"key";q=6000;w=60',
  },
  IdempotencyReplayed: {
    description: '`true`: this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
};
