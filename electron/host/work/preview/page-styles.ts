import type { Element } from 'domhandler';
import type { KeptSheet } from '../../../store/pages/saved-page-queries.ts';
import { readImports, underConditions } from '../styles/css-imports.ts';
import { absolute, styleLink, styleText } from '../styles/style-links.ts';

/** A `<style>` for a preview. The text is raw; the writer must escape it. */
export interface WrittenStyle {
  /** Media query; empty: all media. */
  media: string;
  css: string;
}

/** Maximum characters of style sheets in one preview; a page may repeat the same sheet. */
const maxCharacters = 8_000_000;

/** Inserts the stored style sheets of a page in their places, and counts missing ones. */
export class PageStyles {
  readonly #sheets: ReadonlyMap<string, KeptSheet>;
  readonly #base: string | null;
  readonly #wanted = new Set<string>();
  #left = maxCharacters;
  /** Number of sheets whose URL cannot be resolved. */
  unknown = 0;

  constructor(sheets: readonly KeptSheet[], base: string | null) {
    this.#sheets = new Map(sheets.map((sheet) => [sheet.url, sheet]));
    this.#base = base;
  }

  /** URLs of the sheets referenced so far. */
  get wanted(): ReadonlySet<string> {
    return this.#wanted;
  }

  /** The styles that replace a `<link>`. */
  ofLink(element: Element): WrittenStyle[] {
    const link = styleLink(element, this.#base);
    if (link === null) return [];
    if (link.url !== null) return this.#sheet(link.url, link.media);
    this.unknown += 1;
    return [];
  }

  /** The sheets that a `<style>` imports, to be written before it. */
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

  /** A sheet, preceded by its imports. */
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
