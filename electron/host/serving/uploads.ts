import { randomBytes } from 'node:crypto';
import { HostError } from '../errors.ts';

/** An uploaded file. */
export interface Upload {
  name: string;
  body: Uint8Array;
}

/** Receives files in parts. */
export interface Uploads {
  /** Starts an upload. @returns its id; @throws HostError `too-large`, `too-busy` */
  begin(window: string | null, name: string, bytes: number): string;
  /** Adds a part. @returns bytes received so far; @throws HostError `unknown-upload`, `too-large` */
  append(id: string, offset: number, data: Uint8Array): number;
  /** Takes and removes a complete file. @throws HostError `unknown-upload` */
  take(id: string): Upload;
}

/** Maximum bytes of one file and of all unfinished uploads, and how long an upload may be idle in milliseconds. */
const maxBytes = 64 * 1024 * 1024;
const maxTogether = 192 * 1024 * 1024;
const maxIdleMs = 5 * 60 * 1000;

interface Waiting {
  name: string;
  body: Uint8Array;
  received: number;
  touched: number;
}

/** Keeps partial uploads in memory. */
export function createUploads(now: () => number = () => performance.now()): Uploads {
  const waiting = new Map<string, Waiting>();

  function forgetOld(): void {
    for (const [id, { touched }] of waiting) if (now() - touched > maxIdleMs) waiting.delete(id);
  }

  function require(id: string): Waiting {
    const upload = waiting.get(id);
    if (upload === undefined)
      throw new HostError('unknown-upload', 'This file was not sent completely.', 'Send it again.');
    return upload;
  }

  return {
    begin(_, name, bytes) {
      forgetOld();
      if (bytes > maxBytes) {
        throw new HostError(
          'too-large',
          `"${name}" is larger than ${maxBytes / 1024 / 1024} MB.`,
          'Choose a smaller file.',
        );
      }
      let together = bytes;
      for (const { body } of waiting.values()) together += body.length;
      if (together > maxTogether) {
        throw new HostError(
          'too-busy',
          'Too many files are being sent at once.',
          'Wait until some have arrived.',
        );
      }
      const id = randomBytes(12).toString('hex');
      waiting.set(id, { name, body: new Uint8Array(bytes), received: 0, touched: now() });
      return id;
    },
    append(id, offset, data) {
      const upload = require(id);
      upload.touched = now();
      // A part repeated after a lost answer is already here.
      if (offset + data.length <= upload.received) return upload.received;
      if (offset !== upload.received || offset + data.length > upload.body.length) {
        waiting.delete(id);
        throw new HostError(
          'too-large',
          `"${upload.name}" does not have the size it was said to have.`,
          'Send it again.',
        );
      }
      upload.body.set(data, offset);
      upload.received += data.length;
      return upload.received;
    },
    take(id) {
      const upload = require(id);
      if (upload.received !== upload.body.length) {
        throw new HostError('unknown-upload', `"${upload.name}" was not sent completely.`, 'Send it again.');
      }
      waiting.delete(id);
      return { name: upload.name, body: upload.body };
    },
  };
}
