import type { PictureType } from '../../../store/pages/picture-queries.ts';

/** How files of each type begin, as text in Latin-1 (MIME Sniffing, "Matching an image type pattern"). */
const beginnings: readonly [RegExp, PictureType][] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^[^]{4}ftypavi[fs]/, 'image/avif'],
  [/^\0\0[\x01\x02]\0/, 'image/x-icon'],
  [
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i,
    'image/svg+xml',
  ],
];

/** The type of a picture by how its content begins, whatever the site calls it; null: it is no picture that is kept. */
export function pictureType(body: Uint8Array): PictureType | null {
  const begin = Buffer.from(body.subarray(0, 2000)).toString('latin1');
  return beginnings.find(([pattern]) => pattern.test(begin))?.[1] ?? null;
}
