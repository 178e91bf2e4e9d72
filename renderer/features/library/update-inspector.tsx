import { useState } from 'react';
import { ArrowUpCircle, Undo2 } from 'lucide-react';
import type { LibraryUpdate, UpdatePreview } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DiffEditor } from '../../ui/editor/diff-editor.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { InspectorPane } from '../../ui/inspector-pane.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { libraryChanged } from './library-store.ts';
import { testWords, whoChanged } from './library-words.ts';
import { FailedCells } from './pack-view.tsx';

/** Places that are shown of who changed what. */
const shownPlaces = 6;

/** What an update would change of an imported spider. @param update null: none is chosen */
export function UpdateInspector({ update }: { update: LibraryUpdate | null }) {
  if (update === null)
    return (
      <InspectorPane title="No spider selected" label="Update">
        <p className="subtle library-none">Select a spider to see what a newer version changes.</p>
      </InspectorPane>
    );
  const { project, spider, from } = update;
  return <Update key={`${project}/${spider}/${from.version}`} update={update} />;
}

function Update({ update }: { update: LibraryUpdate }) {
  const { project, spider, from, newest, isNewer, canGoBack } = update;
  const [busy, setBusy] = useState(false);
  const preview = useCall('library.previewUpdate', isNewer ? { project, spider, version: null } : null);
  const take = async () => {
    if (preview.value === null) return;
    const agreed = await agreedTo(preview.value);
    if (agreed === null) return;
    setBusy(true);
    const stored = await act(
      'library.update',
      { project, spider, version: preview.value.to.version, ...agreed },
      { failure: `${spider} was not updated.` },
    );
    setBusy(false);
    if (stored === null) return;
    libraryChanged();
    toast.success(`${spider} is up to date`, {
      message: `Version ${stored.version}, from ${stored.from.registry}/${stored.from.name}@${stored.from.version}.`,
    });
  };
  const goBack = async () => {
    setBusy(true);
    const done = await act('library.rollback', { project, spider }, { failure: `${spider} stays as it is.` });
    setBusy(false);
    if (done === null) return;
    libraryChanged();
    toast.success(`${spider} is as version ${done.to} was`, {
      message: `It is version ${done.version} now.`,
    });
  };
  return (
    <InspectorPane
      label="Update"
      title={isNewer ? `${spider}: version ${from.version} → ${newest?.version ?? ''}` : spider}
      actions={
        <>
          {canGoBack && (
            <Button size="small" icon={Undo2} disabled={busy} onClick={() => void goBack()}>
              Go back
            </Button>
          )}
          {isNewer && (
            <Button
              size="small"
              variant="primary"
              icon={ArrowUpCircle}
              busy={busy}
              disabled={preview.value === null}
              onClick={() => void take()}
            >
              Update
            </Button>
          )}
        </>
      }
    >
      {isNewer ? (
        preview.error !== null && preview.value === null ? (
          <ErrorState error={preview.error} title="It could not be compared." onRetry={preview.refresh} />
        ) : preview.value === null ? (
          <div className="library-waiting" role="status">
            <span className="visually-hidden">Comparing it and running its fixtures</span>
            <Skeleton width="70%" />
            <Skeleton width="50%" />
          </div>
        ) : (
          <Difference preview={preview.value} />
        )
      ) : (
        <p className="subtle library-none">
          {newest === null
            ? `${from.registry} has no ${from.name}, or is not among the registries any more.`
            : `It came from ${from.registry}/${from.name}@${from.version}, the newest there.`}
        </p>
      )}
    </InspectorPane>
  );
}

function Difference({ preview }: { preview: UpdatePreview }) {
  const { before, after, changes, test, to, pages, changedHere } = preview;
  const { tone, words } = testWords(test);
  const mixed = changes.filter(({ where }) => changedHere || where !== 'there');
  const more = mixed.length - shownPlaces;
  return (
    <div className="library-update">
      <div className="library-line">
        <Badge tone={tone}>{words}</Badge>
        {changedHere && <Badge tone="warning">changed here, too</Badge>}
        {pages > 0 && <span className="subtle small">{counted(pages, 'new saved page')}</span>}
        {to.notes !== null && <span className="library-notes">{to.notes}</span>}
      </div>
      {test.problem !== null && <p className="library-wrong small">{test.problem}</p>}
      <FailedCells failed={test.failed} />
      {mixed.length > 0 && (
        <ul className="library-changes small" aria-label="Who changed what">
          {mixed.slice(0, shownPlaces).map(({ place, where }) => (
            <li key={place}>
              <code>{place}</code> <span className="subtle">{whoChanged[where]}</span>
            </li>
          ))}
          {more > 0 && <li className="subtle">and {counted(more, 'more place')}</li>}
        </ul>
      )}
      <div className="library-diff">
        <DiffEditor label="The update" original={before} modified={after} language="json" />
      </div>
    </div>
  );
}

/** Asks what a person has to agree to. @returns null: they do not */
async function agreedTo({
  spider,
  version,
  changedHere,
  same,
  test,
}: UpdatePreview): Promise<{ replaceEdits: boolean; force: boolean } | null> {
  const isRight = test.passed || (test.locked === 0 && test.problem === null);
  if (same || (!changedHere && isRight)) return { replaceEdits: false, force: false };
  const agreed = await confirm({
    title: `Update ${spider} all the same?`,
    message: (
      <>
        {!isRight && <p>The newer version does not take from the saved pages what it should.</p>}
        {changedHere && (
          <p>
            It takes the place of what you have changed. Your changes stay in version {version}, and “Go back”
            brings them back.
          </p>
        )}
      </>
    ),
    confirm: 'Update',
    danger: !isRight,
  });
  return agreed ? { replaceEdits: changedHere, force: !isRight } : null;
}
