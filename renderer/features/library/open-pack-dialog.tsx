import { useEffect, useState } from 'react';
import { Download } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { PackPreview } from '../../../shared/contract/types.ts';
import { uploadFile } from '../../client/upload.ts';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { useSettled } from '../../state/use-settled.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { showStored } from './import-entry.ts';
import { closeLibraryDialog } from './library-store.ts';
import { storesWords } from './library-words.ts';
import { PackView } from './pack-view.tsx';
import { TargetFields, useTarget } from './target-fields.tsx';

/** How long typing rests before a name is tried, in milliseconds. */
const restMs = 250;

type Opened = { pack: PackPreview; error: null } | { pack: null; error: CallError } | null;

/** Shows what is in a spider pack, and imports it. */
export function OpenPackDialog({ file }: { file: File }) {
  const target = useTarget();
  const [busy, setBusy] = useState(false);
  const key = useSettled(JSON.stringify([target.args, target.wrong]), restMs);
  const opened = useOpened(file, key, target.args);
  const pack = opened?.pack ?? null;
  const error = opened?.error ?? null;
  const store = async () => {
    if (pack === null || target.wrong !== null || busy) return;
    setBusy(true);
    const sent = await uploadFile(getClient(), file);
    const stored = sent.ok
      ? await act(
          'packs.import',
          { source: { kind: 'upload', upload: sent.value.upload }, ...target.args },
          { failure: `${file.name} was not imported.` },
        )
      : null;
    setBusy(false);
    if (stored === null) return;
    closeLibraryDialog();
    showStored(stored);
  };
  return (
    <Dialog
      open
      size="large"
      title={pack === null ? file.name : `${pack.name}, version ${pack.version}`}
      description="Every byte of it is checked, and nothing is stored before you import it."
      onClose={closeLibraryDialog}
      onSubmit={() => void store()}
      footer={
        <>
          <p className="library-outcome small muted grow" role="status">
            {pack === null ? '' : storesWords(pack.stores)}
          </p>
          <Button onClick={closeLibraryDialog}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            icon={Download}
            busy={busy}
            disabled={pack === null || target.wrong !== null || pack.stores.unchanged}
          >
            Import
          </Button>
        </>
      }
    >
      {error !== null ? (
        <ErrorState error={error} title="The pack cannot be opened." />
      ) : (
        <>
          <TargetFields target={target} own={pack?.stores.spider ?? null} />
          {pack === null ? (
            <div className="library-waiting" role="status">
              <span className="visually-hidden">Opening it and running its fixtures</span>
              <Skeleton width="80%" />
              <Skeleton width="60%" />
            </div>
          ) : (
            <PackView pack={pack} />
          )}
        </>
      )}
    </Dialog>
  );
}

/** What is in a file, and what an import would store. What was read stays while another name is tried. */
function useOpened(file: File, key: string, args: { project: string; name?: string }): Opened {
  const [opened, setOpened] = useState<Opened>(null);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const open = async () => {
      const sent = await uploadFile(getClient(), file, { signal });
      const answer = sent.ok
        ? await getClient().call(
            'packs.inspect',
            { source: { kind: 'upload', upload: sent.value.upload }, ...args },
            { signal },
          )
        : sent;
      if (signal.aborted) return;
      setOpened(answer.ok ? { pack: answer.value, error: null } : { pack: null, error: answer.error });
    };
    void open();
    return () => abort.abort();
    // The key stands for the arguments, once typing has rested.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [file, key]);
  return opened;
}
