import { openApiDocument } from '../../electron/api/documents/openapi.ts';

/** A JSON Schema as far as the OpenAPI document uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string | undefined;
}

/** An operation that answers with JSON, as a client calls it. */
export interface Operation {
  /** As the contract names it: `runs.get`. */
  name: string;
  summary: string;
  verb: string;
  path: string;
  /** All arguments together, wherever they travel. */
  args: Schema;
  result: Schema;
}

interface Described {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; content?: Content }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

type Content = Record<string, { schema: Schema }>;

interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/** What clients need to know of the API: its named schemas, and its operations in the order of their names. */
export function describedApi(): { schemas: Readonly<Record<string, Schema>>; operations: Operation[] } {
  const { paths, components }: OpenApi = JSON.parse(JSON.stringify(openApiDocument()));
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).flatMap(([verb, described]) => operationOf(verb.toUpperCase(), path, described)),
  );
  return {
    schemas: components.schemas,
    operations: operations.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** @returns nothing for an operation that answers with a stream */
function operationOf(verb: string, path: string, described: Described): Operation[] {
  const { operationId, summary, parameters = [], requestBody, responses } = described;
  const result = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;
  const json = result?.['application/json'];
  if (json === undefined) return [];
  const body = requestBody?.content['application/json']?.schema ?? {};
  const sent = parameters.filter((parameter) => parameter.in !== 'header');
  const args = {
    type: 'object',
    properties: {
      ...Object.fromEntries(sent.map(({ name, schema, content }) => [name, schema ?? jsonOf(content)])),
      ...body.properties,
    },
    required: [
      ...sent.filter(({ required = false }) => required).map(({ name }) => name),
      ...(body.required ?? []),
    ],
  };
  return [{ name: operationId.replace('_', '.'), summary, verb, path, args, result: json.schema }];
}

const jsonOf = (content: Content | undefined): Schema => content?.['application/json']?.schema ?? {};

/** The name that a reference leads to. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** The types that a schema lists: of several, any. */
export const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat());

/** `runs.get` as a name of a type: `RunsGet`. */
export const typeName = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
