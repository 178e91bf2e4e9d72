import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Bytes of the nonce and the tag of AES-GCM (NIST SP 800-38D, sections 5.2.1.1 and 5.2.1.2). */
const sizes = { nonce: 12, tag: 16 };

/** Returns a new key for AES-256, in Base64. */
export const newKey = (): string => randomBytes(32).toString('base64');

/** Encrypts a text. @param name what it is bound to: with another name it cannot be opened */
export function seal(text: string, key: string, name: string): string {
  const nonce = randomBytes(sizes.nonce);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
  cipher.setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts what `seal` returned. @returns null: it was changed, or has another key or name */
export function unseal(sealed: string, key: string, name: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const nonce = bytes.subarray(0, sizes.nonce);
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(bytes.subarray(sizes.nonce, sizes.nonce + sizes.tag));
    const text = decipher.update(bytes.subarray(sizes.nonce + sizes.tag));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
