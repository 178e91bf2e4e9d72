import type { BrowserWindow } from 'electron';
import { closeChoiceName, closeChoiceOf } from '../../shared/contract/close-choice.ts';
import type { Dispatch } from '../host/serving/dispatcher.ts';
import type { Choice, Question } from './leaving.ts';
import type { ElectronPort } from './port.ts';

/** Asks what becomes of the runs that are under way. */
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
        ? `Spider Studio can pause ${them}; you can resume ${them} at the next start.`
        : `Spider Studio can pause ${them}, and you can resume ${them} at the next start. Or it keeps crawling without a window, with an icon beside the clock, and ends by itself when there is nothing left; opening it again shows the window.`,
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

/** Where the answer is kept: among the preferences, like everything that a person has set. */
export function closePreference(dispatch: Dispatch) {
  const nobody = () => ({
    client: 'desktop' as const,
    window: null,
    takePath: null,
    signal: new AbortController().signal,
  });
  return {
    /** null: nothing is remembered, or it cannot be read; then it is asked. */
    async read(): Promise<Choice | null> {
      const answer = await dispatch('app.preferences', {}, nobody());
      return closeChoiceOf(entriesOf(entriesOf(answer.ok ? answer.value : null)['choices']));
    },
    /** Where it cannot be kept, it is asked again. */
    async write(choice: Choice): Promise<void> {
      await dispatch('app.setPreferences', { patch: { choices: { [closeChoiceName]: choice } } }, nobody());
    },
  };
}

function entriesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
