import { useEffect, useState } from 'react';
import { RotateCw, Unplug } from 'lucide-react';
import { useConnection } from '../state/connection.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import './connection-lost.css';

/** A short break is nobody's business; after this long it is told, in milliseconds. */
const patienceMs = 1200;

/** Says why the window has no connection and what happens with what a person does meanwhile. */
export function ConnectionLost() {
  const { state, lostAt } = useConnection();
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
        <EmptyState page icon={Unplug} title="This window is not signed in">
          <p>
            Spider Studio was started anew, or this browser was not let in yet. Open the newest address that
            it has printed; in the terminal, Enter prints another one.
          </p>
          <p>A crawl that is under way goes on, and drafts are kept.</p>
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
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload the window
            </Button>
          }
        >
          This window is of the version before. Reload it; drafts are kept.
        </EmptyState>
      </div>
    );
  }
  if (!late || state === 'open') return null;
  if (state === 'closed') {
    return (
      <div className="wb-offline" role="alert">
        <Unplug size={14} aria-hidden /> The window was disconnected.
        <Button size="small" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    );
  }
  return (
    <div className="wb-offline" role="alert">
      <Spinner />
      {state === 'connecting'
        ? 'Waiting for the application to answer …'
        : 'The application does not answer. Trying again; what you do now is carried out when it is back.'}
    </div>
  );
}
