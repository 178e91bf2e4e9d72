import { errorCodes, errorKinds, type CallError, type ErrorCode } from '../../shared/contract/errors.ts';

/** A failure as RFC 9457 ("Problem Details for HTTP APIs") has it, with a stable code. */
export interface ProblemDocument {
  /** Where the code is described, relative to this server. */
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  hint: string | null;
  /** The places that are wrong, as JSON pointers into the arguments or the spider. */
  errors?: { pointer: string; detail: string; code: string }[];
  /** What else programs may want, as the table of errors tells. */
  details: Record<string, unknown>;
}

/** Codes whose status is not that of their kind. */
const statuses: Partial<Record<ErrorCode, number>> = {
  'too-large': 413,
  'timed-out': 504,
  'too-busy': 429,
  'unknown-call': 404,
  'wrong-method': 405,
  'not-json': 415,
  'key-reused': 422,
  'invalid-spider': 422,
  'fetch-failed': 502,
  cancelled: 499,
};

/** The status of an answer with this error. */
export const statusOf = (code: ErrorCode): number => statuses[code] ?? errorKinds[errorCodes[code].kind];

/** The media type of a problem. */
export const problemType = 'application/problem+json';

/** An error as a problem document. */
export function problemOf({ code, message, hint, details }: CallError): ProblemDocument {
  const { problems, pointer, ...rest } = details;
  const errors = [
    ...placesOf(problems),
    ...(typeof pointer === 'string' ? [place(pointer, message, code)] : []),
  ];
  return {
    type: `/api/problems/${code}`,
    title: errorCodes[code].meaning.split(/[;:.]/u, 1)[0] ?? code,
    status: statusOf(code),
    detail: message,
    code,
    hint,
    ...(errors.length === 0 ? {} : { errors }),
    details: problems === undefined ? rest : { ...rest, problems },
  };
}

const place = (pointer: string, detail: string, code: string) => ({ pointer, detail, code });

function placesOf(problems: unknown): { pointer: string; detail: string; code: string }[] {
  if (!Array.isArray(problems)) return [];
  return problems.flatMap((problem: unknown) => {
    if (typeof problem !== 'object' || problem === null) return [];
    const { pointer = '', message, code }: { pointer?: unknown; message?: unknown; code?: unknown } = problem;
    const isPlace = typeof pointer === 'string' && typeof message === 'string' && typeof code === 'string';
    return isPlace ? [place(pointer, message, code)] : [];
  });
}
