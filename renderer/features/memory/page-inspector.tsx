import { Eraser } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { dateTime } from '../../ui/format.ts';
import { InspectorPane, PropertyList } from '../../ui/inspector-pane.tsx';
import { href } from '../../navigation/router.ts';
import type { RememberedPage } from './memory-source.ts';
import { pageWords } from './memory-words.ts';

interface PageInspectorProps {
  /** null: none is chosen. */
  page: RememberedPage | null;
  incremental: boolean;
  onForget: (page: RememberedPage) => void;
}

/** What is remembered of one page, and what the next run does with it. */
export function PageInspector({ page, incremental, onForget }: PageInspectorProps) {
  if (page === null) {
    return (
      <EmptyState icon={Eraser} title="Choose a page">
        When it was read and extracted, by which runs, and whether the next run skips it is shown here.
      </EmptyState>
    );
  }
  const { url, finalUrl, contentType, fetchedAt, fetchedRun, extractedAt, extractedRun } = page;
  return (
    <InspectorPane
      label={`Remembered page ${url}`}
      title={
        <span className="mono" title={url}>
          {url}
        </span>
      }
      actions={
        <Button size="small" icon={Eraser} onClick={() => onForget(page)}>
          Forget the page…
        </Button>
      }
    >
      <p className="memory-words">{pageWords(page, incremental)}</p>
      <PropertyList
        entries={[
          ['URL', <Mono key="url" text={url} />],
          finalUrl !== url && ['Leads to', <Mono key="final" text={finalUrl} />],
          ['Read', <At key="read" time={fetchedAt} run={fetchedRun} />],
          [
            'Extracted',
            extractedAt === null ? 'never' : <At key="extracted" time={extractedAt} run={extractedRun} />,
          ],
          ['Type', contentType ?? 'unknown'],
        ]}
      />
    </InspectorPane>
  );
}

const Mono = ({ text }: { text: string }) => <span className="mono">{text}</span>;

const At = ({ time, run }: { time: string; run: string | null }) => (
  <>
    {dateTime(time)}
    {run !== null && (
      <>
        {' '}
        by <a href={href(['run', run])}>run {run}</a>
      </>
    )}
  </>
);
