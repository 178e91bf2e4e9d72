import { useEffect, useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { Button } from '../../ui/button.tsx';
import { Editor } from '../../ui/editor/editor.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { count } from '../../ui/format.ts';

/** Characters of a part: as many as the editor highlights without a delay. */
const portion = 200_000;

/** The markup of a page as it was decoded, from its beginning; more of a long one when it is asked for. */
export function PageSource({ page: { id, addedAt, title, kind } }: { page: SavedPage }) {
  const [wanted, setWanted] = useState(portion);
  const [source, setSource] = useState<{ text: string; total: number } | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const begun = source?.text.length ?? 0;
  useEffect(() => {
    if (begun >= wanted) return undefined;
    const abort = new AbortController();
    void (async () => {
      const args = { page: id, offset: begun, length: wanted - begun };
      const answer = await getClient().call('pages.source', args, { signal: abort.signal });
      if (abort.signal.aborted) return;
      setError(answer.ok ? null : answer.error);
      if (!answer.ok) return;
      const { text, total } = answer.value;
      setSource((before) => ({ text: (before?.text ?? '') + text, total }));
    })();
    return () => abort.abort();
    // Asked for once for each portion: a page that is shorter than one gives less than was wanted.
    // oxlint-disable-next-line react/exhaustive-deps -- `begun` grows by the answer
  }, [id, addedAt, wanted]);
  if (error !== null) return <ErrorState error={error} title="The markup could not be loaded." />;
  if (source === null) return null;
  return (
    <div className="tester-view">
      <Editor
        label={`Markup of ${title}`}
        language={kind === 'json' ? 'json' : 'html'}
        value={source.text}
        readOnly
      />
      {source.text.length < source.total && (
        <p className="tester-notes small row">
          <span className="grow">
            {count(source.text.length)} of {count(source.total)} characters.
          </span>
          <Button size="small" onClick={() => setWanted(source.text.length + portion)}>
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}
