import type { EmptyField, RunSummary } from '../../../shared/contract/types.ts';
import { getDocument, undo } from '../../spider-document/document.ts';
import { pointerOf } from '../../../shared/spider/json-path.ts';
import { openDocument } from '../../spider-document/opening.ts';
import { fieldPath } from '../../spider-document/place.ts';
import { applyFix, type SelectorFix } from '../../spider-document/selector-edits.ts';
import { showInAuthor } from '../../spider-document/show-in-author.ts';
import { toast } from '../../state/toasts.ts';

/**
 * Writes the selector that takes something on the pages of a run into the spider, as one edit that can be undone, and shows it there.
 * Nothing is saved.
 */
export async function mendFromRun(
  { id, project, spider }: RunSummary,
  { callback, field }: EmptyField,
  fix: SelectorFix,
): Promise<void> {
  const key = { project, spider };
  const error = await openDocument(key);
  if (error !== null) {
    toast.error(error, 'The spider was not changed.');
    return;
  }
  const path = field === null ? [...fieldPath(callback, []), 'iterate'] : fieldPath(callback, [field]);
  const before = getDocument(key)?.text;
  applyFix(key, path, fix);
  if (getDocument(key)?.text === before) {
    toast.warning('The spider was not changed', {
      message: `What was empty in run ${id} is not in its text any more, or has this selector already.`,
    });
  } else {
    toast.success(`${field ?? 'The rows'} of ${callback} took another selector`, {
      message: 'Save the spider, and extract the items of the run again.',
      actions: [{ label: 'Undo', run: () => undo(key) }],
    });
  }
  showInAuthor(key, pointerOf(path));
}
