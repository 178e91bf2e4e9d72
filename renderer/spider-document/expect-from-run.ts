import type { RunSummary } from '../../shared/contract/types.ts';
import { mergeExpect } from '../../shared/spider/merge-expect.ts';
import type { Expect } from '../../shared/spider/schema.ts';
import { isObject, memberOf } from '../../shared/spider/plain.ts';
import { getClient } from '../state/client.ts';
import { toast } from '../state/toasts.ts';
import { getDocument, undo, writeValue } from './document.ts';
import { parseText, valueOf } from '../../shared/spider/json-path.ts';
import { openDocument } from './opening.ts';
import { showInAuthor } from './show-in-author.ts';

/**
 * Writes what the data of a run shows into the spider, as one edit that can be undone, and shows it there. What the spider
 * expects already is completed. Nothing is saved.
 */
export async function expectFromRun({
  id,
  project,
  spider,
}: Pick<RunSummary, 'id' | 'project' | 'spider'>): Promise<void> {
  const key = { project, spider };
  const answer = await getClient().call('runs.proposeExpect', { run: id });
  const error = answer.ok ? await openDocument(key) : answer.error;
  if (!answer.ok || error !== null) {
    if (error !== null) toast.error(error, 'Nothing could be made of the data of the run.');
    return;
  }
  const document = getDocument(key);
  if (document === null) return;
  const present = memberOf(valueOf(parseText(document.text).root ?? undefined), 'expect');
  const merged = mergeExpect(asExpect(present), answer.value.expect);
  if (!writeValue(key, ['expect'], merged, `Expect what run ${id} has`)) {
    toast.warning('The spider was not changed', {
      message: 'Its text is not JSON at the moment.',
      hint: 'Mend it first, or undo the last edit.',
    });
    return;
  }
  const [first, ...others] = answer.value.notes;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  toast.success(`The spider expects what run ${id} has`, {
    message: first === undefined ? 'Save the spider, and every run is measured by it.' : `${first}${more}`,
    actions: [{ label: 'Undo', run: () => undo(key) }],
  });
  showInAuthor(key, '/expect');
}

/** What a text has under `expect`, as far as it can be completed; problems in it are told by the editor. */
const asExpect = (value: unknown): Expect | null => (isObject(value) ? value : null);
