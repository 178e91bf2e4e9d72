import type { FastifyInstance } from 'fastify';
import { admit, type Admission } from './admission.ts';

/** Headers that pages of other origins may send, and may read of an answer, beside those that all may. */
const sent = ['authorization', 'content-type', 'idempotency-key', 'last-event-id', 'x-api-key'];
const read = ['Idempotency-Replayed', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After'];

/** How long a browser may keep the answer to its question, in seconds. */
const keptSeconds = 600;

/**
 * Tells browsers that pages of the named origins may read answers, and answers what they ask before a request (Fetch Standard, section
 * 3.3). Others get no such word, so their pages see nothing. A key is sent by the page and never by the browser, so credentials are
 * not mentioned.
 */
export function addCrossOrigin(app: FastifyInstance, admission: Admission): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, method } = request;
    const { origin } = headers;
    reply.header('Vary', 'Origin');
    if (origin === undefined || !admission.origins.includes(origin)) return done();
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': read.join(', '),
    });
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return done();
    admit(headers, admission);
    reply.headers({
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': sent.join(', '),
      'Access-Control-Max-Age': String(keptSeconds),
    });
    reply.code(204).send();
  });
}
