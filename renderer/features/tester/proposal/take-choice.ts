import type { SpiderParts } from '../../../../shared/contract/types.ts';
import { writeParts } from '../../../spider-document/apply-parts.ts';
import { getDocument, replaceText, type SpiderKey } from '../../../spider-document/document.ts';
import { act } from '../../../state/act.ts';
import { mayReachPrivate } from '../../../state/private-sites.ts';
import { invalidate } from '../../../state/query.ts';
import { toast } from '../../../state/toasts.ts';
import { changeTester, noOutlines } from '../tester-store.ts';
import type { Choice } from './use-proposal.ts';

/**
 * Writes a choice into the spider, as one step that can be undone, and shows what it takes. Where the pages of the rows were not looked
 * at, one of them is fetched first, so that the choice takes what is on it.
 * @param page the page that the choice is for
 * @param withColumns puts the columns that were chosen into what the choice adds
 */
export async function takeChoice(
  key: SpiderKey,
  page: string,
  choice: Choice,
  withColumns: (parts: SpiderParts) => SpiderParts,
): Promise<void> {
  const looked = choice.sample === null ? choice : await lookedAt(key, page, choice);
  const parts = withColumns(looked.parts);
  const { label } = looked;
  const document = getDocument(key);
  const written = document === null ? null : writeParts(document.text, parts);
  if (written === null) {
    toast.warning('The choice was not written', {
      message: 'The JSON is broken, so there is no place for it.',
      hint: 'Mend it first: F8 goes to the problem.',
    });
    return;
  }
  const { edits, names, renamed } = written;
  replaceText(key, edits, label);
  if (choice.source !== undefined) await keepSource(key, page, choice.source);
  for (const [from, to] of renamed) {
    toast.information(`The new callback is called "${to}"`, {
      hint: `The spider has a "${from}" that takes something else.`,
    });
  }
  const [callback] = Object.keys(parts.callbacks);
  changeTester(key, {
    proposing: null,
    callback: callback === undefined ? null : (names.get(callback) ?? callback),
    tab: Object.keys(parts.callbacks).length === 0 ? 'article' : 'fields',
    outlines: noOutlines,
    pointed: null,
  });
}

/** Saves the answer that the spider reads from now on, and shows it, so that what it takes is seen. */
async function keepSource(key: SpiderKey, page: string, source: number): Promise<void> {
  const kept = await act(
    'pages.keepSource',
    { page, source },
    { failure: 'The answer was not saved. Try shows what the spider takes.' },
  );
  if (kept?.page === null || kept?.page === undefined) return;
  invalidate((name) => name === 'pages.list');
  changeTester(key, { page: kept.page.id });
}

/** The choice with the fields of its detail page; as it is where that page cannot be read. */
async function lookedAt(key: SpiderKey, page: string, choice: Choice): Promise<Choice> {
  const looked = await act(
    'pages.proposeDetails',
    { page, choice: choice.id, allowPrivate: mayReachPrivate(key.project, key.spider) },
    { failure: 'The page of a row was not read. The fields that most pages have are taken.' },
  );
  if (looked === null) return choice;
  invalidate((name) => name === 'pages.list');
  // The new page would be shown as the newest one.
  changeTester(key, { page });
  return looked.choice;
}
