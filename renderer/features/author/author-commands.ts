import { useCommands, type Command } from '../../commands/registry.ts';
import {
  editorOf,
  getDocument,
  redo,
  replaceText,
  revealOffset,
  revealPointer,
  undo,
  type SpiderKey,
} from '../../spider-document/document.ts';
import { offsetOfProblem, problemFrom } from '../../spider-document/checking.ts';
import { isDirty } from '../../spider-document/document-status.ts';
import { discardEdits } from '../../spider-document/drafts.ts';
import { setJsonOpen, useJsonOpen } from '../../spider-document/json-open.ts';
import {
  openJson,
  setMode,
  setPanel,
  setPanesShown,
  toggleExplain,
  useMode,
  usePanel,
  usePanesShown,
  type Mode,
} from './layout.ts';
import { formatEdits } from '../../spider-document/text-format.ts';

/** What can be done with the spider that is being written, apart from saving it. */
export function useAuthorCommands(key: SpiderKey): void {
  const mode = useMode();
  const panel = usePanel();
  const panes = usePanesShown();
  const json = useJsonOpen();
  const command = (
    id: string,
    title: string,
    keys: string[],
    run: () => void,
    keywords: string[] = [],
  ): Command => ({
    id: `author.${id}`,
    title,
    category: 'Author',
    keys,
    keywords,
    run,
  });
  const show = (id: string, next: Mode, title: string, keys: string[]) =>
    command(id, title, keys, () => setMode(next), ['json', 'form', 'text']);
  const hasProblems = () => (getDocument(key)?.problems.length ?? 0) > 0;
  const editor = (id: string) => () => {
    const port = editorOf(key);
    port?.focus();
    port?.action('editor.action.hideHover');
    port?.action(id);
  };
  const inText = () => json && mode !== 'form';
  useCommands([
    command('json', json ? 'Close the JSON' : 'Open the JSON', ['Mod+J'], () => openJson(key, !json), [
      'text',
      'form',
      'edit',
    ]),
    show('show-text', 'text', 'Show the spider as text', ['Alt+T']),
    show('show-form', 'form', 'Show the spider as a form', ['Alt+F']),
    show('show-both', 'both', 'Show the spider as text and form', ['Alt+B']),
    {
      ...command('next-problem', 'Go to the next problem', ['F8'], () => stepProblem(key, 1, mode), [
        'error',
        'warning',
      ]),
      when: hasProblems,
    },
    {
      ...command('previous-problem', 'Go to the previous problem', ['Shift+F8'], () =>
        stepProblem(key, -1, mode),
      ),
      when: hasProblems,
    },
    command(
      'problems',
      'Show or hide the problems',
      ['Mod+Shift+M'],
      () => setPanel(panel === 'problems' ? 'none' : 'problems'),
      ['errors', 'warnings', 'list'],
    ),
    command('explain', 'Explain a URL', ['Alt+R'], () => toggleExplain(panel), ['explain', 'rule', 'match']),
    command('format', 'Format', ['Alt+Shift+F'], () => layOut(key), ['format', 'pretty', 'indent']),
    {
      ...command('quick-fix', 'Show the quick fixes', ['Mod+.'], editor('editor.action.quickFix'), [
        'repair',
        'mend',
      ]),
      when: () => inText() && hasProblems(),
    },
    {
      ...command('find', 'Find in the text', [], editor('actions.find')),
      when: inText,
    },
    {
      ...command(
        'replace',
        'Find and replace in the text',
        [],
        editor('editor.action.startFindReplaceAction'),
      ),
      when: inText,
    },
    command('undo', 'Undo', ['Mod+Z'], () => undo(key)),
    command('redo', 'Redo', ['Mod+Shift+Z', 'Mod+Y'], () => redo(key)),
    {
      ...command('side-panes', panes ? 'Hide page and table' : 'Show page and table', ['Alt+Shift+P'], () =>
        setPanesShown(!panes),
      ),
      when: () => json,
    },
    {
      ...command('discard', 'Discard unsaved edits', [], () => void discardEdits(key), ['revert', 'reset']),
      when: () => {
        const document = getDocument(key);
        return document !== null && isDirty(document);
      },
    },
  ]);
}

function layOut(key: SpiderKey): void {
  const document = getDocument(key);
  if (document !== null) replaceText(key, formatEdits(document.text), 'Format');
}

function stepProblem(key: SpiderKey, step: 1 | -1, mode: Mode): void {
  const document = getDocument(key);
  if (document === null) return;
  const problem = problemFrom(document.text, document.problems, document.caret, step);
  if (problem === null) return;
  setJsonOpen(true);
  if (mode === 'form') return revealPointer(key, problem.pointer, { focus: false });
  revealOffset(key, offsetOfProblem(document.text, problem));
  // The message is shown at the place, as by pointing at it.
  editorOf(key)?.action('editor.action.hideHover');
  editorOf(key)?.action('editor.action.showHover');
}
