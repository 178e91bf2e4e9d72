import type { Element } from 'domhandler';
import type { KeptSheet } from '../../../store/pages/saved-page-queries.ts';
import { readImports, underConditions } from '../styles/css-imports.ts';
import { absolute, styleLink, styleText } from '../styles/style-links.ts';

/** A `<style>` for a preview. Text as it came: whoever writes it sees to it that none of it is read as markup. */
export interface WrittenStyle {
  /** Media query; empty: all. */
  media: string;
  css: string;
}

/** Characters of kept style sheets in one preview: a page may name the same sheet again and again. */
const maxCharacters = 8_000_000;

/** Puts the style sheets that were kept with a page where the page has them, and counts those that are not there. */
export class PageStyles {
  readonly #sheets: ReadonlyMap<string, KeptSheet>;
  readonly #base: string | null;
  readonly #wanted = new Set<string>();
  #left = maxCharacters;
  /** Sheets whose address cannot be told. */
  unknown = 0;

  constructor(sheets: readonly KeptSheet[], base: string | null) {
    this.#sheets = new Map(sheets.map((sheet) => [sheet.url, sheet]));
    this.#base = base;
  }

  /** Addresses of the sheets that the page asks for, of those that were written so far. */
  get wanted(): ReadonlySet<string> {
    return this.#wanted;
  }

  /** What stands in the place of a `<link>`. */
  ofLink(element: Element): WrittenStyle[] {
    const link = styleLink(element, this.#base);
    if (link === null) return [];
    if (link.url !== null) return this.#sheet(link.url, link.media);
    this.unknown += 1;
    return [];
  }

  /** The sheets that a `<style>` imports; they stand before it. */
  importedBy(element: Element): WrittenStyle[] {
    const text = styleText(element);
    if (text === null || !text.includes('@')) return [];
    return readImports(text).imports.flatMap((each) => {
      const url = absolute(each.url, this.#base);
      if (url === null) return [];
      const media = element.attribs['media'] ?? '';
      return this.#sheet(url, media).map(({ css }) => ({ media, css: underConditions(css, each) }));
    });
  }

  /** A sheet behind those that it imports. */
  #sheet(url: string, media: string): WrittenStyle[] {
    this.#wanted.add(url);
    const css = this.#take(url);
    if (css === null) return [];
    const { imports, rest } = readImports(css);
    const imported = imports.flatMap((each) => {
      const from = absolute(each.url, url);
      const text = from === null ? null : this.#take(from);
      return text === null ? [] : [{ media, css: underConditions(readImports(text).rest, each) }];
    });
    return [...imported, { media, css: rest }];
  }

  #take(url: string): string | null {
    const css = this.#sheets.get(url)?.css ?? null;
    if (css === null || css.length > this.#left) return null;
    this.#left -= css.length;
    return css;
  }
}
