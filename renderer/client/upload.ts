import type { Result } from '../../shared/contract/errors.ts';
import type { CallOptions, Client } from './client.ts';

/** The size of a part, in bytes. */
const portion = 768 * 1024;

/** A file as a browser gives it: by choice or by drop. */
export interface UploadSource {
  readonly name: string;
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Options of an upload. */
export interface UploadOptions extends CallOptions {
  /** Called with the share that was sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Sends the content of a file to the host, in portions, so that the window goes on answering.
 * @returns the id that `pages.addFile` takes
 */
export async function uploadFile(
  client: Pick<Client, 'call'>,
  file: UploadSource,
  { onProgress, ...options }: UploadOptions = {},
): Promise<Result<{ upload: string }>> {
  const begun = await client.call('uploads.begin', { name: file.name, bytes: file.size }, options);
  if (!begun.ok) return begun;
  const { upload } = begun.value;
  for (let offset = 0; offset < file.size; offset += portion) {
    const bytes = new Uint8Array(
      await file.slice(offset, Math.min(offset + portion, file.size)).arrayBuffer(),
    );
    const sent = await client.call('uploads.append', { upload, offset, data: toBase64(bytes) }, options);
    if (!sent.ok) return sent;
    onProgress?.(sent.value.received / file.size);
  }
  return { ok: true, value: { upload } };
}

/** Bytes as Base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(binary);
}
