import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../electron/api/documents/openapi.ts';
import { offeredCalls } from '../../../electron/api/routes/call-routes.ts';
import { apiRoutes } from '../../../shared/contract/api-routes.ts';

interface Described {
  operationId: string;
  tags: string[];
  parameters?: { in: string; name: string }[];
  'x-problem-codes': string[];
}
interface Document {
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object> };
}
const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;
const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ path, verb, ...operation })),
);

describe('the document of the API', () => {
  it('has each operation in a section, and no section without one', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect([...used].toSorted()).toEqual(document.tags.map(({ name }) => name).toSorted());
  });

  it('says of each operation why it may fail', () => {
    const withoutCodes = operations.filter((operation) => operation['x-problem-codes'] === undefined);
    expect(withoutCodes).toEqual([]);
    const crawl = operations.find(({ operationId }) => operationId === 'crawls_begin');
    expect(crawl?.['x-problem-codes']).toContain('unknown-spider');
  });

  it('has an operation for each call that is offered, and for each address beside them', () => {
    const names = [...offeredCalls, ...Object.keys(apiRoutes)].map((name) => name.replace('.', '_'));
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
  });

  it('describes every argument of a path', () => {
    for (const { path, parameters = [] } of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it('has only references that lead somewhere, and shapes that are valid schemas', () => {
    const text = JSON.stringify(document);
    const references = new Set(
      [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect([...references].filter((name) => document.components.schemas[name ?? ''] === undefined)).toEqual(
      [],
    );
    expect(document.components.schemas['ProblemDocument']).toHaveProperty('properties.status');
    const ajv = new Ajv2020({ strict: false });
    for (const schema of Object.values(document.components.schemas))
      expect(ajv.validateSchema(schema)).toBe(true);
  });
});
