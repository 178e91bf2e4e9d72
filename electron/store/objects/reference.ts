/** Where a body is that is kept outside of the database. It stands in the place of the body, in the row. */
export interface ObjectReference {
  /** Tells the place from others, in hexadecimal. Nobody can guess it, so no page can be made to look like a reference. */
  tag: string;
  /** SHA-256 of the body as it is stored, in hexadecimal. */
  hash: string;
  /** Size of the body. */
  bytes: number;
}

/** Begins each reference: NUL, "SpObj", NUL and the version of the form. */
export const referenceMagic = '0053704f626a0001';

/** The size of a tag. */
export const tagBytes = 16;

const hashAt = 8 + tagBytes;
const sizeAt = hashAt + 32;

/** The size of a reference. A body that is not larger stays in its row. */
export const referenceBytes = sizeAt + 8;

/** The reference as it is stored. */
export function writeReference({ tag, hash, bytes }: ObjectReference): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes));
  return Buffer.concat([Buffer.from(`${referenceMagic}${tag}${hash}`, 'hex'), size]);
}

/** Reads what is stored in the place of a body. @returns null: it is the body itself */
export function readReference(stored: Buffer): ObjectReference | null {
  if (stored.length !== referenceBytes || stored.toString('hex', 0, 8) !== referenceMagic) return null;
  return {
    tag: stored.toString('hex', 8, hashAt),
    hash: stored.toString('hex', hashAt, sizeAt),
    bytes: Number(stored.readBigUInt64BE(sizeAt)),
  };
}
