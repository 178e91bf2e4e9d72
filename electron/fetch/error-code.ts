import { errors } from 'undici';

/** The code of an error, or of the first error inside one that carries none; empty when there is none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // undici 8.12 looks the code of its parser up in a table that does not hold it.
  if (error instanceof errors.HTTPParserError)
    return /EOF/.test(error.message) ? 'HPE_INVALID_EOF_STATE' : 'HPE_';
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
