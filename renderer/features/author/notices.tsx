import { useState } from 'react';
import { CircleAlert, History, TriangleAlert } from 'lucide-react';
import type { FixableProblem } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffEditor } from '../../ui/editor/diff-editor.tsx';
import { dateTime } from '../../ui/format.ts';
import {
  getDocument,
  replaceText,
  revealPointer,
  useDocument,
  useDocumentText,
  type DocumentNotice,
  type SpiderKey,
  dismissNotice,
} from '../../spider-document/document.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { discardEdits, keepDraft } from '../../spider-document/drafts.ts';
import { exportText } from '../../spider-document/export-text.ts';
import { setJsonOpen } from '../../spider-document/json-open.ts';
import { compareWithNewest } from '../../spider-document/saving.ts';
import { Strip } from '../../ui/strip.tsx';

/** The notices above the text. */
export function Notices(key: SpiderKey) {
  const notices = useDocument(key, (document) => document.notices) ?? [];
  const problems = useDocument(key, (document) => document.problems) ?? [];
  const stray = problems.filter(isStray);
  return (
    <>
      {notices.map((notice) => (
        <Notice {...key} notice={notice} key={notice.kind} />
      ))}
      {stray.length > 0 && (
        <Strip
          icon={TriangleAlert}
          tone="warning"
          actions={
            <Button size="small" onClick={() => removeStray(key)}>
              Remove them
            </Button>
          }
        >
          A spider is strict JSON: comments and commas before a closing bracket are not part of it.
        </Strip>
      )}
    </>
  );
}

const isStray = ({ code }: FixableProblem) => code === 'json-comment' || code === 'json-trailing-comma';

/** Removes every comment and stray comma that was found, as one step. */
function removeStray(key: SpiderKey): void {
  const document = getDocument(key);
  if (document === null || document.checked !== document.text) return;
  const edits = document.problems
    .filter(isStray)
    .flatMap(({ fixes }) => fixes[0]?.edits ?? [])
    .sort((a, b) => a.offset - b.offset);
  let end = 0;
  const apart = edits.filter((edit) => {
    const fits = edit.offset >= end;
    if (fits) end = edit.offset + edit.length;
    return fits;
  });
  replaceText(key, apart, 'Remove comments and stray commas');
}

function Notice({ notice, ...key }: SpiderKey & { notice: DocumentNotice }) {
  const [comparing, setComparing] = useState(false);
  const dismiss = () => dismissNotice(key, notice.kind);
  switch (notice.kind) {
    case 'restored':
      return (
        <>
          <Strip
            icon={History}
            tone="info"
            onDismiss={dismiss}
            actions={
              <>
                <Button size="small" onClick={() => setComparing(true)}>
                  Show the edits
                </Button>
                <Button size="small" onClick={() => void discardEdits(key)}>
                  Discard them
                </Button>
              </>
            }
          >
            Edits of {dateTime(notice.at)} that were not saved are back.
            {notice.version !== null &&
              ` They began from version ${notice.version}; a newer one was saved since.`}
          </Strip>
          {comparing && <RestoredEdits {...key} onClose={() => setComparing(false)} />}
        </>
      );
    case 'refused':
      return (
        <Strip
          icon={CircleAlert}
          tone="danger"
          onDismiss={dismiss}
          actions={
            <Button size="small" onClick={() => showPlace(key, notice.pointer)}>
              Show the place
            </Button>
          }
        >
          <strong>Kept as a draft, not as a version.</strong> {notice.message}
          {notice.others > 0 && ` (and ${notice.others} more)`}
        </Strip>
      );
    case 'newer':
      return (
        <Strip
          icon={TriangleAlert}
          tone="warning"
          onDismiss={dismiss}
          actions={
            <Button size="small" onClick={() => void compareWithNewest(key)}>
              Compare
            </Button>
          }
        >
          Version {notice.version} was saved elsewhere since these edits began.
        </Strip>
      );
    case 'draft-failed':
      return <DraftFailed {...key} message={notice.message} />;
    case 'conflict':
      return <ConflictNotice {...key} theirs={notice.theirs} />;
    default:
      return notice satisfies never;
  }
}

/** Shows a place of the text, in the JSON. */
function showPlace(key: SpiderKey, pointer: string): void {
  setJsonOpen(true);
  revealPointer(key, pointer);
}

function DraftFailed({ message, ...key }: SpiderKey & { message: string }) {
  const keptHere = useDocument(key, (document) => document.keptHere) ?? null;
  return (
    <Strip
      icon={CircleAlert}
      tone="danger"
      actions={
        <>
          <Button size="small" onClick={() => exportText(key)}>
            Download
          </Button>
          <Button size="small" onClick={() => void keepDraft(key)}>
            Try again
          </Button>
        </>
      }
    >
      <strong>
        {keptHere === null ? 'The edits are not stored.' : 'The edits are stored in this browser only.'}
      </strong>{' '}
      {message}
    </Strip>
  );
}

function RestoredEdits({ onClose, ...key }: SpiderKey & { onClose: () => void }) {
  const text = useDocumentText(key) ?? '';
  const base = useDocument(key, (document) => document.base);
  if (base === null) return null;
  return (
    <Dialog
      open
      size="full"
      title="Edits that were not saved"
      description={`Left: version ${base.version}. Right: the text as it stands.`}
      onClose={onClose}
      footer={
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="author-diff">
        <DiffEditor label="The edits" original={base.text} modified={text} language="json" />
      </div>
    </Dialog>
  );
}
