import { useState } from 'react';
import { useQuestions, type AskedQuestion } from '../state/questions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/field.tsx';

/** Shows what `confirm` asks; once in the application. */
export function Questions() {
  const asked = useQuestions((state) => state.queue[0]);
  return asked === undefined ? null : <QuestionDialog asked={asked} key={asked.id} />;
}

function QuestionDialog({ asked }: { asked: AskedQuestion }) {
  const [again, setAgain] = useState(false);
  const { title, message, confirm: yes, cancel = 'Cancel', danger = false, remember } = asked.question;
  return (
    <Dialog
      open
      title={title}
      description={message}
      onClose={() => asked.answer('no')}
      onSubmit={() => asked.answer(again ? 'always' : 'yes')}
      footer={
        <>
          {remember !== undefined && (
            <Checkbox label="Do not ask again" checked={again} onChange={setAgain} />
          )}
          <Button autoFocus={danger} onClick={() => asked.answer('no')}>
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
