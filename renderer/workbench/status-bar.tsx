import { Cable, Loader, Unplug } from 'lucide-react';
import { features } from './features.ts';
import { useConnection } from '../state/connection.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import './status-bar.css';

/** The status bar: running crawls, runs that need attention, exports, the connection. */
export function StatusBar() {
  const items = features.flatMap((feature) => feature.status ?? []).sort((a, b) => a.order - b.order);
  const side = (which: 'left' | 'right') =>
    items
      .filter((item) => item.side === which)
      .map(({ id, item: Item }) => (
        <ErrorBoundary name="The status" key={id}>
          <Item />
        </ErrorBoundary>
      ));
  return (
    <footer className="wb-status" aria-label="Status" data-pane="status">
      <div className="wb-status-side">{side('left')}</div>
      <div className="wb-status-side">
        {side('right')}
        <ConnectionStatus />
      </div>
    </footer>
  );
}

function ConnectionStatus() {
  const state = useConnection((connection) => connection.state);
  if (state === 'open') {
    return (
      <span className="wb-status-item" title="The window is connected to the application">
        <Cable size={13} aria-hidden /> <span className="visually-hidden">Connected</span>
      </span>
    );
  }
  const waiting = state === 'connecting' || state === 'reconnecting';
  return (
    <span className="wb-status-item" data-tone="warning">
      {waiting ? <Loader size={13} aria-hidden /> : <Unplug size={13} aria-hidden />}
      {state === 'connecting' ? 'Connecting' : state === 'reconnecting' ? 'Reconnecting' : 'Not connected'}
    </span>
  );
}
