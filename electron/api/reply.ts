import type { FastifyReply } from 'fastify';
import { HostError } from '../host/errors.ts';
import { toCallError } from '../host/serving/dispatcher.ts';
import { problemOf, problemType, statusOf } from './problem.ts';

/** Headers of every answer: nothing is kept by caches, guessed or shown inside other pages. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Answers with a problem document. @param challenge which key to send, where it is refused for that */
export function sendProblem(reply: FastifyReply, error: unknown, challenge = 'Bearer'): FastifyReply {
  const known = toCallError(error);
  const { retryAfter, allowed } = known.details;
  if (statusOf(known.code) === 401) reply.header('WWW-Authenticate', challenge);
  if (typeof retryAfter === 'number') reply.header('Retry-After', String(retryAfter));
  else if (known.code === 'too-busy') reply.header('Retry-After', '1');
  if (Array.isArray(allowed)) reply.header('Allow', allowed.join(', '));
  return reply
    .code(statusOf(known.code))
    .type(problemType)
    .send(JSON.stringify(problemOf(known)));
}

/** Errors of the HTTP layer by the code that Fastify gives them. */
const layerErrors: Readonly<Record<string, (message: string) => HostError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new HostError('too-large', 'The body is larger than 16 MB.', 'Send less at once, or upload it in parts.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new HostError('not-json', 'The body is not JSON.', 'Send "Content-Type: application/json".'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () =>
    new HostError('not-json', 'The body is empty, and the request says that it is JSON.', 'Send an object.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new HostError('not-json', 'The body is not valid JSON.', null),
};

/** An error of a request as one of the contract. Unexpected ones stay as they are. */
export function requestError(error: unknown): unknown {
  if (error instanceof HostError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const statusCode = 'statusCode' in error ? error.statusCode : undefined;
  const known = typeof code === 'string' ? layerErrors[code] : undefined;
  if (known !== undefined) return known(error.message);
  if (error instanceof SyntaxError) return new HostError('not-json', 'The body is not valid JSON.', null);
  const isCallers = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return isCallers
    ? new HostError('bad-request', `The request cannot be read: ${error.message}`, null)
    : error;
}

/** The headers that were set on an answer, for one that is written without Fastify. */
export function headersSoFar(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
