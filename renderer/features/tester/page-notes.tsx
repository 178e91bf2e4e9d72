import { useState } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import { fetchFiles } from './pages.ts';

/** Notes below the page: what is not shown, and a way to load missing style sheets. */
export function PageNotes({
  page,
  shown: { notes, styles, pictures },
  onFiles,
}: {
  page: SavedPage;
  shown: CallValue<'pages.preview'>;
  /** Called once its style sheets and pictures are loaded. */
  onFiles: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const missing = styles.missing + pictures.missing;
  const problems = [...styles.problems, ...pictures.problems];
  if (notes.length === 0 && missing === 0 && problems.length === 0) return null;
  const fetch = async () => {
    setBusy(true);
    const done = await fetchFiles(page);
    setBusy(false);
    if (done) onFiles();
  };
  return (
    <div className="tester-notes small row">
      <p className="grow">
        {missing > 0 &&
          `${parts(styles.missing, pictures.missing)} of the page ${missing === 1 ? 'is' : 'are'} not kept. `}
        {problems.length > 0 &&
          `${parts(styles.problems.length, pictures.problems.length)} could not be loaded. `}
        {notes.join(' ')}
      </p>
      {problems.length > 0 && (
        <Popover
          label="What could not be loaded"
          side="top"
          align="end"
          trigger={
            <Button size="small" variant="quiet">
              Why
            </Button>
          }
        >
          <ul className="tester-problems small">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Popover>
      )}
      {(missing > 0 || problems.length > 0) && (
        <Button size="small" busy={busy} onClick={() => void fetch()}>
          {missing > 0 ? 'Fetch them' : 'Try again'}
        </Button>
      )}
    </div>
  );
}

/** "2 style sheets and 12 pictures" */
const parts = (sheets: number, pictures: number): string =>
  [sheets > 0 ? counted(sheets, 'style sheet') : '', pictures > 0 ? counted(pictures, 'picture') : '']
    .filter((part) => part !== '')
    .join(' and ');
