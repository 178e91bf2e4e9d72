import { isTag, type Element } from 'domhandler';
import { absolute, baseOf } from '../styles/style-links.ts';

/** Attributes in which scripts that load pictures late find the address, most used first. */
const lateSources = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-image', 'data-url'];
const lateSets = ['data-srcset', 'data-lazy-srcset'];

/** Width in CSS pixels for which a picture of a set is chosen. */
const wantedWidth = 640;

/** A picture of a width that stands for one that a script puts in its place. */
const isPlaceholder = (src: string): boolean =>
  /^data:/i.test(src) ||
  /(?:^|[/_.-])(?:placeholder|blank|spacer|loading|pixel|transparent|lazy)[\w-]*\.\w+(?:\?|$)/i.test(src);

/** The candidate of a `srcset` that fits best: the smallest that is wide enough, else the widest. */
function fromSet(srcset: string): string | null {
  const candidates = [...srcset.matchAll(/\s*(\S*[^\s,])(?:\s+([\d.]+)([wx]))?\s*(?:,|$)/g)].map(
    ([, url = '', size = '1', unit = 'x']) => ({
      url,
      width: Number(size) * (unit === 'x' ? wantedWidth / 2 : 1),
    }),
  );
  const sorted = candidates.filter(({ url }) => url !== '').sort((a, b) => a.width - b.width);
  return (sorted.find(({ width }) => width >= wantedWidth) ?? sorted.at(-1))?.url ?? null;
}

const setOf = ({ attribs }: Element): string | null =>
  [attribs['srcset'], ...lateSets.map((name) => attribs[name])]
    .flatMap((set) => (set === undefined ? [] : [fromSet(set)]))
    .find((url) => url !== null && !isPlaceholder(url)) ?? null;

/** What an `<img>` shows, as it is written; null: nothing, or a picture inside the page. */
function sourceOf(image: Element): string | null {
  const { attribs, parent } = image;
  const src = attribs['src']?.trim() ?? '';
  if (src !== '' && !isPlaceholder(src)) return src;
  const late = lateSources
    .map((name) => attribs[name]?.trim() ?? '')
    .find((url) => url !== '' && !isPlaceholder(url));
  if (late !== undefined) return late;
  const own = setOf(image);
  if (own !== null) return own;
  const isInPicture = parent !== null && isTag(parent) && parent.name === 'picture';
  for (const sibling of isInPicture ? parent.children : []) {
    const set = isTag(sibling) && sibling.name === 'source' ? setOf(sibling) : null;
    if (set !== null) return set;
  }
  return /^data:/i.test(src) || src === '' ? null : src;
}

/** Whether a picture is as small as those that only count visits. */
const isPixel = ({ attribs: { width, height } }: Element): boolean =>
  Number(width ?? NaN) <= 2 && Number(height ?? NaN) <= 2;

/** The absolute URL of what an `<img>` shows; null: nothing that would have to be loaded. */
export function pictureLink(element: Element, base: string | null): string | null {
  if (element.name !== 'img' || isPixel(element)) return null;
  const source = sourceOf(element);
  return source === null ? null : absolute(source, base);
}

/** The absolute URL of the background that the `style` of an element names; null: none. */
export function backgroundLink({ attribs }: Element, base: string | null): string | null {
  const { style } = attribs;
  if (style === undefined || !style.includes('url(')) return null;
  const found = /background(?:-image)?\s*:[^;]*?url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)/i.exec(
    style,
  );
  const url = found?.slice(1).find((part) => part !== undefined) ?? '';
  return url === '' || /^data:/i.test(url) ? null : absolute(url, base);
}

/** URLs of the pictures of a page, without duplicates, in the order of the page. */
export function pagePictures(elements: readonly Element[], pageUrl: string | null): string[] {
  const base = baseOf(elements, pageUrl);
  const urls = elements.flatMap(
    (element) => pictureLink(element, base) ?? backgroundLink(element, base) ?? [],
  );
  return [...new Set(urls)];
}

/** How well an icon fits a place of 16 to 32 CSS pixels: any size fits a drawing. */
function iconWorth({ attribs }: Element): number {
  const { type = '', href = '', sizes = '' } = attribs;
  if (/svg/i.test(type) || /\.svg(?:\?|$)/i.test(href)) return 3;
  const size = Number(/\d+/.exec(sizes)?.[0] ?? 16);
  return size >= 32 && size <= 128 ? 2 : 1;
}

/** URL of the icon of a page: the one that it names, else the one at the place where browsers look for it; null: unknown. */
export function pageIcon(elements: readonly Element[], pageUrl: string | null): string | null {
  const base = baseOf(elements, pageUrl);
  const icons = elements.filter(
    ({ name, attribs }) =>
      name === 'link' &&
      /(?:^|\s)icon(?:\s|$)/i.test(attribs['rel'] ?? '') &&
      !/^\s*(?:data:|$)/i.test(attribs['href'] ?? ''),
  );
  const [best] = icons.sort((a, b) => iconWorth(b) - iconWorth(a));
  const named = best === undefined ? null : absolute(best.attribs['href'] ?? '', base);
  return named ?? absolute('/favicon.ico', pageUrl);
}
