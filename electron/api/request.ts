import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallArgs, CallName, CallValue } from '../../shared/contract/index.ts';
import type { HostError } from '../host/errors.ts';
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
  /** The project that is meant where a request names none. @throws HostError `ambiguous-spider` */
  readonly projectOf: (named: { project?: string | undefined; spider: string }) => Promise<string>;
  /**
   * Makes a call of the application in the name of the caller, who must be allowed to. Arguments may leave out `project` and
   * `allowPrivate`. @throws HostError
   */
  readonly ask: <N extends CallName>(name: N, args: Asked<N>, options?: AskOptions) => Promise<CallValue<N>>;
  /** Makes a call as a request of its own, which is counted against the limits and noted in the audit log. @throws HostError */
  readonly askEach: <N extends CallName>(name: N, args: Asked<N>) => Promise<CallValue<N>>;
  /** Says what the request does, for the audit log, where its address does not. */
  readonly nameOperation: (operation: string) => void;
  /** Says that a part of the request was refused, for the audit log, where its answer is no problem. */
  readonly noteRefusal: (error: HostError) => void;
}

/** Arguments as a request gives them: not checked, or complete but for what has a usual value. */
export type Asked<N extends CallName> = Partial<CallArgs<N>> | Readonly<Record<string, unknown>>;

/** Options of `ask`. */
export interface AskOptions {
  /** Ends the call early. */
  signal?: AbortSignal;
}

/** What is sent; undefined: the handler has answered by itself. With a media type the body is text, else it is sent as JSON. */
export type Answer =
  { status?: number; body: unknown } | { status?: number; body: string; type: string } | undefined;
