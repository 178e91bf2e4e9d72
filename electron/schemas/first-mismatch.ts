import type { ErrorObject } from 'ajv';

/** A deviation from a schema: its place as a JSON pointer, and what is wrong. */
export interface Mismatch {
  pointer: string;
  sentence: string;
}

/** The deepest deviation, which is the most specific one in a union. */
export function firstMismatch(errors: readonly ErrorObject[]): Mismatch {
  const [worst] = errors.toSorted((a, b) => b.instancePath.length - a.instancePath.length);
  if (worst === undefined) return { pointer: '', sentence: 'they are not what the contract says.' };
  const { instancePath, message, params } = worst;
  const extra: unknown = params['additionalProperty'];
  const what = typeof extra === 'string' ? `must not have "${extra}"` : (message ?? 'is not right');
  return {
    pointer: pointerOf(worst),
    sentence: `${instancePath === '' ? 'the whole' : instancePath} ${what}.`,
  };
}

/** The key that is wrong, also where it is missing or one too many. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const key: unknown = params['missingProperty'] ?? params['additionalProperty'];
  return typeof key === 'string'
    ? `${instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : instancePath;
}
