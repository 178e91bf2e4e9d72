import { attributeNames } from './attributes.ts';
import { decode } from './entities.ts';
import { unsupported } from './unsupported.ts';
import { hashStep, lowercased } from './names.ts';
import { otherTag, tagAt, tags } from './tags.ts';

const attributeLimit = 64;

/** Whether a character code is a space, a line feed, a tab or a form feed. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 12;
}

/** Whether a character code is an ASCII letter. */
export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/**
 * Reads markup from a page with normalized line ends and without NUL characters. The caller decides whether to read a tag,
 * a comment or text at `position`, and gets the result in the fields of the reader.
 */
export class Reader {
  readonly html: string;
  readonly end: number;
  position = 0;

  /** The last tag: its name, its number in `tags.ts`, and its attributes without later duplicates. */
  tagName = '';
  tag = otherTag;
  selfClosing = false;
  attributeCount = 0;
  readonly attributeIndexes: number[] = [];
  readonly attributeNames: string[] = [];
  readonly attributeValues: string[] = [];

  /** Position of the next `&` at or after the last queried position. */
  private nextReference = -1;
  /** Position of the next `--!>`, a rare end of comments, so that a page is searched for it once. */
  private nextBang = -1;

  constructor(html: string) {
    this.html = html;
    this.end = html.length;
  }

  /** Returns the text up to `end` (exclusive) with references decoded. Must be called in page order. */
  text(start: number, end: number, inAttribute: boolean): string {
    if (this.nextReference < start) {
      const found = this.html.indexOf('&', start);
      this.nextReference = found === -1 ? this.end : found;
    }
    if (this.nextReference >= end) return this.html.slice(start, end);
    return decode(this.html, start, end, inAttribute) ?? unsupported();
  }

  /** Reads the tag whose name starts at `start`. @returns false if the page ends inside the tag, which is then ignored */
  readTag(start: number): boolean {
    const { html, end } = this;
    let at = start;
    let hash = 0;
    let code = html.charCodeAt(at);
    while (code > 62 || (code !== 62 && code !== 47 && !isSpace(code) && at < end)) {
      hash = hashStep(hash, code);
      code = html.charCodeAt(++at);
    }
    if (at >= end) return this.noTag();
    const index = tags.find(html, start, at, hash);
    this.tagName = tags.names[index] ?? lowercased(html, start, at);
    this.tag = tagAt(index);
    if (index === -1) this.tag = otherTag;
    this.attributeCount = 0;
    this.selfClosing = false;
    if (code === 62) {
      this.position = at + 1;
      return true;
    }
    return this.readAttributes(at);
  }

  private noTag(): false {
    this.position = this.end;
    return false;
  }

  private readAttributes(start: number): boolean {
    const { html, end } = this;
    let at = start;
    for (;;) {
      let code = html.charCodeAt(at);
      while (code === 47 || isSpace(code)) {
        at++;
        const next = html.charCodeAt(at);
        if (code === 47 && next === 62) this.selfClosing = true;
        code = next;
      }
      if (code === 62) {
        this.position = at + 1;
        return true;
      }
      if (at >= end) return this.noTag();

      const nameStart = at;
      let hash = 0;
      do {
        hash = hashStep(hash, code);
        code = html.charCodeAt(++at);
      } while (code > 62 || (code !== 62 && code !== 61 && code !== 47 && !isSpace(code) && at < end));
      const nameEnd = at;
      while (isSpace(code)) code = html.charCodeAt(++at);
      let valueStart = at;
      let valueEnd = at;
      if (code === 61) {
        code = html.charCodeAt(++at);
        while (isSpace(code)) code = html.charCodeAt(++at);
        if (code === 34 || code === 39) {
          valueStart = at + 1;
          valueEnd = html.indexOf(code === 34 ? '"' : "'", valueStart);
          if (valueEnd === -1) return this.noTag();
          at = valueEnd + 1;
        } else {
          valueStart = at;
          while (at < end && code !== 62 && !isSpace(code)) code = html.charCodeAt(++at);
          valueEnd = at;
        }
      }
      if (at >= end) return this.noTag();
      this.addAttribute(nameStart, nameEnd, hash, this.text(valueStart, valueEnd, true));
    }
  }

