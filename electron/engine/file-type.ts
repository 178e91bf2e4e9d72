/** How files of each type begin, as text in Latin-1 (MIME Sniffing, section 6). */
const beginnings: readonly [RegExp, string][] = [
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
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  [/^%PDF-/, 'application/pdf'],
  [/^PK\x03\x04/, 'application/zip'],
  [/^\x1f\x8b\x08/, 'application/gzip'],
  [/^[^]{4}ftyp(?:M4[AB] )/, 'audio/mp4'],
  [/^[^]{4}ftyp(?:isom|iso[2-6]|mp4[12]|avc1|M4V |dash)/, 'video/mp4'],
  [/^ID3/, 'audio/mpeg'],
  [/^OggS\0/, 'application/ogg'],
  [/^RIFF[^]{4}WAVE/, 'audio/wave'],
  [/^\x1a\x45\xdf\xa3/, 'video/webm'],
  [
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body|title|script|iframe|meta)[\s>]/i,
    'text/html',
  ],
];

/** Types of which the content is known to begin as above. What a server calls so and does not is something else. */
const provable = new Set(beginnings.map(([, type]) => type).filter((type) => /^image\/|\/pdf$/.test(type)));

const isText = (type: string): boolean => /^text\/|[/+](?:xml|json|javascript|x-ndjson)$/.test(type);

/** The type that the first bytes of a content show; null: none of those that can be told. */
export function shownType(body: Uint8Array): string | null {
  const begin = Buffer.from(body.subarray(0, 2000)).toString('latin1');
  return beginnings.find(([pattern]) => pattern.test(begin))?.[1] ?? null;
}

/**
 * The media type of a file: what its content shows, where that contradicts what the server says. A container, such as zip, may be
 * of a type that only the server knows, and a text what the server calls it.
 * @param said the type in a response, in lower case and without parameters; empty: none
 */
export function typeOfFile(body: Uint8Array, said: string): string {
  const unknown = 'application/octet-stream';
  const shown = shownType(body);
  if (shown === null) return said === '' || provable.has(said) ? unknown : said;
  if (shown === said) return said;
  if (shown === 'text/html') return said === '' || !isText(said) ? shown : said;
  if (shown === 'image/svg+xml') return shown;
  const isContainer = !provable.has(shown);
  const [kind = ''] = said.split('/', 1);
  const mayBeIn = /^(?:application|audio|video)$/.test(kind) && said !== unknown && !provable.has(said);
  return isContainer && mayBeIn ? said : shown;
}
