import { useState } from 'react';
import { FlaskConical, Play, RotateCcw } from 'lucide-react';
import type { CallValue } from '../../../shared/contract/index.ts';
import { useVersionMark } from '../../contributions/version-mark.ts';
import { originWords } from '../../../shared/spider/version-origins.ts';
import { navigate } from '../../navigation/router.ts';
import { callOptions } from '../../run-options/call-options.ts';
import { rememberedChoice } from '../../run-options/start-memory.ts';
import { act } from '../../state/act.ts';
import { invalidate, useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { confirm } from '../../state/questions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffEditor } from '../../ui/editor/diff-editor.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { counted, dateTime } from '../../ui/format.ts';
import { Spinner } from '../../ui/progress.tsx';
import { useDocument, useDocumentText, type SpiderKey, replaceAll } from '../../spider-document/document.ts';
import { isDirty } from '../../spider-document/document-status.ts';
import { asEdited } from '../../spider-document/line-ends.ts';
import { restoreVersion } from '../../spider-document/saving.ts';
import { VersionMarks } from './version-marks.tsx';

type Version = CallValue<'spiders.versions'>[number];
/** What a version is compared with: the text as it stands, the version before it, or one of these numbers. */
type Against = 'present' | 'before' | `${number}`;

/** All versions of a spider, the changes of each, and a way to restore one. */
export function VersionsDialog({ onClose, ...key }: SpiderKey & { onClose: () => void }) {
  const { value, error, refresh } = useCall('spiders.versions', { ...key });
  const [chosen, setChosen] = useState<number | null>(null);
  const [against, setAgainst] = useState<Against>('present');
  const dirty = useDocument(key, isDirty) === true;
  const [newest] = value ?? [];
  const version = value?.find(({ number }) => number === chosen) ?? (dirty ? newest : (value?.[1] ?? newest));
  const restore = async () => {
    if (version === undefined) return;
    const agreed =
      !dirty ||
      (await confirm({
        title: `Restore version ${version.number}?`,
        message:
          'The text has edits that are not saved. Undo brings them back as long as the spider is open.',
        confirm: 'Restore',
      }));
    if (agreed && (await restoreVersion(key, version.number))) onClose();
  };
  const run = async (kind: 'test' | 'full') => {
    if (version === undefined) return;
    const choice = { ...rememberedChoice(key.project, key.spider), kind };
    const started = await act(
      'runs.start',
      { ...key, version: version.number, ...callOptions(choice) },
      { failure: `No run of version ${version.number} was started.` },
    );
    if (started === null) return;
    invalidate((name) => name === 'runs.list' || name === 'spiders.list');
    onClose();
    navigate(['run', started.run.id]);
  };
  return (
    <Dialog
      open
      size="full"
      title={`Versions of ${key.spider}`}
      description="Every save creates a version. Restoring adds a version and removes none."
      onClose={onClose}
      footer={
        version !== undefined && (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button icon={FlaskConical} onClick={() => void run('test')}>
              Test version {version.number}
            </Button>
            <Button icon={Play} onClick={() => void run('full')}>
              Run version {version.number}
            </Button>
            <TakeText {...key} version={version} onDone={onClose} />
            <Button
              variant="primary"
              icon={RotateCcw}
              disabled={version === newest && !dirty}
              onClick={() => void restore()}
            >
              Restore version {version.number}
            </Button>
          </>
        )
      }
    >
      {error !== null && value === null ? (
        <ErrorState error={error} onRetry={refresh} />
      ) : version === undefined || value === null ? (
        <div className="author-loading">
          <Spinner />
        </div>
      ) : (
        <div className="author-versions">
          <VersionList {...key} versions={value} chosen={version.number} onChoose={setChosen} />
          <div className="author-versions-diff">
            <VersionMarks {...key} version={version} />
            <Select
              small
              aria-label="Compare with"
              value={against}
              onChange={setAgainst}
              options={[
                { value: 'present', label: `Version ${version.number} → the text as it stands` },
                {
                  value: 'before',
                  label:
                    version.number === 1
                      ? 'The whole first version'
                      : `Version ${version.number - 1} → version ${version.number}`,
                },
                ...value
                  .filter(({ number }) => number !== version.number && number !== version.number - 1)
                  .map(({ number, label }) => ({
                    value: `${number}` as const,
                    label: `Version ${number}${label === null ? '' : ` (${label})`} → version ${version.number}`,
                  })),
              ]}
            />
            <VersionDiff {...key} version={version.number} against={against} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface VersionListProps extends SpiderKey {
  versions: readonly Version[];
  chosen: number;
  onChoose: (version: number) => void;
}

function VersionList({ versions, chosen, onChoose, ...key }: VersionListProps) {
  const Mark = useVersionMark();
  const step = (event: React.KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = versions[versions.findIndex(({ number }) => number === chosen) + by];
    if (by === 0 || next === undefined) return;
    event.preventDefault();
    onChoose(next.number);
    document.querySelector<HTMLElement>(`[data-version="${next.number}"]`)?.focus();
  };
  return (
    <div className="author-versions-list" role="listbox" aria-label="Versions" tabIndex={-1} onKeyDown={step}>
      {versions.map((version, index) => (
        <button
          key={version.number}
          type="button"
          role="option"
          data-version={version.number}
          aria-selected={version.number === chosen}
          autoFocus={version.number === chosen}
          tabIndex={version.number === chosen ? 0 : -1}
          className={classes('author-version', version.number === chosen && 'author-version-chosen')}
          onClick={() => onChoose(version.number)}
        >
          <span className="row">
            <span className="strong grow">Version {version.number}</span>
            {version.label !== null && <Badge>{version.label}</Badge>}
            {index === 0 && <Badge tone="accent">newest</Badge>}
          </span>
          <span className="row">
            <span className="subtle small grow">{dateTime(version.createdAt)}</span>
            {Mark !== null && <Mark {...key} version={version.number} />}
          </span>
          <span className="subtle small">
            {version.origin === null ? '' : `${originWords[version.origin]} · `}
            {counted(version.characters, 'character')} · {counted(version.runs, 'run')}
          </span>
          {version.note !== null && <span className="subtle small">{version.note}</span>}
        </button>
      ))}
    </div>
  );
}

function VersionDiff({ version, against, ...key }: SpiderKey & { version: number; against: Against }) {
  const present = useDocumentText(key) ?? '';
  const shown = useCall('spiders.version', { ...key, version });
  const other = against === 'present' ? null : against === 'before' ? version - 1 : Number(against);
  const before = useCall('spiders.version', other === null || other < 1 ? null : { ...key, version: other });
  if (shown.error !== null) return <ErrorState error={shown.error} onRetry={shown.refresh} />;
  if (shown.value === null || (other !== null && other > 0 && before.value === null)) {
    return (
      <div className="author-loading">
        <Spinner />
      </div>
    );
  }
  const text = asEdited(shown.value.text);
  const [original, modified] =
    against === 'present' ? [text, present] : [asEdited(before.value?.text ?? ''), text];
  return (
    <>
      {original === modified && (
        <p className="author-versions-same" role="status">
          No differences.
        </p>
      )}
      <div className="author-diff">
        <DiffEditor label="Versions" original={original} modified={modified} language="json" />
      </div>
    </>
  );
}

/** Puts the text of a version into the editor without saving it. */
function TakeText({ version, onDone, ...key }: SpiderKey & { version: Version; onDone: () => void }) {
  const { value } = useCall('spiders.version', { ...key, version: version.number });
  return (
    <Button
      disabled={value === null}
      onClick={() => {
        if (value === null) return;
        replaceAll(key, asEdited(value.text), `Take the text of version ${version.number}`);
        onDone();
      }}
    >
      Edit from version {version.number}
    </Button>
  );
}
