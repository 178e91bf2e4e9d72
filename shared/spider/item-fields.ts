import { isSet, memberOf, membersOf } from './plain.ts';
import { builtInCallback, columnFields } from './schema.ts';

/**
 * The names of the fields of items, by the callback that makes the items, in a document of any shape. A callback whose rows
 * lead to another page makes no items; its fields are those of the items there.
 */
export function itemFields(document: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const callbacks = membersOf(memberOf(document, 'callbacks'));
  const selectors = membersOf(memberOf(memberOf(document, 'settings'), 'CUSTOM_SELECTORS'));
  // The strategy of CUSTOM_SELECTORS fills this column by another name.
  const ofArticle = selectors.map(([name]) => (name === 'date' ? 'published_date' : name));
  const fields = new Map(callbacks.map(([name, callback]) => [name, new Set(ownFields(callback))]));
  fields.set(builtInCallback, new Set([...columnFields, ...ofArticle]));
  const leads = callbacks.map(([from, callback]) => ({ from, to: followOf(callback) }));
  // Each pass carries the fields one level further; no chain is longer than the number of callbacks.
  for (let pass = 0, isChanged = true; isChanged && pass < callbacks.length; pass += 1) {
    isChanged = leads.filter(({ from, to }) => carry(fields.get(from), fields.get(to ?? ''))).length > 0;
  }
  for (const { from, to } of leads) if (to !== null) fields.delete(from);
  return fields;
}

/** The names that an expectation can use: the fields of all items, the columns, and the URL. */
export function itemFieldNames(document: unknown): string[] {
  const names = [...itemFields(document).values()].flatMap((fields) => [...fields]);
  return [...new Set([...names, 'url'])];
}

function ownFields(callback: unknown): string[] {
  const context = memberOf(memberOf(callback, 'iterate'), 'url_context');
  return [...membersOf(memberOf(callback, 'extract')), ...membersOf(context)].map(([name]) => name);
}

/** The callback that the rows of a callback lead to; null: its rows, or its pages, are items. */
function followOf(callback: unknown): string | null {
  const follow = memberOf(memberOf(callback, 'iterate'), 'follow');
  return isSet(follow) ? String(memberOf(follow, 'callback')) : null;
}

/** @returns whether the target did not have all of them */
function carry(from: ReadonlySet<string> | undefined, to: Set<string> | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  const before = to.size;
  for (const name of from) to.add(name);
  return to.size > before;
}
