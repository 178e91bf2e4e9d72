import type { BrowserWindow } from 'electron';
import { closeChoiceName, closeChoiceOf } from '../../shared/window/close-choice.ts';
import type { Dispatch } from '../host/serving/dispatcher.ts';
import type { Choice, Question } from './leaving.ts';
import type { ElectronPort } from './port.ts';

/** Asks what to do with running crawls. */
export async function closeQuestion(
  dialog: Pick<ElectronPort['dialog'], 'showMessageBox'>,
  { kind, runs }: Question,
  window: BrowserWindow | null,
): Promise<{ choice: Choice | null; remember: boolean }> {
  const answers: readonly { label: string; choice: Choice | null }[] = [
    { label: kind === 'quit' ? 'Pause and Quit' : 'Pause and Close', choice: 'pause' },
    ...(kind === 'close' ? [{ label: 'Keep Crawling', choice: 'keep' } as const] : []),
    { label: 'Cancel', choice: null },
  ];
  const them = runs === 1 ? 'it' : 'them';
  const question = {
    type: 'question' as const,
    message: runs === 1 ? 'A crawl is running.' : `${runs} crawls are running.`,
    detail:
      kind === 'quit'
        ? `Spider Studio can pause ${them}, and you can resume ${them} at the next start.`
        : `Spider Studio can pause ${them}, and you can resume ${them} at the next start. Or it keeps crawling without a window, shows an icon in the notification area, and quits when nothing is left to crawl. To show the window, open it again.`,
    buttons: answers.map(({ label }) => label),
    defaultId: 0,
    cancelId: answers.length - 1,
    checkboxLabel: 'Do not ask again',
    checkboxChecked: false,
    noLink: true,
  };
  const { response, checkboxChecked } =
    window === null || window.isDestroyed()
      ? await dialog.showMessageBox(question)
      : await dialog.showMessageBox(window, question);
  return { choice: answers[response]?.choice ?? null, remember: checkboxChecked };
}

/** Reads and writes the answer among the preferences. */
export function closePreference(dispatch: Dispatch) {
  const nobody = () => ({
    client: 'desktop' as const,
    window: null,
    takePath: null,
    signal: new AbortController().signal,
  });
  return {
    /** null: there is no stored answer, or it cannot be read; the question is asked then. */
    async read(): Promise<Choice | null> {
      const answer = await dispatch('app.preferences', {}, nobody());
      return closeChoiceOf(entriesOf(entriesOf(answer.ok ? answer.value : null)['choices']));
    },
    /** If the answer cannot be stored, the question is asked again next time. */
    async write(choice: Choice): Promise<void> {
      await dispatch('app.setPreferences', { patch: { choices: { [closeChoiceName]: choice } } }, nobody());
    },
  };
}

function entriesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
