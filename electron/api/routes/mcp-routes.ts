import type { FastifyInstance } from 'fastify';
import { errorCodes, errorKinds } from '../../../shared/contract/errors.ts';
import { HostError } from '../../host/errors.ts';
import { answerOverHttp } from '../../mcp/http.ts';
import { isObject } from '../arguments.ts';
import { exchanged } from '../exchange.ts';
import { headersSoFar } from '../reply.ts';
import type { ApiServices } from '../services.ts';

/**
 * Adds `/mcp`: the tools for assistants, by the Model Context Protocol. Each message is a request of a caller with a key, and is admitted,
 * counted and noted like every other. There are no sessions.
 */
export function addMcpRoutes(app: FastifyInstance, services: ApiServices): void {
  app.route<{ Params: Record<string, string>; Querystring: Record<string, string | string[]> }>({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    handler: exchanged('mcp', services, async (exchange) => {
      const { request, reply, caller, ask, projectOf, signal, nameOperation, noteRefusal } = exchange;
      if (request.method === 'POST' && !isObject(request.body))
        throw new HostError('bad-arguments', 'The body is no message of the protocol.', 'Send one object.');
      const answer = await answerOverHttp({
        request: { method: request.method, headers: request.headers, body: request.body },
        signal,
        port: {
          ask,
          projectOf,
          allowPrivate: services.allowPrivate,
          scopes: caller.scopes,
          onTool: (name) => nameOperation(`mcp ${name}`),
          onFailure(error) {
            const { kind } = errorCodes[error.code];
            if (errorKinds[kind] === errorKinds.forbidden) noteRefusal(error);
          },
        },
      });
      reply.hijack();
      reply.raw.writeHead(answer.status, { ...headersSoFar(reply), ...answer.headers });
      for await (const chunk of answer.body) reply.raw.write(chunk);
      reply.raw.end();
      return undefined;
    }),
  });
}
