import { CircleCheck, TriangleAlert } from 'lucide-react';
import { inspectionNames } from '../../../shared/storage-kinds.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { closeChecked, useStorage } from './storage-store.ts';

const repair = 'spider-studio storage repair';

/** What a check of the database has found, and the way out where something is not as it should be. */
export function CheckDialog() {
  const checked = useStorage((state) => state.checked);
  if (checked === null) return null;
  const { sound, inspected } = checked;
  return (
    <Dialog
      open
      size="medium"
      title={sound ? 'The database is sound' : 'The database is damaged'}
      description={
        sound
          ? 'Everything in it was read, and is as it should be.'
          : 'What is marked below is not as it should be. A repair keeps all that can be read.'
      }
      onClose={closeChecked}
      footer={
        <Button variant="primary" onClick={closeChecked}>
          Close
        </Button>
      }
    >
      <ul className="storage-findings" aria-label="What was checked">
        {inspected.map(({ inspection, problems }) => (
          <li key={inspection} data-state={problems.length === 0 ? 'sound' : 'wrong'}>
            {problems.length === 0 ? (
              <CircleCheck size={14} aria-label="Sound" />
            ) : (
              <TriangleAlert size={14} aria-label="Not as it should be" />
            )}
            <div>
              {inspectionNames[inspection]}
              {problems.map((problem) => (
                <p key={problem} className="small muted">
                  {problem}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {!sound && (
        <div className="storage-repair">
          <p>
            Nothing else may use the data folder during a repair: end runs, close this window and what serves
            it, then run this in a terminal. The database is kept as it was, beside the new one.
          </p>
          <CommandLine line={repair} />
          <p className="subtle small">Where most is lost, restoring a backup is better.</p>
        </div>
      )}
    </Dialog>
  );
}
