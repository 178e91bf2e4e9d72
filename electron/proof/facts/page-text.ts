import { isTag, isText } from 'domhandler';
import type { Page } from '../../extract/page.ts';
import { walk } from '../../extract/walk.ts';

/** All that a page says, to look values up in. Read on first use. */
export class PageText {
  readonly #page: Page;
  #text: string | null = null;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Whether a text stands on the page, in its texts or in an attribute; white space does not count. */
  holds(value: string): boolean {
    this.#text ??= this.#read();
    return this.#text.includes(withoutSpace(value));
  }

  #read(): string {
    if (this.#page.kind === 'json') return withoutSpace(JSON.stringify(this.#page.value));
    const texts: string[] = [];
    const attributes: string[] = [];
    walk(this.#page.document, {
      enter(node) {
        if (isText(node)) texts.push(node.data);
        else if (isTag(node)) attributes.push(...Object.values(node.attribs));
      },
    });
    return `${withoutSpace(texts.join(''))}\n${attributes.map(withoutSpace).join('\n')}`;
  }
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');
