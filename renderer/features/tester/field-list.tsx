import { useState } from 'react';
import type { CallArgs } from '../../../shared/contract/index.ts';
import { revealPointer, type SpiderKey } from '../../spider-document/document.ts';
import { pointerOf } from '../../../shared/spider/json-path.ts';
import { fieldPath } from '../../spider-document/place.ts';
import { applyFix } from '../../spider-document/selector-edits.ts';
import { writtenField, type NamedReport } from './field-paths.ts';
import { FieldRow } from './field-row.tsx';
import { ValueOffer } from './value-offer.tsx';

/** The fields of a callback below one another; the one at the caret is open. */
export function FieldList({
  spiderKey: key,
  callback,
  text,
  reports,
  current,
  whole,
  subject,
}: {
  spiderKey: SpiderKey;
  callback: string;
  text: string;
  reports: readonly NamedReport[];
  /** The one at the caret; null: none. */
  current: NamedReport | null;
  /** The call that returns values in full. */
  whole: CallArgs<'tester.callback'>;
  subject: string;
}) {
  const [closed, setClosed] = useState<string | null>(null);
  return (
    <ul className="tester-fields scroll">
      {reports.map(({ report, names }) => {
        const path = fieldPath(callback, names);
        const pointer = pointerOf(path);
        const isCurrent = current?.report === report;
        const open = isCurrent && closed !== pointer;
        return (
          <FieldRow
            key={pointer}
            spiderKey={key}
            report={report}
            written={writtenField(text, callback, names)}
            open={open}
            whole={{ ...whole, fields: names.slice(0, 1) }}
            subject={subject}
            offer={<ValueOffer spiderKey={key} path={path} report={report} />}
            onFix={(fix) => applyFix(key, path, fix)}
            onToggle={() => {
              setClosed(open ? pointer : null);
              if (!isCurrent) revealPointer(key, pointer, { focus: false });
            }}
          />
        );
      })}
    </ul>
  );
}
