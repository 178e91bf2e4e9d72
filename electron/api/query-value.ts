import { HostError } from '../host/errors.ts';
import type { ApiRequest } from './request.ts';

/** One value of the query; null: it is not there. @throws HostError `bad-arguments` where it is there twice */
export function queryValue(query: ApiRequest['query'], name: string): string | null {
  const value = query[name] ?? null;
  if (Array.isArray(value)) throw wrongValue(name, `"${name}" is given twice.`);
  return value;
}

/** The error of a value in the query that cannot be used. */
export const wrongValue = (name: string, message: string, hint: string | null = null): HostError =>
  new HostError('bad-arguments', message, hint, { pointer: `/${name}` });
