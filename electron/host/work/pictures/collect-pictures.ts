import type { KeptPicture, PictureType } from '../../../store/pages/picture-queries.ts';
import { FileCollector, type FileLimits, type GetFile } from '../capture/collect-files.ts';
import { pictureType } from './picture-type.ts';

/** Limits for the pictures of one page. */
export const pictureLimits: FileLimits = {
  files: 120,
  bytes: 2 * 1024 * 1024,
  allBytes: 16 * 1024 * 1024,
  timeMs: 15_000,
  atOnce: 8,
};

/** Fetches pictures within limits. Failures are returned as problems, never thrown. */
export async function collectPictures(
  links: readonly string[],
  { get, signal }: { get: GetFile; signal: AbortSignal },
): Promise<KeptPicture[]> {
  const files = new FileCollector<{ type: PictureType; body: Uint8Array }>({
    limits: pictureLimits,
    get,
    signal,
    read({ body }) {
      const type = pictureType(body);
      return type === null
        ? { ok: false, problem: 'It is no picture that can be shown.' }
        : { ok: true, value: { type, body } };
    },
  });
  await files.collect(links);
  return files.outcomes.map((file) =>
    file.ok
      ? { url: file.url, ...file.value, bytes: file.value.body.byteLength, problem: null, blocked: false }
      : { url: file.url, type: null, body: null, bytes: 0, problem: file.problem, blocked: file.blocked },
  );
}
