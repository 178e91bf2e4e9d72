import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallArgs, CallName, CallValue } from '../../shared/contract/index.ts';
import type { Caller } from './caller.ts';

/** A request as the routes of the API read it. */
export type ApiRequest = FastifyRequest<{
  Params: Record<string, string>;
  Querystring: Record<string, string | string[]>;
}>;

/** One request of a known caller. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /**
   * Makes a call of the application in the name of the caller, who must be allowed to. Arguments may leave out `project` and
   * `allowPrivate`. @throws HostError
   */
  /** The project that is meant where a request names none. @throws HostError `ambiguous-spider` */
  readonly projectOf: (named: { project?: string | undefined; spider: string }) => Promise<string>;
  readonly ask: <N extends CallName>(name: N, args: Asked<N>, options?: AskOptions) => Promise<CallValue<N>>;
}

/** Arguments as a request gives them: not checked, or complete but for what has a usual value. */
export type Asked<N extends CallName> = Partial<CallArgs<N>> | Readonly<Record<string, unknown>>;

/** Options of `ask`. */
export interface AskOptions {
  /** Ends the call early. */
  signal?: AbortSignal;
}

/** What is sent; undefined: the handler has answered by itself. */
export type Answer = { status?: number; body: unknown } | undefined;
