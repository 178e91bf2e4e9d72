import { ApiError } from './errors.ts';
import { routes } from './generated/routes.ts';
import type { OperationName } from './generated/operations.ts';
import type { Prepared } from './transport.ts';

/** An operation with its arguments as a request. What is undefined is left out. */
export function requestOf(name: OperationName, args: Readonly<Record<string, unknown>>): Prepared {
  const [verb, template] = routes[name];
  const rest = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, argument: string) => {
    const value = rest.get(argument);
    if (value === undefined) throw new TypeError(`"${name}" needs the argument "${argument}".`);
    rest.delete(argument);
    return encodeURIComponent(queryText(value));
  });
  if (verb !== 'GET' && verb !== 'DELETE')
    return { verb, path, body: JSON.stringify(Object.fromEntries(rest)) };
  return { verb, path: withQuery(path, Object.fromEntries(rest)) };
}

/** A path with arguments as its query. */
export function withQuery(path: string, args: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, queryText(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** A value in a query: null as nothing, lists and objects as JSON. */
function queryText(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads the JSON of an answer. @throws ApiError `unexpected-answer` where it is none */
export async function readJson<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  try {
    const value: T = JSON.parse(text);
    return value;
  } catch {
    const detail = `The answer is not JSON: ${text.slice(0, 100)}`;
    throw new ApiError({ status: answer.status, code: 'unexpected-answer', detail });
  }
}
