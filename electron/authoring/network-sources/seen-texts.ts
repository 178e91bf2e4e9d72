import { isTag, isText } from 'domhandler';
import type { Page } from '../../extract/page.ts';
import { unseenTags, walk } from '../../extract/walk.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { JsonValue } from '../../extract/types.ts';
import { foldedText, keysOfValue } from './keys.ts';

/** The longest text of an element that is a value, in characters. */
const longest = 400;
/** From which share of the entries on a member is seen, and how many different texts of it are. */
const enough = { share: 0.8, texts: 3 };

/** The texts of a page as values: of elements that hold no other value, and of single text nodes. */
export function seenTexts(page: Page): ReadonlySet<string> {
  const texts = new Set<string>();
  if (page.kind === 'json') return texts;
  walk(page.document, {
    enter(node) {
      if (isTag(node)) {
        if (unseenTags.has(node.name)) return false;
        if (node.children.length > 1 && node.children.length <= 4 && node.children.every(isInlineNode))
          add(texts, textOf(node));
      } else if (isText(node)) add(texts, node.data);
      return true;
    },
  });
  return texts;
}

const isInlineNode = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  'type' in node &&
  (node.type === 'text' ||
    ('name' in node && /^(?:b|i|em|strong|span|mark|a|sup|sub)$/.test(String(node.name))));

function add(texts: Set<string>, text: string): void {
  if (text.length <= longest * 2) {
    const own = foldedText(text);
    if (own !== '' && own.length <= longest) texts.add(own);
  }
}

/** Whether the values of a member are seen somewhere on the page, and not by chance. */
export function isSeen(values: readonly JsonValue[], texts: ReadonlySet<string>): boolean {
  const own = values.flatMap((value) => (typeof value === 'string' ? (keysOfValue(value)?.text ?? []) : []));
  const telling = own.filter((text) => text.length >= 3 && /\p{L}{2}/u.test(text));
  const found = telling.filter((text) => texts.has(text));
  return (
    telling.length * 2 >= values.length &&
    found.length >= telling.length * enough.share &&
    new Set(found).size >= enough.texts
  );
}
