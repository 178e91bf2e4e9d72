import { Archive } from 'lucide-react';
import type { RunRetention } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { dateTime } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** Tells what of a run has gone by a rule of retention; nothing if all of it is there. */
export function RetentionNotice({ run }: { run: string }) {
  const { value } = useCall('runs.retention', { run });
  const [title, ...rest] = value === null ? [] : goneWords(value);
  if (title === undefined) return null;
  const pages = value?.pagesDroppedAt ?? null;
  return (
    <section className="runs-findings" aria-label="What has gone by rule">
      <Notice
        tone="info"
        icon={Archive}
        title={title}
        actions={
          <a className="ui-button ui-button-normal ui-button-small" href={href(['retention'])}>
            Show the rules
          </a>
        }
      >
        {[
          ...rest,
          'Its items are kept.',
          ...(pages === null
            ? []
            : ['They cannot be extracted again, and no page can be shown for a value.']),
        ].join(' ')}
      </Notice>
    </section>
  );
}

/** When stored pages and the log went, one sentence each. */
function goneWords({ pagesDroppedAt, detailDroppedAt }: RunRetention): string[] {
  const pages =
    pagesDroppedAt === null
      ? []
      : [`A rule removed the stored pages of this run on ${dateTime(pagesDroppedAt)}`];
  const detail =
    detailDroppedAt === null
      ? []
      : [`A rule removed the log and the headers of this run on ${dateTime(detailDroppedAt)}`];
  const [first, second] = [...pages, ...detail];
  if (first === undefined) return [];
  return second === undefined ? [first] : [first, `${second}.`];
}
