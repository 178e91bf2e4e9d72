import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { CallValue } from '../../../shared/contract/index.ts';
import { inspectionNames } from '../../../shared/storage-kinds.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { closeChecked, useStorage } from './storage-store.ts';

const repair = 'spider-studio storage repair';

type Checked = CallValue<'storage.check'>;

/** What a check has found, in two sentences. */
function headOf({ sound, inspected }: Checked): { title: string; description: string; isWhole: boolean } {
  if (sound)
    return {
      title: 'The database is sound',
      description: 'Everything in it was read, and is as it should be.',
      isWhole: true,
    };
  const wrong = inspected.filter(({ problems }) => problems.length > 0);
  if (wrong.every(({ inspection }) => inspection === 'counters'))
    return {
      title: 'Some counters are wrong',
      description:
        'Nothing is lost: requests, items and pages are whole, and only the numbers that are shown of some runs differ from them. A repair counts anew.',
      isWhole: true,
    };
  return {
    title: 'The database is damaged',
    description: 'What is marked below is not as it should be. A repair keeps all that can be read.',
    isWhole: false,
  };
}

/** What a check of the database has found, and the way out where something is not as it should be. */
export function CheckDialog() {
  const checked = useStorage((state) => state.checked);
  if (checked === null) return null;
  const { sound, inspected } = checked;
  const { title, description, isWhole } = headOf(checked);
  return (
    <Dialog
      open
      size="medium"
      title={title}
      description={description}
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
          {!isWhole && <p className="subtle small">Where most is lost, restoring a backup is better.</p>}
        </div>
      )}
    </Dialog>
  );
}
