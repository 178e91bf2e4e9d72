import { useEffect, useRef } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import { classes } from '../../ui/classes.ts';
import { counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/progress.tsx';

type Template = CallValue<'spiders.templates'>[number];

interface TemplateListProps {
  /** null: they are being read. */
  templates: readonly Template[] | null;
  failed: boolean;
  picked: string | null;
  onPick: (name: string) => void;
}

/** What a spider can begin with: templates, and the spiders of the sample site on demand. The arrow keys choose. */
export function TemplateList({ templates, failed, picked, onPick }: TemplateListProps) {
  const list = useRef<HTMLDivElement | null>(null);
  // One that was chosen by a link may be far down.
  const isRead = templates !== null;
  useEffect(() => {
    if (isRead)
      list.current?.querySelector(':checked')?.closest('label')?.scrollIntoView({ block: 'nearest' });
  }, [isRead]);
  const samples = (templates ?? []).filter(({ isSample }) => isSample);
  const row = ({ name, title }: Template) => (
    <label key={name} className={classes('spiders-template', name === picked && 'spiders-template-chosen')}>
      <input
        type="radio"
        name="template"
        className="visually-hidden"
        checked={name === picked}
        onChange={() => onPick(name)}
      />
      <span className="ellipsis">{title}</span>
    </label>
  );
  return (
    <div className="spiders-templates" ref={list} role="radiogroup" aria-label="Begin with">
      {templates === null && !failed && <Skeleton width="100%" />}
      {templates?.filter(({ isSample }) => !isSample).map(row)}
      {samples.length > 0 && (
        <details open={samples.some(({ name }) => name === picked)}>
          <summary>{counted(samples.length, 'spider')} of the sample site</summary>
          {samples.map(row)}
        </details>
      )}
    </div>
  );
}

/** Rows of a template that are shown. */
const shownRows = 8;

/** What a template is for, and what it takes from the page that it comes with. */
export function TemplatePreview({ template: { title, description, rows } }: { template: Template }) {
  const more = rows.length - shownRows;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long preview is scrolled by keyboard, too
    <section className="spiders-preview" aria-label="Preview" tabIndex={0}>
      <h3>{title}</h3>
      <p className="muted">{description}</p>
      {rows.length > 0 && (
        <section aria-labelledby="spiders-rows">
          <h4 id="spiders-rows">What it takes from its example page</h4>
          {rows.slice(0, shownRows).map((row, index) => (
            <dl key={index}>
              {row.map(({ field, value }) => (
                <div key={field}>
                  <dt className="muted">{field}</dt>
                  <dd className={classes('ellipsis', value === null && 'subtle')} title={value ?? undefined}>
                    {value ?? 'empty'}
                  </dd>
                </div>
              ))}
            </dl>
          ))}
          {more > 0 && <p className="subtle small">and {counted(more, 'more row')}</p>}
        </section>
      )}
    </section>
  );
}
