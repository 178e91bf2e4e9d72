import { useState } from 'react';
import { Download } from 'lucide-react';
import type { LibraryEntry } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { useSettled } from '../../state/use-settled.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { importEntry } from './import-entry.ts';
import { closeLibraryDialog } from './library-store.ts';
import { storesWords } from './library-words.ts';
import { TargetFields, useTarget } from './target-fields.tsx';

/** How long typing rests before a name is tried, in milliseconds. */
const restMs = 200;

/** Imports an entry under a name and into a project that a person chooses. */
export function ImportDialog({ entry, version }: { entry: LibraryEntry; version: number }) {
  const { registry, name, title } = entry;
  const target = useTarget();
  const [busy, setBusy] = useState(false);
  const { project, name: spider } =
    useSettled(JSON.stringify(target.args), restMs) === JSON.stringify(target.args)
      ? target.args
      : { project: null };
  const args = {
    registry,
    name,
    version,
    project: project ?? target.project,
    ...(spider === undefined ? {} : { spider }),
  };
  const shown = useCall('library.preview', project === null || target.wrong !== null ? null : args);
  const pack = shown.value?.pack ?? null;
  const store = async () => {
    if (target.wrong !== null || busy) return;
    setBusy(true);
    const { project: into, name: as } = target.args;
    const done = await importEntry(
      { registry, name, version },
      { project: into, ...(as === undefined ? {} : { spider: as }) },
    );
    setBusy(false);
    if (done) closeLibraryDialog();
  };
  return (
    <Dialog
      open
      title={`Import “${title}”`}
      description={`Version ${version} of ${registry}/${name}, with its saved pages and fixtures.`}
      onClose={closeLibraryDialog}
      onSubmit={() => void store()}
      footer={
        <>
          <Button onClick={closeLibraryDialog}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            icon={Download}
            busy={busy}
            disabled={target.wrong !== null || pack?.stores.unchanged === true}
          >
            Import
          </Button>
        </>
      }
    >
      <TargetFields target={target} own={pack?.stores.spider ?? null} />
      <p className="library-outcome small muted" role="status">
        {shown.error !== null ? shown.error.message : pack === null ? ' ' : storesWords(pack.stores)}
      </p>
    </Dialog>
  );
}
