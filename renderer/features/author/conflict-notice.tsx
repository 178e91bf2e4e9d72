import { useState } from 'react';
import { GitCompare } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffEditor } from '../../ui/editor/diff-editor.tsx';
import { dateTime } from '../../ui/format.ts';
import {
  useDocument,
  useDocumentText,
  type SpiderKey,
  type StoredDraft,
} from '../../spider-document/document.ts';
import { keepMine, takeTheirDraft } from '../../spider-document/drafts.ts';
import { Strip } from '../../ui/strip.tsx';

type ConflictProps = SpiderKey & { theirs: StoredDraft };

/** The choice between the edits of two windows to the same spider. Both are kept until one is chosen. */
export function ConflictNotice({ theirs, ...key }: ConflictProps) {
  const [comparing, setComparing] = useState(false);
  const keptHere = useDocument(key, (document) => document.keptHere) ?? null;
  return (
    <>
      <Strip
        icon={GitCompare}
        tone="danger"
        actions={
          <>
            <Button size="small" onClick={() => setComparing(true)}>
              Compare
            </Button>
            <Button size="small" onClick={() => takeTheirDraft(key)}>
              Take theirs
            </Button>
            <Button size="small" onClick={() => void keepMine(key)}>
              Keep mine
            </Button>
          </>
        }
      >
        <strong>Another window has edited this spider too.</strong> Its edits are stored (
        {dateTime(theirs.updatedAt)}); yours are kept in this {keptHere === null ? 'window' : 'browser'} until
        you choose.
      </Strip>
      {comparing && <CompareEdits {...key} theirs={theirs} onClose={() => setComparing(false)} />}
    </>
  );
}

function CompareEdits({ theirs, onClose, ...key }: ConflictProps & { onClose: () => void }) {
  const mine = useDocumentText(key) ?? '';
  const choose = (choice: () => void) => () => {
    choice();
    onClose();
  };
  return (
    <Dialog
      open
      size="full"
      title="Edits of two windows"
      description="Left: the edits of the other window. Right: your text. To restore the text you did not choose, undo in the window where it was typed."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button onClick={choose(() => takeTheirDraft(key))}>Take theirs</Button>
          <Button variant="primary" autoFocus onClick={choose(() => void keepMine(key))}>
            Keep mine
          </Button>
        </>
      }
    >
      <div className="author-diff">
        <DiffEditor
          label="The edits of the other window and yours"
          original={theirs.text}
          modified={mine}
          language="json"
        />
      </div>
    </Dialog>
  );
}
