import { notFound } from '../errors.ts';

/** Ids are row numbers inside and decimal text outside. */
export function rowId(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(`${what} "${text}"`);
  return Number(text);
}

/** Fingerprints are signed 64-bit numbers inside, half the size of their 16 hexadecimal digits outside. */
export function storedFingerprint(fingerprint: string): bigint {
  if (!/^[0-9a-f]{16}$/.test(fingerprint)) {
    throw new Error(`"${fingerprint}" is not a fingerprint of 16 hexadecimal digits.`);
  }
  return BigInt.asIntN(64, BigInt(`0x${fingerprint}`));
}

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);
