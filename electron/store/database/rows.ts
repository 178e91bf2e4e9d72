import { notFound } from '../errors.ts';

/** Ids are row numbers inside and decimal text outside. */
export function rowId(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(`${what} "${text}"`);
  return Number(text);
}

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);
