// File extensions whose links are not followed, because their targets are not pages: IGNORED_EXTENSIONS of Scrapy 2.8.
const archives = '7z 7zip bz2 rar tar tar.gz xz zip';
const images = 'ai bmp cdr drw dxf eps gif ico jpeg jpg mng pct png ps psp pst svg tif tiff';
const audio = 'aac aiff au mid mp3 ogg ra wav wma';
const video = '3gp asf asx avi flv m4a m4v mov mp4 mpg qt rm swf webm wmv';
const office = 'doc docx odg odp ods odt pps ppt pptx xls xlsx';
const other = 'apk bin css dmg exe iso pdf rss';

/** All ignored extensions, in lower case, without the dot. */
export const ignoredExtensions: ReadonlySet<string> = new Set(
  [archives, images, audio, video, office, other].flatMap((kind) => kind.split(' ')),
);

/**
 * Returns the ignored extension at the end of a URL's path, or null. Parameters (";…"), query and fragment do not count.
 * @param url an absolute URL as `resolveUrl` returns it
 */
export function ignoredExtension(url: string): string | null {
  const authority = url.indexOf('://') + 3;
  let end = url.length;
  const query = url.indexOf('?', authority);
  if (query !== -1) end = query;
  const hash = url.indexOf('#', authority);
  if (hash !== -1 && hash < end) end = hash;
  const slash = url.lastIndexOf('/', end - 1);
  if (slash < authority) return null;
  const parameters = url.indexOf(';', slash);
  if (parameters !== -1 && parameters < end) end = parameters;
  const dot = url.lastIndexOf('.', end - 1);
  if (dot <= slash) return null;
  const last = url.slice(dot + 1, end).toLowerCase();
  if (ignoredExtensions.has(last)) return last;
  const before = url.lastIndexOf('.', dot - 1);
  if (before <= slash) return null;
  const lastTwo = url.slice(before + 1, end).toLowerCase();
  return ignoredExtensions.has(lastTwo) ? lastTwo : null;
}
