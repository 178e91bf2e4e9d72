import { isObject, textOf } from '../json-ld.ts';
import { firstMeta, type MetadataSources } from '../sources.ts';
import type { JsonValue } from '../../types.ts';
import type { Picture } from './scan.ts';

/** Resolves a URL of the page; null if it is not an http(s) URL. */
export function absoluteUrl(address: string | null, { url, scan }: MetadataSources): string | null {
  if (address === null || address === '' || /^(?:data|blob|javascript|about):/i.test(address)) return null;
  const base = scan.baseHref === null ? url : (URL.parse(scan.baseHref, url ?? undefined)?.href ?? url);
  const absolute = URL.parse(address, base ?? undefined);
  if (absolute === null) return address.length > 2000 ? null : address;
  return /^https?:$/.test(absolute.protocol) ? absolute.href : null;
}

/** Returns the canonical URL of a page: rel=canonical, og:url or JSON-LD, but never the front page of the site. */
export function canonicalUrl(sources: MetadataSources): string | null {
  const { scan, meta, described, url } = sources;
  const link = scan.links.find(([rel]) => rel.split(/\s+/).includes('canonical'))?.[1] ?? null;
  const own = url === null ? null : URL.parse(url);
  for (const address of [link, meta.get('og:url') ?? null, textOf(described[0]?.['url'])]) {
    const absolute = absoluteUrl(address, sources);
    const parsed = absolute === null ? null : URL.parse(absolute);
    if (parsed === null) continue;
    const isFront = parsed.pathname === '/' && parsed.search === '' && own !== null && own.pathname !== '/';
    if (!isFront) return absolute;
  }
  return null;
}

function imageOf(value: JsonValue | undefined): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first;
  if (!isObject(first)) return null;
  const inner = first['url'] ?? first['contentUrl'] ?? first['@id'];
  return typeof inner === 'string' ? inner : null;
}

/** URLs of decorative images. */
const decoration =
  /logo|icon|avatar|sprite|pixel|blank|spacer|placeholder|gravatar|badge|banner|button|emoji|1x1|loading|\.svg(?:$|\?)/i;
const minSide = 120;

function isPictorial({ element, address }: Picture): boolean {
  const side = (name: string): number => Number.parseInt(element.attribs[name] ?? '', 10);
  const [width, height] = [side('width'), side('height')];
  const { class: classes = '', alt = '' } = element.attribs;
  if (width < minSide || height < minSide || decoration.test(`${address} ${classes}`) || /^logo/i.test(alt))
    return false;
  return !/^data:/i.test(address);
}

/** Returns the main image: the one for sharing, or of JSON-LD, or else the first large one near the title. */
export function topImage(sources: MetadataSources): string | null {
  const { meta, scan, described, places } = sources;
  const given =
    firstMeta(meta, [
      'og:image',
      'og:image:secure_url',
      'og:image:url',
      'twitter:image',
      'twitter:image:src',
      'parsely-image-url',
      'sailthru.image.full',
      'image',
      'thumbnail',
    ]) ??
    imageOf(described[0]?.['image'] ?? described[0]?.['thumbnailUrl']) ??
    scan.links.find(([rel]) => rel === 'image_src')?.[1];
  if (given !== undefined && given !== null) return given;
  const shown = scan.pictures.filter(
    (picture) =>
      isPictorial(picture) && !places.isForeign(picture) && picture.offset >= places.titleOffset - 400,
  );
  return shown[0]?.address ?? null;
}