  private addAttribute(start: number, end: number, hash: number, value: string): void {
    const index = attributeNames.find(this.html, start, end, hash);
    const name = attributeNames.names[index] ?? lowercased(this.html, start, end);
    const count = this.attributeCount;
    for (let at = 0; at < count; at++) if (this.attributeNames[at] === name) return;
    if (count === attributeLimit) unsupported();
    this.attributeIndexes[count] = index;
    this.attributeNames[count] = name;
    this.attributeValues[count] = value;
    this.attributeCount = count + 1;
  }

  /** Returns the value of an attribute of the last tag. */
  attribute(name: string): string | undefined {
    for (let at = 0; at < this.attributeCount; at++) {
      if (this.attributeNames[at] === name) return this.attributeValues[at];
    }
    return undefined;
  }

  /** Returns the end of the text at `start`: the next markup, or the end of the page. */
  textEnd(start: number): number {
    const { html, end } = this;
    let from = start;
    for (;;) {
      const at = html.indexOf('<', from);
      if (at === -1) return end;
      const code = html.charCodeAt(at + 1);
      if (isLetter(code) || code === 33 || code === 63) return at;
      if (code === 47) {
        // `</` at the end of the page is text. `</>` is dropped and does not end the text.
        const after = html.charCodeAt(at + 2);
        if (at + 2 >= end || after === 62) unsupported();
        return at;
      }
      from = at + 1;
    }
  }

  /** Returns the data of the comment whose content starts at `start`. */
  comment(start: number): string {
    const { html } = this;
    if (html.startsWith('>', start)) return this.endAt(start, start, 1);
    if (html.startsWith('->', start)) return this.endAt(start, start, 2);
    const close = html.indexOf('-->', start);
    if (this.nextBang < start) {
      const found = html.indexOf('--!>', start);
      this.nextBang = found === -1 ? this.end : found;
    }
    if (this.nextBang < this.end && (close === -1 || this.nextBang < close)) {
      return this.endAt(start, this.nextBang, 4);
    }
    return close === -1 ? unsupported() : this.endAt(start, close, 3);
  }

  /** Returns the data of a bogus comment of the standard: everything up to the next `>`. */
  bogusComment(start: number): string {
    const close = this.html.indexOf('>', start);
    return close === -1 ? this.endAt(start, this.end, 0) : this.endAt(start, close, 1);
  }

  private endAt(start: number, end: number, endLength: number): string {
    this.position = end + endLength;
    return this.html.slice(start, end);
  }

  /**
   * Reads the text of a text-only element from `position` to its end tag, or to the end of the page without one. Consumes
   * the end tag.
   */
  rawText(name: string, withReferences: boolean): string {
    const { html, end } = this;
    const start = this.position;
    const stop = name === 'script' ? this.scriptEnd(start) : this.rawTextEnd(start, name);
    // Reads the text first, because references must be decoded in page order.
    const text = withReferences ? this.text(start, stop, false) : html.slice(start, stop);
    if (stop === end) this.position = end;
    else this.readTag(stop + 2);
    return text;
  }

  private rawTextEnd(start: number, name: string): number {
    let at = this.html.indexOf('</', start);
    while (at !== -1 && !this.isEndTag(at + 2, name)) at = this.html.indexOf('</', at + 2);
    return at === -1 ? this.end : at;
  }

  private isEndTag(start: number, name: string): boolean {
    const { html } = this;
    for (let at = 0; at < name.length; at++) {
      if ((html.charCodeAt(start + at) | 32) !== name.charCodeAt(at)) return false;
    }
    const code = html.charCodeAt(start + name.length);
    return code === 62 || code === 47 || isSpace(code);
  }

  /**
   * Returns the end of a script. An end tag between `<!--` followed by `<script` and `</script>` or `-->` does not end it: a
   * rule from the time when scripts were hidden in comments.
   */
  private scriptEnd(start: number): number {
    const first = this.rawTextEnd(start, 'script');
    const script = this.html.slice(start, first);
    const comment = script.indexOf('<!--');
    if (comment === -1 || !/<script/i.test(script.slice(comment))) return first;
    const marks = /<!--|-->|<\/?script(?=[\t\n\f />])/gi;
    marks.lastIndex = start;
    let depth = 0;
    for (let mark = marks.exec(this.html); mark !== null; mark = marks.exec(this.html)) {
      if (mark[0] === '-->') depth = 0;
      else if (mark[0] === '<!--') {
        if (depth === 0) depth = 1;
        marks.lastIndex -= 2;
      } else if (mark[0].startsWith('</')) {
        if (depth < 2) return mark.index;
        depth = 1;
      } else if (depth === 1) depth = 2;
    }
    return this.end;
  }
}
