import type { ColumnTexts, Reading } from './types.ts';

/** Attributes whose value is an address. */
const linkAttributes =
  /^(?:href|src|cite|action|poster|data-(?:href|url|src|original|image|img|full|thumb|zoom|lazy|lazy-src|bg|background))$/;
/** Attributes that list several addresses with their sizes. */
const setAttributes = /^(?:srcset|data-srcset|data-lazy-srcset|imagesrcset)$/;

const imageFile = /\.(?:avif|gif|jpe?g|png|svg|webp|bmp)(?:[?#]|$)/i;
const imageElements = new Set(['img', 'source', 'picture', 'image', 'amp-img']);
const opensNothing = /^(?:#|javascript:|about:blank|void)/i;

/** Addresses in attributes: links, images, and the first of a srcset; mail and telephone links give what stands behind the scheme. */
export function readLinks({ texts, place: { attribute, element } }: ColumnTexts): Reading | null {
  if (attribute === null) return null;
  if (setAttributes.test(attribute)) return fromSet;
  if (!linkAttributes.test(attribute)) return null;
  if (texts.every((text) => /^(?:mailto|tel):./i.test(text))) return fromScheme;
  if (texts.every((text) => opensNothing.test(text))) return null;
  if (texts.every((text) => text.startsWith('data:')))
    return { type: 'text', processors: [], confidence: 0.3 };
  const isImage =
    (attribute !== 'href' &&
      attribute !== 'cite' &&
      attribute !== 'action' &&
      imageElements.has(element ?? '')) ||
    attribute === 'poster' ||
    texts.every((text) => imageFile.test(text));
  return { type: isImage ? 'image' : 'url', processors: [{ type: 'urljoin' }], confidence: 0.95 };
}

const fromSet: Reading = {
  type: 'image',
  processors: [{ type: 'regex', pattern: String.raw`^\s*(\S*[^\s,])` }, { type: 'urljoin' }],
  confidence: 0.9,
};

const fromScheme: Reading = {
  type: 'text',
  processors: [{ type: 'regex', pattern: String.raw`^(?:mailto|tel|MAILTO|TEL):\s*([^?]+)` }],
  confidence: 0.9,
};

const background = /url\(\s*["']?[^)"']+/i;
const width = /(?:^|;)\s*width\s*:\s*\d+(?:\.\d+)?%/i;

/** Styles that carry a value: the picture behind an element, and stars as the width of a bar in percent. */
export function readStyles({ texts, place: { attribute } }: ColumnTexts): Reading | null {
  if (attribute !== 'style') return null;
  if (texts.every((text) => background.test(text))) {
    return {
      type: 'image',
      processors: [{ type: 'regex', pattern: String.raw`url\(\s*["']?([^)"']+)` }, { type: 'urljoin' }],
      confidence: 0.9,
    };
  }
  if (!texts.every((text) => width.test(text))) return null;
  return {
    type: 'rating',
    processors: [
      { type: 'regex', pattern: String.raw`width\s*:\s*(\d+(?:\.\d+)?)%` },
      { type: 'number', decimal: '.' },
    ],
    confidence: 0.7,
  };
}
