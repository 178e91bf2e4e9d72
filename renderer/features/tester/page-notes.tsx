import { useState } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import { fetchStyles } from './pages.ts';

/** Notes below the page: what is not shown, and a way to load missing style sheets. */
export function PageNotes({
  page,
  shown: { notes, styles },
  onStyles,
}: {
  page: SavedPage;
  shown: CallValue<'pages.preview'>;
  /** Called once its style sheets are loaded. */
  onStyles: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const { missing, problems } = styles;
  if (notes.length === 0 && missing === 0 && problems.length === 0) return null;
  const fetch = async () => {
    setBusy(true);
    const done = await fetchStyles(page);
    setBusy(false);
    if (done) onStyles();
  };
  return (
    <div className="tester-notes small row">
      <p className="grow">
        {missing > 0 &&
          `${counted(missing, 'style sheet')} of the page ${missing === 1 ? 'is' : 'are'} not kept. `}
        {problems.length > 0 && `${counted(problems.length, 'style sheet')} could not be loaded. `}
        {notes.join(' ')}
      </p>
      {problems.length > 0 && (
        <Popover
          label="Missing style sheets"
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
          {missing > 0 ? 'Fetch the styles' : 'Try again'}
        </Button>
      )}
    </div>
  );
}
