/**
 * Thrown for markup that `buildTree` does not support. It never leaves this folder: `buildTree` returns null, and its caller
 * parses the page with parse5. One shared instance, because creating a stack trace would cost more than the parsing so far.
 */
class Unsupported extends Error {}

const unsupportedMarkup = new Unsupported('this page needs parse5');

/** @throws the error that `isUnsupported` recognizes */
export function unsupported(): never {
  throw unsupportedMarkup;
}

/** Whether an error means that a page needs parse5. */
export function isUnsupported(error: unknown): boolean {
  return error === unsupportedMarkup;
}
