import { useState, type ReactNode } from 'react';
import { create } from 'zustand';
import { setPreferences, usePreferencesStore } from '../state/preferences.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Checkbox } from './field.tsx';

export interface Question {
  readonly title: string;
  readonly message: ReactNode;
  /** The button that does it, as an order: "Delete". */
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  /** Offers not to ask again; the answer is kept in the preferences under this name. */
  readonly remember?: string;
}

interface Asked {
  readonly id: number;
  readonly question: Question;
  answer(yes: boolean): void;
}

let lastId = 0;
const useQuestions = create<{ queue: readonly Asked[] }>(() => ({ queue: [] }));

/**
 * Asks a person; true when they agree. With `remember`, an agreement that was to be remembered is given without asking
 * (the settings can take that back).
 */
export function confirm(question: Question): Promise<boolean> {
  const { choices } = usePreferencesStore.getState().preferences;
  if (question.remember !== undefined && choices[`confirm:${question.remember}`] === true) {
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const asked: Asked = {
      id: ++lastId,
      question,
      answer(yes) {
        useQuestions.setState((state) => ({ queue: state.queue.filter((each) => each !== asked) }));
        resolve(yes);
      },
    };
    useQuestions.setState((state) => ({ queue: [...state.queue, asked] }));
  });
}

/** Shows what `confirm` asks; once in the application. */
export function Questions() {
  const asked = useQuestions((state) => state.queue[0]);
  return asked === undefined ? null : <QuestionDialog asked={asked} key={asked.id} />;
}

function QuestionDialog({ asked }: { asked: Asked }) {
  const [again, setAgain] = useState(false);
  const { title, message, confirm: yes, cancel = 'Cancel', danger = false, remember } = asked.question;
  const agree = () => {
    if (again && remember !== undefined) void setPreferences({ choices: { [`confirm:${remember}`]: true } });
    asked.answer(true);
  };
  return (
    <Dialog
      open
      title={title}
      description={message}
      onClose={() => asked.answer(false)}
      onSubmit={agree}
      footer={
        <>
          {remember !== undefined && (
            <Checkbox label="Do not ask again" checked={again} onChange={setAgain} />
          )}
          <Button autoFocus={danger} onClick={() => asked.answer(false)}>
            {cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" autoFocus={!danger}>
            {yes}
          </Button>
        </>
      }
    />
  );
}
