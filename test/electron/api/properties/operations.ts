import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../../../electron/api/documents/openapi.ts';
import type { DocumentSchema } from './values.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: DocumentSchema;
  content?: { 'application/json': { schema: DocumentSchema } };
}

interface Described {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: DocumentSchema } } };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
  'x-problem-codes': string[];
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, DocumentSchema> };
}

/** An operation of the document, as a client that knows nothing else reads it. */
export interface ReadOperation {
  id: string;
  method: string;
  path: string;
  inPath: string[];
  hasBody: boolean;
  /** All arguments as one object. */
  args: DocumentSchema;
  status: number;
  media: string[];
  codes: string[];
  /** Whether a body of JSON fits. */
  fits: ValidateFunction;
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;
const ajv = new Ajv2020({ strict: false });
ajv.addSchema({ $id: 'https://api.example/openapi.json', ...document });

/** Finds a schema by its reference. */
export function resolve(reference: string): DocumentSchema {
  const found = document.components.schemas[reference.slice(reference.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`${reference} leads nowhere.`);
  return found;
}

const atRoot = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"https://api.example/openapi.json#/components/'),
  ) as object;

/** Whether a body is a problem document. */
export const isProblem = ajv.compile({
  $ref: 'https://api.example/openapi.json#/components/schemas/ProblemDocument',
});

/** All operations of the document. */
export const allOperations: ReadOperation[] = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([method, described]) => read(path, method, described)),
);

function read(path: string, method: string, described: Described): ReadOperation {
  const { operationId, parameters = [], requestBody, responses } = described;
  const own = parameters.filter((parameter) => parameter.in !== 'header');
  const body = requestBody?.content['application/json'].schema ?? {};
  const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? '200';
  const content = responses[status]?.content ?? {};
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    inPath: own.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    hasBody: requestBody !== undefined,
    args: {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          own.map(({ name, schema, content: json }) => [
            name,
            schema ?? json?.['application/json'].schema ?? {},
          ]),
        ),
        ...body.properties,
      },
      required: [
        ...own.filter(({ required = false }) => required).map(({ name }) => name),
        ...(body.required ?? []),
      ],
    },
    status: Number(status),
    media: Object.keys(content),
    codes: described['x-problem-codes'],
    fits: ajv.compile(atRoot(content['application/json']?.schema ?? {})),
  };
}
