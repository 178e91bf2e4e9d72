import type { PageContext } from '../../extract/page-context.ts';
import type { DescribedTree } from '../tree.ts';

/** Hosts whose frames are players, adverts and measuring, and never the content. */
const others =
  /(?:^|\.)(?:youtube(?:-nocookie)?|youtu|vimeo|dailymotion|facebook|twitter|x|instagram|tiktok|doubleclick|googlesyndication|googletagmanager|google-analytics|recaptcha|hcaptcha|spotify|soundcloud|disqus|criteo|taboola|outbrain|adnxs|amazon-adsystem|openstreetmap|twitch|pinterest|linkedin|addthis|sharethis|onetrust|cookiebot|consensu)\.[a-z.]+$/i;

/** Characters of text above which a page has content of its own. */
const maxText = 600;

/** URL of the frame that holds the content of a page with hardly any text of its own; null: there is none. */
export function contentFrame({ elements }: DescribedTree, context: PageContext): string | null {
  const body = elements.find(({ element }) => element.name === 'body' || element.name === 'frameset');
  if (body !== undefined && body.element.name === 'body' && body.text > maxText) return null;
  let best: { url: string; size: number } | null = null;
  for (const { element } of elements) {
    const { name, attribs } = element;
    if (name !== 'iframe' && name !== 'frame') continue;
    const url = URL.parse(attribs['src']?.trim() ?? '', context.base ?? undefined);
    if (url === null || !/^https?:$/.test(url.protocol) || others.test(url.hostname)) continue;
    if (/\/maps?(?:\/|$)|\/embed\/|\/player|captcha/i.test(url.pathname)) continue;
    const size = sizeOf(attribs, context.url !== null && url.host === URL.parse(context.url)?.host);
    if (size > (best?.size ?? 0)) best = { url: url.href, size };
  }
  return best?.url ?? null;
}

/** How large a frame is, as far as its attributes say: 0 where it is hidden or tiny. */
function sizeOf(
  { width = '', height = '', style = '', hidden }: Record<string, string | undefined>,
  isOwn: boolean,
): number {
  if (hidden !== undefined || /display:\s*none|visibility:\s*hidden/i.test(style)) return 0;
  const lengthOf = (written: string, name: string): number => {
    const value =
      written === ''
        ? (new RegExp(`(?:^|;)\\s*${name}:\\s*([\\d.]+(?:px|%|vh|vw)?)`, 'i').exec(style)?.[1] ?? '')
        : written;
    if (value === '') return 300;
    return Number.parseFloat(value) * (/%|v[hw]/.test(value) ? 10 : 1);
  };
  const [across, down] = [lengthOf(width, 'width'), lengthOf(height, 'height')];
  if (!(across > 100 && down > 100)) return 0;
  return across * down * (isOwn ? 2 : 1);
}
