import { calls, type CallValue } from '../../shared/contract/index.ts';
import { scopeOf } from '../../shared/contract/access.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import { HostError } from '../host/errors.ts';
import { createEnding, type Noted } from './audit.ts';
import { callerOf, type Caller } from './caller.ts';
import { completed } from './complete-arguments.ts';
import { requirePermission } from './permission.ts';
import { statusOf } from './problem.ts';
import type { ApiRequest, Exchange } from './request.ts';
import type { ApiServices } from './services.ts';

/** In whose name calls are made: who has sent the request, and until when. */
interface Asking {
  request: ApiRequest;
  signal: AbortSignal;
  services: ApiServices;
}

/** What makes calls in the name of the caller of a request, and notes in `noted` what the audit log says of them. */
export function createAsk({ request, signal, services }: Asking, noted: Noted): Exchange['ask'] {
  // A key that was revoked, or has fewer scopes now, also ends streams under way.
  return createAskAs({ callerNow: () => callerOf(request.headers, services), signal, services }, noted);
}

/** In whose name calls are made that are no request. */
interface AskingAs {
  /** The caller as it is known at the time of a call. @throws HostError where it may not call any more */
  callerNow: () => Promise<Caller>;
  signal: AbortSignal;
  services: Pick<ApiServices, 'callers' | 'allowPrivate' | 'dispatch'>;
}

/** What makes calls in the name of a caller, and notes in `noted` what the audit log says of them. */
export function createAskAs(
  { callerNow, signal: own, services }: AskingAs,
  noted: Pick<Noted, 'project' | 'changes'>,
): Exchange['ask'] {
  return async (name, given, { signal = own } = {}) => {
    const caller = await callerNow();
    const args = await completed(name, given, caller, services);
    const [project = null] = await requirePermission(caller, name, args, services.callers);
    noted.project ??= project;
    noted.changes ||= calls[name].effect === 'write' || scopeOf(name, calls[name]) !== 'read';
    const answer = await services.dispatch(name, args, {
      client: caller.name,
      window: null,
      takePath: null,
      signal,
    });
    if (!answer.ok) {
      const { code, message, hint, action, details } = answer.error;
      throw new HostError(code, message, { hint, action }, details);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables of handlers hold names, arguments and values together
    return answer.value as CallValue<typeof name>;
  };
}

/** What makes a call as a request of its own: it is counted against the limits, and noted in the audit log. */
export function createAskEach(asking: Asking): Exchange['askEach'] {
  return async (name, given) => {
    const { request, services } = asking;
    const caller = await callerOf(request.headers, services);
    const noted: Noted = { operation: name, caller, project: null, changes: false };
    const ended = createEnding(services, noted, request.ip);
    let end = (): void => undefined;
    try {
      ({ end } = services.limiter.take(caller.id));
      const value = await createAsk(asking, noted)(name, given);
      await ended(200, null);
      return value;
    } catch (error) {
      const code = codeOf(error);
      await ended(statusOf(code), code);
      throw error;
    } finally {
      end();
    }
  };
}

/** The code of anything thrown. */
export const codeOf = (error: unknown): ErrorCode => (error instanceof HostError ? error.code : 'internal');
