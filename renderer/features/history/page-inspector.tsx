import { Eraser, FileSearch } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { dateTime } from '../../ui/format.ts';
import { InspectorPane, PropertyList } from '../../ui/inspector-pane.tsx';
import { href } from '../../navigation/router.ts';
import type { HistoryPage } from './history-source.ts';
import { pageWords } from './history-words.ts';

interface PageInspectorProps {
  /** Null: none is selected. */
  page: HistoryPage | null;
  incremental: boolean;
  onRemove: (page: HistoryPage) => void;
}

/** What the crawl history has of one page, and what the next run does with it. */
export function PageInspector({ page, incremental, onRemove }: PageInspectorProps) {
  if (page === null) {
    return (
      <EmptyState icon={FileSearch} title="Select a page">
        Shows when it was read and extracted, by which runs, and whether the next run skips it.
      </EmptyState>
    );
  }
  const { url, finalUrl, contentType, fetchedAt, fetchedRun, extractedAt, extractedRun } = page;
  return (
    <InspectorPane
      label={`Page ${url}`}
      title={
        <span className="mono" title={url}>
          {url}
        </span>
      }
      actions={
        <Button size="small" icon={Eraser} onClick={() => onRemove(page)}>
          Remove from history…
        </Button>
      }
    >
      <p className="history-words">{pageWords(page, incremental)}</p>
      <PropertyList
        entries={[
          ['URL', <Mono key="url" text={url} />],
          finalUrl !== url && ['Final URL', <Mono key="final" text={finalUrl} />],
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
