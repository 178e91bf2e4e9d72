import type { ReactNode } from 'react';
import { create } from 'zustand';
import { setPreferences, usePreferencesStore } from './preferences.ts';

/** A question that a person answers with yes or no. */
export interface Question {
  readonly title: string;
  readonly message: ReactNode;
  /** The label of the confirming button, in the imperative: "Delete". */
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  /** Offers not to ask again; the answer is kept in the preferences under this name. */
  readonly remember?: string;
}

/** A question that waits for its answer. */
export interface AskedQuestion {
  readonly id: number;
  readonly question: Question;
  /** `always`: yes, and remember the answer. */
  answer(answer: 'yes' | 'no' | 'always'): void;
}

let lastId = 0;

/** The questions that wait, the oldest first. */
export const useQuestions = create<{ queue: readonly AskedQuestion[] }>(() => ({ queue: [] }));

const choiceOf = (name: string) => `confirm:${name}`;

/**
 * Asks a person; true when they agree. With `remember`, an agreement that was to be remembered is given without asking
 * (the settings can take that back).
 */
export function confirm(question: Question): Promise<boolean> {
  const { remember } = question;
  const { choices } = usePreferencesStore.getState().preferences;
  if (remember !== undefined && choices[choiceOf(remember)] === true) return Promise.resolve(true);
  return new Promise((resolve) => {
    const asked: AskedQuestion = {
      id: ++lastId,
      question,
      answer(answer) {
        if (answer === 'always' && remember !== undefined) {
          void setPreferences({ choices: { [choiceOf(remember)]: true } });
        }
        useQuestions.setState(({ queue }) => ({ queue: queue.filter((each) => each !== asked) }));
        resolve(answer !== 'no');
      },
    };
    useQuestions.setState(({ queue }) => ({ queue: [...queue, asked] }));
  });
}
