import { errors } from 'undici';

/** Returns the code of an error, or of the first error inside one without a code; empty if there is none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // undici 8.12 looks up the code of its parser in a table that lacks it.
  if (error instanceof errors.HTTPParserError)
    return /EOF/.test(error.message) ? 'HPE_INVALID_EOF_STATE' : 'HPE_';
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
