import { useEffect, useState } from 'react';
import { Download, RotateCw, Unplug } from 'lucide-react';
import { useConnection } from '../state/connection.ts';
import { useHeldEdits, type HeldEdits } from '../spider-document/held-edits.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import './connection-lost.css';

/** The time after which a lost connection is shown, in milliseconds: short breaks are not. */
const patienceMs = 1200;

/** Says why the connection is lost, and where unsaved edits are. */
export function ConnectionLost() {
  const { state, lostAt } = useConnection();
  const held = useHeldEdits((edits) => edits.held);
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (lostAt === null) return undefined;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [lostAt]);
  if (state === 'refused') {
    return (
      <div className="wb-offline-full">
        <EmptyState
          page
          icon={Unplug}
          title="This window is not signed in"
          actions={<DownloadEdits held={held} />}
        >
          <p>
            Spider Studio was restarted, or this browser has no access yet. Open the latest URL that it has
            printed, or press Enter in the terminal to print a new one.
          </p>
          {held.length > 0 && (
            <p>
              {whereHeld(held)} They come back at this address ({window.location.origin}); if Spider Studio is
              at another one now, download them.
            </p>
          )}
        </EmptyState>
      </div>
    );
  }
  if (state === 'outdated') {
    return (
      <div className="wb-offline-full">
        <EmptyState
          page
          icon={RotateCw}
          title="The application was updated"
          actions={
            <>
              <DownloadEdits held={held} />
              <Reload />
            </>
          }
        >
          Reload this window to use the new version.{' '}
          {held.length === 0 ? 'All edits are stored.' : whereHeld(held)}
        </EmptyState>
      </div>
    );
  }
  if (!late || state === 'open') return null;
  if (state === 'connecting') {
    return (
      <div className="wb-offline" role="alert">
        <Spinner />
        Waiting for the application to answer …
      </div>
    );
  }
  return (
    <div className="wb-offline" role="alert">
      {state === 'closed' ? <Unplug size={14} aria-hidden /> : <Spinner />}
      <span>
        {state === 'closed'
          ? 'The window was disconnected. '
          : 'The application does not answer. Trying again; edits are stored when it is back. '}
        {held.length > 0 && whereHeld(held)}
      </span>
      <DownloadEdits held={held} />
      {state === 'closed' && <Reload />}
    </div>
  );
}

/** Where the edits are that the application has not stored. */
function whereHeld(held: readonly HeldEdits[]): string {
  const names = new Intl.ListFormat('en').format(held.map(({ name }) => `“${name}”`));
  return held.every(({ inBrowser }) => inBrowser)
    ? `The edits of ${names} are kept in this browser, also when the window is reloaded or closed.`
    : `The edits of ${names} are in this window only: download them before you reload or close it.`;
}

function DownloadEdits({ held }: { held: readonly HeldEdits[] }) {
  if (held.length === 0) return null;
  return (
    <Button
      size="small"
      icon={Download}
      onClick={() => {
        for (const edits of held) edits.download();
      }}
    >
      Download the edits
    </Button>
  );
}

const Reload = () => (
  <Button variant="primary" size="small" onClick={() => window.location.reload()}>
    Reload
  </Button>
);
