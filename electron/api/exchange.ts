import type { FastifyReply } from 'fastify';
import { calls, isCallName } from '../../shared/contract/index.ts';
import { admit } from './admission.ts';
import { codeOf, createAsk, createAskEach } from './ask.ts';
import { createEnding, type Noted } from './audit.ts';
import { callerOf, type Caller } from './caller.ts';
import { idempotent } from './idempotency.ts';
import { limitHeaders } from './limits.ts';
import type { Answer, ApiRequest, Exchange } from './request.ts';
import { statusOf } from './problem.ts';
import { requestError, sendProblem } from './reply.ts';
import { challengeOf } from './tokens/resource-metadata.ts';
import type { ApiServices } from './services.ts';
import { usualProject } from './usual-project.ts';

/**
 * Wraps the handler of a route: admits the request, finds the caller, counts it against the limits, keeps the answer for repeated
 * requests, turns errors into problems, and notes in the audit log what changed something or was refused.
 * @param operation its name in the audit log
 */
export function exchanged(
  operation: string,
  services: ApiServices,
  handle: (exchange: Exchange) => Promise<Answer>,
): (request: ApiRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const noted: Noted = { operation, caller: null, project: null, changes: false };
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    const { socket } = request.raw;
    socket.once('close', leave);
    let end = (): void => undefined;
    const ended = createEnding(services, noted, request.ip);
    try {
      admit(request.headers, services.admission);
      const caller = await callerOf(request.headers, services);
      noted.caller = caller;
      const taken = services.limiter.take(caller.id);
      end = taken.end;
      reply.headers(limitHeaders(services.limits, taken));
      const exchange = createExchange(request, reply, { caller, services, noted, signal: gone.signal });
      const answer = readsOnly(operation)
        ? await handle(exchange)
        : await idempotent(exchange, services.callers, () => handle(exchange));
      const { refusal = null } = noted;
      await ended(refusal === null ? (answer?.status ?? 200) : statusOf(refusal), refusal);
      if (answer === undefined) return reply;
      reply.code(answer.status ?? 200);
      if ('type' in answer) return reply.type(answer.type).send(answer.body);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
    } catch (error) {
      const known = requestError(error);
      const code = codeOf(known);
      if (services.sockets.refuse(request.raw, known)) reply.hijack();
      else sendProblem(reply, known, challengeOf(services.tokens?.of ?? null, request.host, code));
      await ended(statusOf(code), code);
      return reply;
    } finally {
      // The connection may bring many more requests.
      socket.off('close', leave);
      end();
    }
  };
}

/** Whether an operation is a call that may be repeated at will, so that no answer of it is kept. */
const readsOnly = (operation: string): boolean => isCallName(operation) && calls[operation].effect === 'read';

function createExchange(
  request: ApiRequest,
  reply: FastifyReply,
  {
    caller,
    services,
    noted,
    signal,
  }: { caller: Caller; services: ApiServices; noted: Noted; signal: AbortSignal },
): Exchange {
  const asking = { request, signal, services };
  return {
    request,
    reply,
    caller,
    signal,
    projectOf: async ({ project, spider }) => project ?? usualProject({ spider }, caller, services.callers),
    ask: createAsk(asking, noted),
    askEach: createAskEach(asking),
    nameOperation(operation) {
      noted.operation = operation;
    },
    noteRefusal({ code }) {
      noted.refusal ??= code;
    },
  };
}
