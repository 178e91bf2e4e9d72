import { useEffect, useMemo, useRef, useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { Provenance } from '../../../shared/contract/types.ts';
import type { Outlined } from '../../../shared/window/preview.ts';
import { FileX2 } from 'lucide-react';
import { connectPreview, type PreviewFrame } from '../../client/preview.ts';
import { getClient } from '../../state/client.ts';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { JsonPage } from './json-page.tsx';

/** The page that a value was taken from, as it is stored; its element is outlined and in sight, of JSON the value marked. */
export function StoredPage({ found }: { found: Provenance }) {
  const { page, elements } = found;
  if (page.kind === null) {
    return (
      <EmptyState icon={FileX2} title="The page is not stored">
        The run did not store it, or it has been deleted.
      </EmptyState>
    );
  }
  if (page.kind === 'json') {
    return <JsonPage key={elements.join(' ')} request={page.request} url={page.url} elements={elements} />;
  }
  const around = found.scopes.flatMap(({ element }) => element ?? []);
  return <Frame request={page.request} url={page.url} elements={elements} around={around} />;
}

interface FrameProps {
  request: string;
  url: string;
  elements: readonly number[];
  /** The rows and entries around them. */
  around: readonly number[];
}

function Frame({ request, url, elements, around }: FrameProps) {
  const { shown, error } = usePage(request);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [isReady, setReady] = useState(false);
  const [drawn, setDrawn] = useState<number | null>(null);
  const connection = useRef<PreviewFrame | null>(null);
  const outlined = useMemo(
    (): Outlined => ({
      groups: [
        { elements: around, style: 'region' },
        { elements, style: 'picked' },
      ],
      marks: [],
      held: null,
      scrollTo: elements[0] ?? around.at(-1) ?? null,
    }),
    [elements, around],
  );
  useEffect(() => {
    if (frame === null) return undefined;
    const connected = connectPreview(frame, { ready: () => setReady(true), outlined: setDrawn });
    connection.current = connected;
    return () => {
      connection.current = null;
      connected.close();
    };
  }, [frame]);
  useEffect(() => connection.current?.outline(outlined), [frame, outlined]);
  if (error !== null) return <ErrorState error={error} title="The page cannot be shown." />;
  const isOut = drawn === 0 && elements.length > 0;
  return (
    <div className="provenance-page" data-pane="page">
      {!isReady && (
        <div className="provenance-waiting" role="status">
          <Spinner size={18} />
          <span className="small muted">Loading the page</span>
        </div>
      )}
      {shown !== null && (
        <iframe
          ref={setFrame}
          className="provenance-frame"
          title={`Stored page ${url}`}
          src={shown.path}
          sandbox="allow-scripts"
          data-pane-focus
          data-ready={isReady || undefined}
          data-outlined={drawn ?? undefined}
        />
      )}
      {(isOut || elements.length === 0) && (
        <p className="provenance-note small muted">
          {isOut
            ? 'The element has no place on the page as it is shown.'
            : 'No element of the page is outlined.'}
        </p>
      )}
    </div>
  );
}

/** The preview of the stored page of a request. */
function usePage(request: string) {
  const [shown, setShown] = useState<CallValue<'pages.previewRequest'> | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    void (async () => {
      const answer = await getClient().call('pages.previewRequest', { request }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      if (answer.ok) setShown(answer.value);
      else setError(answer.error);
    })();
    return () => abort.abort();
  }, [request]);
  return { shown, error };
}
