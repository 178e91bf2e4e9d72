import type { FixableText, Pointer } from './fixable-text.ts';
import type { Problem } from './problems.ts';
import type { QuickFix } from './syntax-fixes.ts';

/** Fixes of problems with rows, and with what fields take from where; null for any other problem. */
export function fieldFixes(text: FixableText, { code, hint }: Problem, path: Pointer): QuickFix[] | null {
  const owner = path.slice(0, -1);
  switch (code) {
    case 'text-and-markdown':
      return [text.remove([...path, 'to_markdown']), text.remove([...path, 'to_text'])];
    case 'text-of-list':
      return [text.remove([...owner, 'get_all']), text.remove(path)];
    case 'iterate-too-deep':
      return [text.remove(owner)];
    case 'selects-no-url':
      return [text.set(owner, { css: 'a::attr(href)' }, 'Select the address of a link')];
    case 'wrong-group-count':
      return grouped(text, path);
    case 'field-key-without-effect':
      if (hint?.startsWith('Use json_path') === true) return [inJson(text, path)];
      // Without its only source the field would be none.
      return hint?.startsWith('Write a ') === true ? [] : null;
    default:
      return null;
  }
}

/** Takes the member of the entry that has the name of the field, in place of a selector. */
function inJson(text: FixableText, path: Pointer): QuickFix {
  const owner = path.slice(0, -1);
  const { css: _css, xpath: _xpath, ...rest } = Object(text.valueAt(owner));
  const name = String(owner.at(-1));
  const jsonPath = /^[A-Za-z_]\w*$/.test(name) ? `$.${name}` : '$';
  return text.set(owner, { json_path: jsonPath, ...rest }, `Take "${jsonPath}" of the entry`);
}

/** Gives a pattern exactly one group: the whole of it, or the first of several. */
function grouped(text: FixableText, path: Pointer): QuickFix[] {
  const pattern = text.valueAt(path);
  if (typeof pattern !== 'string') return [];
  let groups = 0;
  const first = pattern.replaceAll(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?P<\w+>|(?!\?))/gs, (found) => {
    if (!found.startsWith('(')) return found;
    groups += 1;
    return groups === 1 ? found : '(?:';
  });
  return [text.write(path, groups === 0 ? `(${pattern})` : first)];
}
