import { notFound } from '../errors.ts';

/**
 * Converts an id from its text to a row id.
 * @param what kind of thing it identifies, for the error, for example `run`
 * @throws StoreError `not-found` for any other text
 */
export function rowId(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(`${what} "${text}"`);
  return Number(text);
}

/** Converts a fingerprint of 16 hexadecimal digits to the signed 64-bit integer that is stored, half its size. @throws Error for any other text */
export function storedFingerprint(fingerprint: string): bigint {
  if (!/^[0-9a-f]{16}$/.test(fingerprint)) {
    throw new Error(`"${fingerprint}" is not a fingerprint of 16 hexadecimal digits.`);
  }
  return BigInt.asIntN(64, BigInt(`0x${fingerprint}`));
}

/** Converts milliseconds since 1970 to ISO 8601 in UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** As `isoTime`; null stays null. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);
