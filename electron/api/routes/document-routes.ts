import type { FastifyInstance } from 'fastify';
import { errorCodes, type ErrorCode } from '../../../shared/contract/errors.ts';
import { HostError } from '../../host/errors.ts';
import { admit } from '../admission.ts';
import { openApiDocument } from '../documents/openapi.ts';
import { statusOf } from '../problem.ts';
import { sendProblem } from '../reply.ts';
import type { ApiServices } from '../services.ts';

/**
 * Adds what describes the API, which needs no key:
 * - `GET /api/openapi.json`: all of it, as OpenAPI 3.1;
 * - `GET /api/problems/{code}`: what a code of a failure means. The `type` of problems leads here.
 */
export function addDocumentRoutes(app: FastifyInstance, { admission }: ApiServices): void {
  let text: string | null = null;
  app.get('/api/openapi.json', (request, reply) => {
    admit(request.headers, admission);
    text ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.get<{ Params: { code: string } }>('/api/problems/:code', (request, reply) => {
    admit(request.headers, admission);
    const { code } = request.params;
    if (!isCode(code))
      return sendProblem(
        reply,
        new HostError('unknown-call', `There is no code "${code.slice(0, 60)}".`, null),
      );
    const { meaning } = errorCodes[code];
    return reply.send({ code, status: statusOf(code), meaning });
  });
}

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text);
