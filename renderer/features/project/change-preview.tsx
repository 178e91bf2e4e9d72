import { useState } from 'react';
import { ChevronRight } from 'lucide-react';
import type { SpiderChange } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { Spinner } from '../../ui/progress.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { canChange, diffLines, previewWords, settingWords } from './change-request.ts';
import type { Preview } from './use-preview.ts';

interface ChangePreviewProps {
  preview: Preview;
  /** Spiders that a person has left out. */
  left: ReadonlySet<string>;
  onLeft: (left: ReadonlySet<string>) => void;
  /** Whether unsaved edits are changed as well. */
  drafts: boolean;
  onDrafts: (drafts: boolean) => void;
}

/** The height of a row before it is measured, in pixels. */
const rowHeight = 32;

/** Each spider with its difference; which of them are changed is chosen here. */
export function ChangePreview({ preview, left, onLeft, drafts, onDrafts }: ChangePreviewProps) {
  const { changes, error, waits } = preview;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (error !== null) return <ErrorState error={error} />;
  if (changes === null) {
    return (
      <p className="project-preview-none subtle">
        {waits ? (
          <Spinner />
        ) : (
          'Choose what is to be changed. The difference of each spider is shown here first.'
        )}
      </p>
    );
  }
  // Those that nothing becomes of are only counted.
  const shown = changes.filter(({ changed, mentions }) => changed || mentions.length > 0);
  const possible = shown.filter(canChange);
  const chosen = possible.filter(({ spider }) => !left.has(spider)).length;
  const hasDrafts = changes.some(({ hasDraft, changed }) => hasDraft && changed);
  const toggle = (set: ReadonlySet<string>, name: string) => {
    const next = new Set(set);
    if (!next.delete(name)) next.add(name);
    return next;
  };
  return (
    <section className="project-preview" aria-label="Differences" aria-busy={waits}>
      <div className="project-preview-head">
        <Checkbox
          label={previewWords(changes)}
          checked={chosen === 0 ? false : chosen === possible.length ? true : 'mixed'}
          disabled={possible.length === 0}
          onChange={(all) => onLeft(all ? new Set() : new Set(possible.map(({ spider }) => spider)))}
        />
        {hasDrafts && <Checkbox label="Change unsaved edits, too" checked={drafts} onChange={onDrafts} />}
      </div>
      {shown.length === 0 ? (
        <p className="project-preview-none subtle">All of them are like that already.</p>
      ) : (
        <VirtualList
          label="Spiders"
          count={shown.length}
          estimate={rowHeight}
          rowKey={(index) => shown[index]?.spider ?? String(index)}
          row={(index) => {
            const change = shown[index];
            return change === undefined ? null : (
              <ChangeRow
                change={change}
                chosen={canChange(change) && !left.has(change.spider)}
                open={opened.has(change.spider)}
                onChosen={() => onLeft(toggle(left, change.spider))}
                onOpen={() => setOpened(toggle(opened, change.spider))}
              />
            );
          }}
        />
      )}
    </section>
  );
}

interface ChangeRowProps {
  change: SpiderChange;
  chosen: boolean;
  open: boolean;
  onChosen: () => void;
  onOpen: () => void;
}

function ChangeRow({ change, chosen, open, onChosen, onOpen }: ChangeRowProps) {
  const { spider, settings, replaced, mentions, problems, left, hasDraft, diff } = change;
  const words = [
    ...settings.map(settingWords),
    ...(replaced.length === 0
      ? []
      : [`${counted(replaced.length, 'URL or domain', 'URLs and domains')} replaced`]),
  ];
  return (
    <div className="project-change-row">
      <div className="project-change-line">
        <Checkbox
          label={<span className="visually-hidden">Change {spider}</span>}
          checked={chosen}
          disabled={!canChange(change)}
          onChange={onChosen}
        />
        <button type="button" className="project-change-open" aria-expanded={open} onClick={onOpen}>
          <ChevronRight size={12} aria-hidden />
          <span className="strong">{spider}</span>
          <span className="mono muted ellipsis">{words.join(', ')}</span>
        </button>
        {left === 'draft' && <Badge tone="warning">left: unsaved edits</Badge>}
        {left !== 'draft' && hasDraft && <Badge tone="warning">with its unsaved edits</Badge>}
        {left === 'invalid' && <Badge tone="danger">would not be valid</Badge>}
        {mentions.length > 0 && (
          <Badge tone="warning" title={mentions.map(({ pointer, text }) => `${pointer}: ${text}`).join('\n')}>
            {counted(mentions.length, 'pattern')} to look at
          </Badge>
        )}
      </div>
      {problems.length > 0 && left === 'invalid' && (
        <ul className="project-change-problems">
          {problems.slice(0, 3).map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {open && (
        <pre className="project-diff" aria-label={`Difference of ${spider}`}>
          {diffLines(diff).map(({ kind, text }, index) => (
            <span data-kind={kind} key={index}>
              {kind === 'added' ? '+ ' : kind === 'removed' ? '- ' : '  '}
              {text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </div>
  );
}
