import type { FastifyInstance } from 'fastify';
import { HostError } from '../host/errors.ts';

/** The most lists and objects inside each other. Arguments need a handful; code that walks a value would run out of stack at thousands. */
const deepest = 200;

/** Whether a text of JSON is nested deeper than is read. Brackets inside texts do not count. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (isText) {
      if (char === backslash) at += 1;
      else if (char === quote) isText = false;
    } else if (char === quote) isText = true;
    else if (char === bracket || char === brace) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (char === bracket + 2 || char === brace + 2) depth -= 1;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
/** The closing ones are two further. */
const bracket = 0x5b;
const brace = 0x7b;

/** Has bodies read as JSON that is not nested too deeply, and has no key that would change prototypes. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (isTooDeep(body))
      return done(new HostError('bad-request', `The body is nested deeper than ${deepest} levels.`, null));
    return parse(request, body, done);
  });
}
