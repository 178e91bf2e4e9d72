import { counted } from '../../../shared/counted.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { PageTree } from '../../extract/tree.ts';
import { entryLists } from '../network-sources/entry-lists.ts';
import { scriptData } from '../network-sources/scripts.ts';

/** JSON in a script of a page that is empty until its scripts have run. */
export interface ShellData {
  /** Selects the text of the script. */
  css: string;
  /** JSONPath of what is most likely wanted. */
  path: string;
  /** What that is, in words. */
  what: string;
}

/** Entries from which on a list is more than settings, and characters from which on an object is. */
const min = { entries: 3, characters: 500 };

/** The data that the content of a page is made of, as far as a script of the page holds it; null: none does. */
export function shellData(page: PageTree, context: PageContext): ShellData | null {
  const held = scriptData(page, context).filter(({ css }) => !/ld\+json/.test(css));
  const lists = held.flatMap(({ css, value }) => {
    const [list] = entryLists(value);
    const count = list?.entries.length ?? 0;
    return list === undefined || count < min.entries
      ? []
      : [{ css, path: list.path, count, what: counted(count, 'entry', 'entries') }];
  });
  const [best] = lists.toSorted((a, b) => b.count - a.count);
  if (best !== undefined) return best;
  const large = held.find(({ value }) => JSON.stringify(value).length >= min.characters);
  return large === undefined ? null : { css: large.css, path: '$', what: 'its values' };
}
