import type { Action } from '../../../shared/contract/actions.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { toHostError, HostError } from '../errors.ts';

/** An error on its way between threads. */
export interface PlainError {
  code: ErrorCode;
  message: string;
  hint: string | null;
  action: Action | null;
  details: Record<string, unknown>;
  /** Of a fault: where in the code it comes from, for the log. */
  stack: string | null;
}

/** One piece of work for a thread. Both sides are of one program: what arrives is read as `never`, and so as what was sent. */
export interface JobMessage<T = unknown> {
  id: number;
  name: string;
  args: T;
}

/** What a thread is told. */
export type ThreadOrder<T = unknown> =
  | ({ kind: 'job' } & JobMessage<T>)
  /** Nobody waits for the job any more. */
  | { kind: 'cancel'; id: number };

/** What a thread says. */
export type ThreadMessage<T = unknown> =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: T }
  | { kind: 'failed'; id: number; error: PlainError }
  /** Something that is told while, or after, the work is done. */
  | { kind: 'note'; note: T };

export function plainError(error: unknown): PlainError {
  const { code, message, hint, action, details, cause } = toHostError(error);
  return { code, message, hint, action, details, stack: stackOf(cause) };
}

export function errorOf({ code, message, hint, action, details, stack }: PlainError): HostError {
  return new HostError(code, message, { hint, action }, details, stack ?? undefined);
}

/** Across a second thread, what has come over is handed on. */
function stackOf(cause: unknown): string | null {
  if (cause instanceof Error) return cause.stack ?? null;
  return typeof cause === 'string' ? cause : null;
}
