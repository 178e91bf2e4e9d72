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
