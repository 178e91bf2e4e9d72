import { apiRoutes, type ApiRoute } from '../../../shared/contract/api-routes.ts';
import { notOffered, scopeOf } from '../../../shared/contract/access.ts';
import { errorCodes, type ErrorCode } from '../../../shared/contract/errors.ts';
import { answerExampleOf, requestExampleOf } from '../../../shared/contract/examples/examples.ts';
import { calls, isCallName } from '../../../shared/contract/index.ts';
import { plain, type Schema } from '../../../shared/contract/named-schemas.ts';
import { socketProtocol } from '../events/socket-protocol.ts';
import { statusOf } from '../problem.ts';
import { sectionOf } from './sections.ts';
import { referring } from './schemas.ts';

/** An operation of the API: a call, or a route of its own. */
export interface Operation extends Pick<
  ApiRoute,
  'summary' | 'verb' | 'path' | 'args' | 'result' | 'status' | 'media' | 'socket'
> {
  name: string;
  /** null: each call that it makes needs its own. */
  scope: string | null;
  errors: readonly ErrorCode[];
  /** What the server fills in where a request leaves it out. */
  usual: readonly string[];
}

/** All operations: the addresses beside the calls, and the calls that are offered. */
export function operations(): Operation[] {
  const routes = Object.entries<ApiRoute>(apiRoutes).map(([name, { call, ...route }]) => ({
    name,
    ...route,
    scope: call === null ? null : scopeOf(call, calls[call]),
    errors: call === null ? [] : calls[call].errors,
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

/** An operation as the document describes it. @param used the shapes that were used so far */
export function described(operation: Operation, used: Map<string, Schema>): object {
  const { name, summary, verb, path, args, scope, errors, usual } = operation;
  const { properties = {}, required = [] } = plain(args);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, argument = '']) => argument);
  const rest = Object.keys(properties).filter((argument) => !inPath.includes(argument));
  const must = required.filter((argument) => rest.includes(argument) && !usual.includes(argument));
  const example = requestExampleOf(name, [...inPath, ...must]);
  const hasBody = verb !== 'GET' && verb !== 'DELETE';
  const schemaOf = (argument: string): object => referring(properties[argument] ?? {}, used);
  const parameters = [
    ...inPath.map((argument) => ({
      name: argument,
      in: 'path',
      required: true,
      schema: schemaOf(argument),
      ...exampleFor(argument, example),
    })),
    ...(hasBody ? [] : rest).map((argument) => ({
      name: argument,
      in: 'query',
      ...(must.includes(argument) ? { required: true } : {}),
      ...parameterForm(properties[argument] ?? {}, schemaOf(argument), exampleFor(argument, example)),
    })),
    ...(verb === 'POST' ? [idempotencyKey] : []),
  ];
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest.map((argument) => [argument, schemaOf(argument)])),
    ...(must.length === 0 ? {} : { required: must }),
    additionalProperties: false,
  };
  const bodyExample = Object.fromEntries(
    rest.filter((argument) => Object.hasOwn(example, argument)).map((key) => [key, example[key]]),
  );
  return {
    operationId: name.replace('.', '_'),
    summary,
    description: wordsOf(scope, errors),
    tags: [sectionOf(name).name],
    ...(operation.socket === true ? { 'x-websocket': overSocket } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody && rest.length > 0
      ? {
          requestBody: {
            required: must.length > 0,
            content: { 'application/json': { schema: body, example: bodyExample } },
          },
        }
      : {}),
    responses: {
      [operation.status ?? 200]: answerOf(operation, used),
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
    'x-problem-codes': errors,
  };
}

/** What people read of an operation: the scope that it needs, and why it may fail. */
function wordsOf(scope: string | null, errors: readonly ErrorCode[]): string {
  const needs = scope === null ? 'Each call needs the scope that it has.' : `Needs the scope \`${scope}\`.`;
  if (errors.length === 0) return needs;
  const failures = errors.map((code) => `- \`${code}\` (${statusOf(code)}): ${errorCodes[code].meaning}`);
  return `${needs}\n\nFailures, beside those that every request may have:\n\n${failures.join('\n')}`;
}

function answerOf(
  { name, verb, result, media = {} }: Operation,
  used: Map<string, Schema>,
): Record<string, unknown> {
  const example = answerExampleOf(name);
  const isFile = plain(result).type === 'string' && Object.keys(media).length > 0;
  const json = {
    schema: referring(plain(result), used),
    ...(example === undefined ? {} : { example }),
  };
  return {
    description: 'It is done.',
    headers: {
      RateLimit: { $ref: '#/components/headers/RateLimit' },
      'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
      ...(verb === 'POST'
        ? { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } }
        : {}),
    },
    content: {
      ...(isFile ? {} : { 'application/json': json }),
      ...Object.fromEntries(
        Object.entries(media).map(([type, description]) => [
          type,
          { schema: { type: 'string', description } },
        ]),
      ),
    },
  };
}

/** How the streams travel over a WebSocket, which OpenAPI has no words for. */
const overSocket = {
  description:
    'With `Upgrade: websocket` the same events are text frames of JSON. Pages offer their key as the second protocol. An error closes with 4000 and the status that the answer would have.',
  protocols: [socketProtocol, 'spider-studio.key.KEY'],
  frame: {
    type: 'object',
    required: ['id', 'event', 'data'],
    properties: {
      id: {
        type: ['string', 'null'],
        description: 'Go on after this one by `after`; null: it is no place to go on from.',
      },
      event: { type: 'string' },
      data: {},
    },
  },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'Names the request, so that it is carried out once even if it is sent again within a day.',
};

type Example = { example?: unknown };

const exampleFor = (argument: string, example: Readonly<Record<string, unknown>>): Example =>
  Object.hasOwn(example, argument) ? { example: example[argument] } : {};

/** How an argument stands in the query: texts and numbers as they are, lists repeated, objects as JSON. */
function parameterForm(given: Schema, schema: object, example: Example): object {
  const words = given.description === undefined ? {} : { description: given.description };
  const shapes = given.anyOf ?? [given];
  const isObject = shapes.some(({ type }) => type === 'object');
  return isObject
    ? { ...words, content: { 'application/json': { schema, ...example } } }
    : { ...words, schema, ...example };
}
