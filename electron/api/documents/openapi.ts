import { apiRoutes, type ApiRoute } from '../../../shared/contract/api-routes.ts';
import { notOffered, scopeOf } from '../../../shared/contract/access.ts';
import { errorCodes } from '../../../shared/contract/errors.ts';
import { calls, isCallName, contractVersion } from '../../../shared/contract/index.ts';
import { bare, named, plain, type Schema } from '../../../shared/contract/named-schemas.ts';

/** An operation of the API: a call, or a route of its own. */
interface Operation extends Pick<
  ApiRoute,
  'summary' | 'verb' | 'path' | 'args' | 'result' | 'status' | 'media'
> {
  name: string;
  scope: string;
  errors: readonly string[];
  /** What the server fills in where a request leaves it out. */
  usual: readonly string[];
}

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
    tags: tagsOf(operations()),
    paths: sorted(paths),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A key, from `spider-studio keys create`.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key.' },
      },
      responses: {
        Problem: {
          description: 'What went wrong, as RFC 9457 has it.',
          headers: {
            'Retry-After': { schema: { type: 'string' }, description: 'With 429: seconds to wait.' },
          },
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      schemas: { Problem: problemSchema, ...componentsOf(used) },
    },
  };
}

const introduction = `Every request carries a key. Failures are problem documents (RFC 9457) with a stable \`code\`. Lists are read in portions.
A POST may carry an \`Idempotency-Key\`: repeated within a day, it gets the first answer again. \`RateLimit\` and \`RateLimit-Policy\` say
how much a key may still ask for. \`project\` may be left out where the name of the spider is unique, or where the key has one project;
\`allowPrivate\` where no private address is meant.`;

function operations(): Operation[] {
  const routes = Object.entries<ApiRoute>(apiRoutes).map(([name, { call, ...route }]) => ({
    name,
    ...route,
    scope: scopeOf(call, calls[call]),
    errors: calls[call].errors,
    usual: [],
  }));
  const offered = Object.keys(calls)
    .filter(isCallName)
    .filter((name) => notOffered(name) === null)
    .map((name) => {
      const { summary, http, args, result, errors } = calls[name];
      const usual = ['project', 'allowPrivate'];
      return { name, summary, ...http, args, result, errors, usual, scope: scopeOf(name, calls[name]) };
    });
  return [...routes, ...offered];
}

function described(operation: Operation, used: Map<string, Schema>): object {
  const {
    name,
    summary,
    verb,
    path,
    args,
    result,
    status = 200,
    media = {},
    scope,
    errors,
    usual,
  } = operation;
  const { properties = {}, required = [] } = plain(args);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, argument = '']) => argument);
  const rest = Object.keys(properties).filter((argument) => !inPath.includes(argument));
  const must = required.filter((argument) => rest.includes(argument) && !usual.includes(argument));
  const hasBody = verb !== 'GET' && verb !== 'DELETE';
  const schemaOf = (argument: string): object => referring(properties[argument] ?? {}, used);
  const parameters = [
    ...inPath.map((argument) => ({ name: argument, in: 'path', required: true, schema: schemaOf(argument) })),
    ...(hasBody ? [] : rest).map((argument) => ({
      name: argument,
      in: 'query',
      ...(must.includes(argument) ? { required: true } : {}),
      ...parameterForm(properties[argument] ?? {}, schemaOf(argument)),
    })),
    ...(verb === 'POST' ? [idempotencyKey] : []),
  ];
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest.map((argument) => [argument, schemaOf(argument)])),
    ...(must.length === 0 ? {} : { required: must }),
    additionalProperties: false,
  };
  const known = errors.filter((code) => Object.hasOwn(errorCodes, code));
  return {
    operationId: name.replace('.', '_'),
    summary,
    description: `Needs the scope \`${scope}\`.${known.length === 0 ? '' : ` Codes of failures: ${known.map((code) => `\`${code}\``).join(', ')}.`}`,
    tags: [tagOf(name)],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody && rest.length > 0
      ? { requestBody: { required: must.length > 0, content: { 'application/json': { schema: body } } } }
      : {}),
    responses: {
      [status]: {
        description: 'It is done.',
        content: {
          ...(plain(result).type === 'string' && Object.keys(media).length > 0
            ? {}
            : { 'application/json': { schema: referring(plain(result), used) } }),
          ...Object.fromEntries(
            Object.entries(media).map(([type, description]) => [
              type,
              { schema: { type: 'string', description } },
            ]),
          ),
        },
      },
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'Names the request, so that it is carried out once even if it is sent again within a day.',
};

/** How an argument stands in the query: texts and numbers as they are, lists repeated, objects as JSON. */
function parameterForm(given: Schema, schema: object): object {
  const words = given.description === undefined ? {} : { description: given.description };
  const shapes = given.anyOf ?? [given];
  const isObject = shapes.some(({ type }) => type === 'object');
  return isObject ? { ...words, content: { 'application/json': { schema } } } : { ...words, schema };
}

/** A schema in which the shapes that have a name are references; they are noted as used. */
function referring(schema: Schema, used: Map<string, Schema>, isShape = false): object {
  const known = isShape ? undefined : named.get(JSON.stringify(bare(schema)));
  if (known !== undefined) {
    if (!used.has(known.name)) {
      used.set(known.name, known.schema);
      referring(known.schema, used, true);
    }
    const { description } = schema;
    return {
      ...(description === undefined ? {} : { description }),
      $ref: `#/components/schemas/${known.name}`,
    };
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => [key, referringPart(key, value, used)]),
  );
}

function referringPart(key: string, value: unknown, used: Map<string, Schema>): unknown {
  const inside = (part: unknown): unknown => (isSchema(part) ? referring(part, used) : part);
  if (key === 'properties' && isSchema(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]: [string, unknown]) => [name, inside(part)]),
    );
  if ((key === 'items' || key === 'additionalProperties') && isSchema(value)) return inside(value);
  if ((key === 'anyOf' || key === 'allOf' || key === 'oneOf') && Array.isArray(value))
    return value.map(inside);
  return value;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The shapes that were used, with those that they use in turn. */
function componentsOf(used: Map<string, Schema>): Record<string, object> {
  return sorted(Object.fromEntries([...used].map(([name, schema]) => [name, referring(schema, used, true)])));
}

const sorted = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const tagOf = (name: string): string => name.slice(0, name.indexOf('.'));

function tagsOf(all: readonly Operation[]): { name: string }[] {
  return [...new Set(all.map(({ name }) => tagOf(name)))].toSorted().map((name) => ({ name }));
}

const problemSchema = {
  type: 'object',
  description: 'A failure (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'hint', 'details'],
  properties: {
    type: { type: 'string', description: 'Where the code is described.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened, for people.' },
    code: { type: 'string', enum: Object.keys(errorCodes), description: 'What happened, for programs.' },
    hint: { type: ['string', 'null'], description: 'What to do.' },
    errors: {
      type: 'array',
      description: 'The places that are wrong.',
      items: {
        type: 'object',
        required: ['pointer', 'detail', 'code'],
        properties: {
          pointer: { type: 'string', description: 'A JSON pointer into the arguments or the spider.' },
          detail: { type: 'string' },
          code: { type: 'string' },
        },
      },
    },
    details: { type: 'object', additionalProperties: true },
  },
};
