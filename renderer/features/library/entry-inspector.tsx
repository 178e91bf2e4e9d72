import { useState } from 'react';
import { Download } from 'lucide-react';
import type { LibraryEntry } from '../../../shared/contract/types.ts';
import { useProject } from '../../run-options/project-select.tsx';
import { useCall } from '../../state/query.ts';
import { useSettled } from '../../state/use-settled.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { shortDate } from '../../ui/format.ts';
import { InspectorPane } from '../../ui/inspector-pane.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { importEntry } from './import-entry.ts';
import { openLibraryDialog } from './library-store.ts';
import { storesWords } from './library-words.ts';
import { PackView } from './pack-view.tsx';

/** How long a person rests on an entry before it is opened, in milliseconds. */
const restMs = 150;

/** What is in an entry, before it is imported. @param entry null: none is chosen */
export function EntryInspector({ entry }: { entry: LibraryEntry | null }) {
  const settled = useSettled(entry, restMs);
  if (entry === null) {
    return (
      <InspectorPane title="Nothing selected" label="Preview">
        <p className="subtle library-none">
          Select a spider or a template to see what it takes, and from where.
        </p>
      </InspectorPane>
    );
  }
  return <Entry key={`${entry.registry}/${entry.name}`} entry={entry} opened={settled === entry} />;
}

function Entry({ entry, opened }: { entry: LibraryEntry; opened: boolean }) {
  const { registry, name, kind, title, versions } = entry;
  const [chosen, setChosen] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const project = useProject(null);
  const version = versions.find((each) => each.version === chosen) ?? versions[0];
  const number = version?.version ?? 1;
  const shown = useCall('library.preview', opened ? { registry, name, version: number, project } : null);
  const pack = shown.value?.pack ?? null;
  const oneClick = async () => {
    setBusy(true);
    await importEntry({ registry, name, version: number }, { project });
    setBusy(false);
  };
  return (
    <InspectorPane
      label="Preview"
      title={title}
      actions={
        <>
          <Button size="small" onClick={() => openLibraryDialog({ kind: 'import', entry, version: number })}>
            Import as…
          </Button>
          <Button
            size="small"
            variant="primary"
            icon={Download}
            busy={busy}
            disabled={pack === null || pack.stores.unchanged}
            title={pack === null ? undefined : storesWords(pack.stores)}
            onClick={() => void oneClick()}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="library-details">
        <div className="library-line">
          <Badge tone={kind === 'spider' ? 'info' : 'neutral'}>{kind}</Badge>
          <span className="mono muted">
            {registry}/{name}
          </span>
          <span className="grow" />
          {versions.length > 1 ? (
            <Select
              small
              aria-label="Version"
              value={String(number)}
              options={versions.map((each) => ({
                value: String(each.version),
                label: `Version ${each.version}, ${shortDate(each.published)}`,
              }))}
              onChange={(value) => setChosen(Number(value))}
            />
          ) : (
            <span className="subtle small">Version {number}</span>
          )}
        </div>
        {typeof version?.notes === 'string' && <p className="library-notes">{version.notes}</p>}
        {shown.error !== null && pack === null ? (
          <ErrorState error={shown.error} title="It could not be opened." onRetry={shown.refresh} />
        ) : pack === null ? (
          <div className="library-waiting" role="status">
            <span className="visually-hidden">Opening it and running its fixtures</span>
            <Skeleton width="80%" />
            <Skeleton width="60%" />
            <Skeleton width="70%" />
          </div>
        ) : (
          <PackView pack={pack} />
        )}
      </div>
    </InspectorPane>
  );
}
