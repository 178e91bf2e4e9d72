import type { Node } from 'jsonc-parser';
import type { Finding, Path } from './problems.ts';

/** Locates values in the text of a document. Lines and columns start at 1; columns count UTF-16 units. */
export class TextPositions {
  readonly #text: string;
  readonly #root: Node | null;
  readonly #lineStarts: number[] = [0];
  readonly #members = new WeakMap<Node, Map<string, Node>>();

  /** @param root the syntax tree of the text; null if the text could not be parsed */
  constructor(text: string, root: Node | null) {
    this.#text = text;
    this.#root = root;
    for (const lineBreak of text.matchAll(/\r\n?|\n/g)) {
      this.#lineStarts.push(lineBreak.index + lineBreak[0].length);
    }
  }

  /** Line and column of an offset in the text. */
  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }

  /** The offset of a line and column; the end of the text if there is no such line. */
  offsetAt(line: number, column: number): number {
    return Math.min(this.#text.length, (this.#lineStarts[line - 1] ?? this.#text.length) + column - 1);
  }

  /** The offset of the subject of a finding; 0 if it is not in the text. */
  offsetOf({ path, at, offset }: Pick<Finding, 'path' | 'at' | 'offset'>): number {
    const property = at === 'key' ? this.#property(path) : undefined;
    const node = property?.children?.[0] ?? this.#value(path);
    if (node === undefined) return 0;
    return offset === null || node.type !== 'string'
      ? node.offset
      : offsetInLiteral(this.#text, node.offset, offset);
  }

  #value(path: Path): Node | undefined {
    let node = this.#root ?? undefined;
    for (const step of path) {
      if (node === undefined) return undefined;
      node =
        typeof step === 'number' ? node.children?.[step] : this.#membersOf(node).get(step)?.children?.[1];
    }
    return node;
  }

  #property(path: Path): Node | undefined {
    const key = path.at(-1);
    const owner = this.#value(path.slice(0, -1));
    return owner === undefined || typeof key !== 'string' ? undefined : this.#membersOf(owner).get(key);
  }

  /** The members of an object by key. The last of duplicate keys counts, as in `JSON.parse`. */
  #membersOf(object: Node): Map<string, Node> {
    let members = this.#members.get(object);
    if (members === undefined) {
      const properties = object.type === 'object' ? (object.children ?? []) : [];
      members = new Map(properties.map((property) => [String(property.children?.[0]?.value), property]));
      this.#members.set(object, members);
    }
    return members;
  }
}

/** The offset of the UTF-16 unit `index` of a string literal whose opening quote is at `start`. */
function offsetInLiteral(text: string, start: number, index: number): number {
  let offset = start + 1;
  for (let unit = 0; unit < index; unit += 1) {
    if (text[offset] === '"') break;
    if (text[offset] === '\\') offset += text[offset + 1] === 'u' ? 6 : 2;
    else offset += 1;
  }
  return offset;
}
