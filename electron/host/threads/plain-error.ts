import type { Action } from '../../../shared/contract/actions.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { toHostError, HostError } from '../errors.ts';

/** An error in a form that can be sent between threads. */
export interface PlainError {
  code: ErrorCode;
  message: string;
  hint: string | null;
  action: Action | null;
  details: Record<string, unknown>;
  /** Stack of an unexpected error, for the log. */
  stack: string | null;
}

/** Converts anything thrown for sending to another thread. */
export function plainError(error: unknown): PlainError {
  const { code, message, hint, action, details, cause } = toHostError(error);
  return { code, message, hint, action, details, stack: stackOf(cause) };
}

/** Restores a received error. */
export function errorOf({ code, message, hint, action, details, stack }: PlainError): HostError {
  return new HostError(code, message, { hint, action }, details, stack ?? undefined);
}

/** The stack of a cause; one that was received from another thread is passed on. */
function stackOf(cause: unknown): string | null {
  if (cause instanceof Error) return cause.stack ?? null;
  return typeof cause === 'string' ? cause : null;
}
