import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCodes, type ErrorCode } from '../../../shared/contract/errors.ts';
import { HostError } from '../../host/errors.ts';
import { admit } from '../admission.ts';
import { openApiDocument } from '../documents/openapi.ts';
import { pageFile, pagePolicy } from '../documents/page-files.ts';
import { statusOf } from '../problem.ts';
import { sendProblem } from '../reply.ts';
import { metadataPath, resourceMetadata } from '../tokens/resource-metadata.ts';
import type { ApiServices } from '../services.ts';

/**
 * Adds what describes the API, which needs no key:
 * - `GET /api/openapi.json`: all of it, as OpenAPI 3.1;
 * - `GET /api/docs`: a page on which people read it and try it out;
 * - `GET /.well-known/oauth-protected-resource`: whose tokens are taken, where any are (RFC 9728);
 * - `GET /api/problems/{code}`: what a code of a failure means. The `type` of problems leads here.
 */
export function addDocumentRoutes(app: FastifyInstance, { admission, tokens }: ApiServices): void {
  let text: string | null = null;
  app.get('/api/openapi.json', (request, reply) => {
    admit(request.headers, admission);
    text ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  const sendFile = (request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply => {
    admit(request.headers, admission);
    const file = pageFile(name);
    if (file === null)
      return sendProblem(reply, new HostError('unknown-call', 'The documentation has no such file.', null));
    reply.header('Content-Security-Policy', pagePolicy);
    return reply.type(file.type).send(file.text);
  };
  app.get('/api/docs', (request, reply) => sendFile(request, reply, ''));
  app.get<{ Params: { file: string } }>('/api/docs/:file', (request, reply) =>
    sendFile(request, reply, request.params.file),
  );
  if (tokens !== null)
    for (const place of [metadataPath, `${metadataPath}/*`])
      app.get(place, (request, reply) => {
        admit(request.headers, admission);
        return reply.send(resourceMetadata(tokens.of, request.host));
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
