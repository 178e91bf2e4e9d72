import type { Construction } from './construction.ts';
import * as tags from './tags.ts';

/**
 * Rules for SVG. Pages with MathML are left to parse5.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
 */

const svgNames = new Map(
  (
    'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feFlood ' +
    'feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight ' +
    'feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** HTML tags that end an SVG, because SVG cannot contain them. */
const endsForeign = tags.tagSet(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

/** SVG elements whose content is HTML. */
const integrationPoints = new Map([
  ['title', tags.svgTitle],
  ['desc', tags.svgDescription],
  ['foreignObject', tags.svgForeignObject],
]);

/** Handles a start tag inside an SVG. @returns true if it ended the SVG and must be processed as HTML */
export function startTagInSvg(c: Construction, name: string, tag: number): boolean {
  if (endsForeign[tag] === 1 || (tag === tags.font && hasFontAttribute(c))) {
    leaveSvg(c);
    return true;
  }
  const svgName = svgNames.get(name) ?? name;
  const { selfClosing } = c.reader;
  const element = c.create(svgName, true);
  c.place(element);
  if (!selfClosing) c.push(element, integrationPoints.get(svgName) ?? tags.svgPlain);
  return false;
}

function hasFontAttribute(c: Construction): boolean {
  return ['color', 'face', 'size'].some((name) => c.reader.attribute(name) !== undefined);
}

function leaveSvg(c: Construction): void {
  while (c.currentTag === tags.svgPlain) c.pop();
}

/** Handles an end tag while an SVG element is current. @returns true if it must be processed as HTML */
export function endTagInSvg(c: Construction, name: string, tag: number): boolean {
  if (tag === tags.p || tag === tags.br) {
    leaveSvg(c);
    return true;
  }
  const svgName = svgNames.get(name) ?? name;
  for (let at = c.top; at >= 0 && (c.openTags[at] ?? 0) >= tags.svgPlain; at--) {
    const open = c.open[at]?.name;
    if (open === name || open === svgName) {
      c.shorten(at);
      return false;
    }
  }
  return true;
}
