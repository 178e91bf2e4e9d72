import type { ProblemDocument } from './generated/models.ts';

/** The code of a failure that the API describes, or `unexpected-answer` where it was no answer of the API. */
export type ErrorCode = ProblemDocument['code'] | 'unexpected-answer';

/** What the API says of a failure. */
export interface Failure {
  status: number;
  code: ErrorCode;
  detail: string;
  hint?: string | null;
  errors?: ProblemDocument['errors'];
  details?: Record<string, unknown>;
}

/** The API has refused a request, or failed to carry it out. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Of the answer; 0: the failure was told within a stream. */
  readonly status: number;
  /** What happened, for programs. Codes never change. */
  readonly code: ErrorCode;
  /** What to do; null: nothing is known. */
  readonly hint: string | null;
  /** The places that are wrong, as JSON pointers into the arguments or the spider. */
  readonly errors: NonNullable<ProblemDocument['errors']>;
  /** What else programs may want to know. */
  readonly details: Record<string, unknown>;

  constructor({ status, code, detail, hint = null, errors = [], details = {} }: Failure) {
    super(detail);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.errors = errors;
    this.details = details;
  }
}

/** No whole answer has arrived: the server is not there, the connection was cut, or it took too long. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The error of an answer that is no success. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const text = await answer.text();
  const { status } = answer;
  const problem = parsed(text);
  if (isProblem(problem)) return new ApiError({ ...problem, status });
  const detail = `The server answered ${status}: ${text.trim().slice(0, 200) || answer.statusText}`;
  return new ApiError({ status, code: 'unexpected-answer', detail });
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

function isProblem(value: unknown): value is ProblemDocument {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'code' in value && typeof value.code === 'string' && 'detail' in value && typeof value.detail === 'string'
  );
}
