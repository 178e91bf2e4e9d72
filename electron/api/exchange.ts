import type { FastifyReply } from 'fastify';
import { calls, type CallValue } from '../../shared/contract/index.ts';
import { scopeOf } from '../../shared/contract/access.ts';
import { HostError } from '../host/errors.ts';
import { admit } from './admission.ts';
import { completed } from './complete-arguments.ts';
import { callerOf, type Caller } from './caller.ts';
import { idempotent } from './idempotency.ts';
import { limitHeaders } from './limits.ts';
import type { Answer, ApiRequest, Exchange } from './request.ts';
import { requirePermission } from './permission.ts';
import { requestError, sendProblem } from './reply.ts';
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
    let end = (): void => undefined;
    try {
      admit(request.headers, services.admission);
      const caller = await callerOf(request.headers, services.callers);
      noted.caller = caller;
      const taken = services.limiter.take(caller.key);
      end = taken.end;
      reply.headers(limitHeaders(services.limits, taken));
      const exchange = createExchange(request, reply, { caller, services, noted });
      const answer = await idempotent(exchange, services.callers, () => handle(exchange));
      await note(services, noted, request, answer?.status ?? 200, null);
      if (answer === undefined) return reply;
      reply.code(answer.status ?? 200);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
    } catch (error) {
      const known = requestError(error);
      sendProblem(reply, known);
      await note(services, noted, request, reply.statusCode, codeOf(known));
      return reply;
    } finally {
      end();
    }
  };
}

/** What the audit log says of a request. */
interface Noted {
  operation: string;
  caller: Caller | null;
  project: string | null;
  /** Whether a call was made that changes something. */
  changes: boolean;
}

const codeOf = (error: unknown): string => (error instanceof HostError ? error.code : 'internal');

async function note(
  { callers }: ApiServices,
  { operation, caller, project, changes }: Noted,
  { ip }: ApiRequest,
  status: number,
  code: string | null,
): Promise<void> {
  const isRefused = status === 401 || status === 403 || status === 429;
  if (!changes && !isRefused) return;
  const { key = null, member = null } = caller ?? {};
  await callers.record({ key, member, operation, project, status, code, from: ip });
}

function createExchange(
  request: ApiRequest,
  reply: FastifyReply,
  { caller, services, noted }: { caller: Caller; services: ApiServices; noted: Noted },
): Exchange {
  const gone = new AbortController();
  request.raw.socket.once('close', () => gone.abort());
  return {
    request,
    reply,
    caller,
    signal: gone.signal,
    projectOf: async ({ project, spider }) => project ?? usualProject({ spider }, caller, services.callers),
    async ask(name, given, { signal = gone.signal } = {}) {
      const args = await completed(name, given, caller, services);
      const [project = null] = await requirePermission(caller, name, args, services.callers);
      noted.project ??= project;
      noted.changes ||= calls[name].effect === 'write' || scopeOf(name, calls[name]) !== 'read';
      const client = `key ${caller.key}`;
      const answer = await services.dispatch(name, args, { client, window: null, takePath: null, signal });
      if (!answer.ok) {
        const { code, message, hint, action, details } = answer.error;
        throw new HostError(code, message, { hint, action }, details);
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables of handlers hold names, arguments and values together
      return answer.value as CallValue<typeof name>;
    },
  };
}
