import { motifs, resource, site } from './content.ts';
import { templates, type View } from './template.ts';

/** One page of the sample site, before it is put on the wire. */
export interface Page {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** The character set that the body is written in; the old pages do not declare theirs in the header. */
  readonly encoding: 'utf8' | 'latin1';
  /** Of the newest content on the page, in ISO 8601. */
  readonly modified: string;
  readonly location: string | null;
}

/** What the frame around every page needs to know. */
export interface Frame {
  origin: string;
  path: string;
  title: string;
  modified: string;
  section?: string;
  description?: string;
  image?: string;
  type?: 'website' | 'article' | 'product';
  status?: number;
  meta?: { attribute: 'name' | 'property'; name: string; content: string }[];
  /** Structured data; written as JSON-LD. */
  structured?: unknown;
}

export const render = templates((name) => resource(`templates/${name}${name.includes('.') ? '' : '.html'}`));

/** Puts the main part of a page, given by its template and view, into the frame of the site. */
export function framed(frame: Frame, template: string, view: View): Page {
  const body = render('layout', {
    siteName: site.name,
    motto: site.motto,
    place: site.place,
    origin: frame.origin,
    path: frame.path,
    pageTitle: frame.path === '/' ? `${site.name} — ${site.motto}` : `${frame.title} | ${site.name}`,
    ogTitle: frame.title,
    ogType: frame.type ?? 'website',
    description: frame.description,
    image: frame.image,
    meta: frame.meta ?? [],
    jsonLd: frame.structured === undefined ? null : scriptJson(frame.structured),
    bodyClass: `page-${template}`,
    sections: site.sections.map((section) => ({ ...section, current: section.slug === frame.section })),
    // In the page itself, so that a saved page looks like the site without asking for anything.
    styles: render('site.css', {}),
    main: render(template, { place: site.place, ...view }),
  });
  return { ...html(body, frame.modified), status: frame.status ?? 200 };
}

/** A page of HTML in UTF-8. */
export function html(body: string, modified: string): Page {
  const contentType = 'text/html; charset=utf-8';
  return { status: 200, contentType, body, encoding: 'utf8', modified, location: null };
}

/** A redirect to a path of the site. */
export function redirect(status: 301 | 302, location: string, modified: string): Page {
  return {
    ...html(
      `<!doctype html><title>Moved</title><p>Moved to <a href="${location}">${location}</a>.`,
      modified,
    ),
    status,
    location,
  };
}

/** JSON for use inside a script element: no text in it can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The address of the drawing for a motif; `seed` gives it its own colours. */
export function pictureOf(motif: string, seed: string): string {
  return `/img/${motif}.svg?hue=${hueOf(seed)}`;
}

/** A drawing: a sky, a sun, the sea and the motif. null for a motif that does not exist. */
export function picture(motif: string, hue: number, modified: string): Page | null {
  const drawing = motifs.get(motif);
  if (drawing === undefined) return null;
  const view = { motif: drawing, hue, sunX: 60 + ((hue * 7) % 200) };
  return { ...html(render('picture.svg', view), modified), contentType: 'image/svg+xml' };
}

/** Hues that make a sky by day, at dusk or before rain. */
const skies = [205, 190, 222, 248, 28, 340, 172] as const;

function hueOf(seed: string): number {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return skies[sum % skies.length] ?? skies[0];
}

/** Links to the pages of a listing, or null where one page is enough. `page` counts from 1. */
export function pagerOf(path: string, page: number, pages: number): View | null {
  if (pages < 2) return null;
  const href = (number: number): string => (number === 1 ? path : `${path}?page=${number}`);
  return {
    pages: Array.from({ length: pages }, (_, index) => ({
      number: index + 1,
      href: href(index + 1),
      current: index + 1 === page,
    })),
    previous: page > 1 ? href(page - 1) : null,
    next: page < pages ? href(page + 1) : null,
  };
}

/** The slice of a list on a page of it, and how many pages there are. null for a page beyond the last. */
export function paged<T>(
  list: readonly T[],
  page: number,
  perPage: number,
): { rows: readonly T[]; pages: number } | null {
  const pages = Math.max(1, Math.ceil(list.length / perPage));
  if (!Number.isInteger(page) || page < 1 || page > pages) return null;
  return { rows: list.slice((page - 1) * perPage, page * perPage), pages };
}
