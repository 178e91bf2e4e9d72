import type { ReactNode } from 'react';
import { CircleCheck, Trash2 } from 'lucide-react';
import type { SpiderRetention } from '../../../shared/contract/types.ts';
import { keptWords } from '../../../shared/retention.ts';
import { href } from '../../navigation/router.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { bytes, counted, dateTime } from '../../ui/format.ts';
import { applyRules, type Preview } from './retention-store.ts';

/** Exactly what would go, by spider, and what stays against the rule. */
export function PreviewPart({ preview, busy }: { preview: Preview; busy: boolean }) {
  const { spiders } = preview;
  const touches = spiders.some(
    ({ remove, pages, detail }) => remove.length + pages.length + detail.length > 0,
  );
  return (
    <section className="retention-preview" aria-label="What would go">
      <div className="retention-preview-head">
        <h2>What would go</h2>
        {touches && (
          <>
            <p className="muted numeric grow">
              {bytes(preview.bytes)} become free
              {preview.runs > 0 &&
                `, ${counted(preview.runs, 'run')} and ${counted(preview.items, 'item')} go`}
            </p>
            <Button variant="danger" icon={Trash2} disabled={busy} onClick={() => void applyRules(preview)}>
              Remove for good…
            </Button>
          </>
        )}
      </div>
      {spiders.length === 0 && (
        <EmptyState icon={CircleCheck} title="Nothing would go">
          All that the rules keep is all there is.
        </EmptyState>
      )}
      {spiders.map((each) => (
        <SpiderPart key={`${each.project}/${each.spider}`} found={each} />
      ))}
    </section>
  );
}

function SpiderPart({ found }: { found: SpiderRetention }) {
  const { project, spider, from, remove, pages, detail, kept, dataset } = found;
  return (
    <article className="retention-spider">
      <h3>
        {project}/{spider} <span className="subtle">by the rule of the {from}</span>
      </h3>
      <table>
        <thead className="visually-hidden">
          <tr>
            <th>Run</th>
            <th>Begun</th>
            <th>What becomes of it</th>
            <th>Size</th>
          </tr>
        </thead>
        <tbody>
          {remove.map(({ run, createdAt, items, bytes: size }) => (
            <Line key={`${run} goes`} {...{ run, createdAt, size }} gone>
              goes with {counted(items, 'item')}
            </Line>
          ))}
          {pages.map(({ run, createdAt, pages: count, bytes: size }) => (
            <Line key={`${run} pages`} {...{ run, createdAt, size }}>
              loses {counted(count, 'stored page')}; its items stay
            </Line>
          ))}
          {detail.map(({ run, createdAt, events, bytes: size }) => (
            <Line key={`${run} detail`} {...{ run, createdAt, size }}>
              loses its log of {counted(events, 'event')}
            </Line>
          ))}
          {kept.map(({ run, why }) => (
            <Line key={`${run} stays`} run={run} createdAt={null} size={null}>
              stays: it {keptWords[why]}
            </Line>
          ))}
        </tbody>
      </table>
      <DatasetLine {...dataset} />
    </article>
  );
}

interface LineProps {
  run: string;
  createdAt: string | null;
  size: number | null;
  gone?: boolean;
  children: ReactNode;
}

const Line = ({ run, createdAt, size, gone = false, children }: LineProps) => (
  <tr data-gone={gone || undefined} data-stays={size === null || undefined}>
    <td>
      <a href={href(['run', run])}>Run {run}</a>
    </td>
    <td className="subtle">{createdAt === null ? '' : dateTime(createdAt)}</td>
    <td>{children}</td>
    <td className="numeric">{size === null ? '' : bytes(size)}</td>
  </tr>
);

function DatasetLine({ lost, later }: SpiderRetention['dataset']) {
  if (lost + later === 0) return null;
  const parts = [
    lost > 0 ? `it forgets ${counted(lost, 'item')}` : null,
    later > 0 ? `${counted(later, 'item')} ${later === 1 ? 'is' : 'are'} first seen later` : null,
  ].filter((part) => part !== null);
  return <p className="retention-dataset small">Of the dataset: {parts.join(', ')}.</p>;
}
