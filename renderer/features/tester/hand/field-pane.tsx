import { useMemo } from 'react';
import { MousePointerClick, Trash2 } from 'lucide-react';
import { useCommands } from '../../../commands/registry.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { pointerOf } from '../../../../shared/spider/json-path.ts';
import { fieldPath } from '../../../spider-document/place.ts';
import { IconButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { count } from '../../../ui/format.ts';
import { showAndFocus } from '../../../ui/split-panes.tsx';
import { useAtHand, type AtHand } from '../at-hand.ts';
import { writtenField, type NamedReport } from '../field-paths.ts';
import { isInRows } from '../rows-head.tsx';
import { ValueOffer } from '../value-offer.tsx';
import { Candidates } from './candidates.tsx';
import { NameInput } from './name-input.tsx';
import { useHand } from './take.ts';
import { typeOf } from './value-type.ts';
import { RowsOffer } from './rows-offer.tsx';
import { ValueSteps } from './value-steps.tsx';
import { removeField } from './write-field.ts';
import './hand.css';

/** The field in hand: its name and values, where it is taken from, and what else its element offers. */
export function FieldPane({ project, spider }: SpiderKey) {
  const key = useMemo(() => ({ project, spider }), [project, spider]);
  const at = useAtHand(key);
  const { field, callback, page } = at;
  return (
    <section className="hand scroll" aria-label="Field in hand" data-pane="field">
      {page === null ? null : field === null || callback === null ? (
        <NoField isData={page.kind !== 'html'} />
      ) : (
        <Field
          key={pointerOf(fieldPath(callback, field.names))}
          spiderKey={key}
          at={at}
          field={field}
          callback={callback}
        />
      )}
    </section>
  );
}

const NoField = ({ isData }: { isData: boolean }) => (
  <EmptyState icon={MousePointerClick} title="Click what you want" command="page.pick">
    {isData
      ? 'A click on a value makes it a field.'
      : 'A click on the page makes it a field. A second one like it takes all of them. With the keyboard, use the outline of the page.'}
  </EmptyState>
);

interface FieldProps {
  spiderKey: SpiderKey;
  at: AtHand;
  field: NamedReport;
  callback: string;
}

function Field({ spiderKey: key, at, field, callback }: FieldProps) {
  const hand = useHand(key, at);
  const path = fieldPath(callback, field.names);
  const { report } = field;
  const isList = writtenField(at.text, callback, field.names).isList;
  useCommands([
    {
      id: 'field.rename',
      title: 'Rename the field in hand',
      category: 'Page',
      keys: ['F2'],
      when: ({ target }) => !isInRows(target),
      run: () => showAndFocus('.hand-head .hand-name'),
    },
    {
      id: 'field.delete',
      title: 'Delete the field in hand',
      category: 'Page',
      keys: [],
      run: () => removeField(key, path),
    },
  ]);
  return (
    <>
      <header className="hand-head row">
        <NameInput spiderKey={key} path={path} label="Name of the field" />
        <span className="small muted grow ellipsis">
          {[typeOf(report), fillOf(report)].filter((part) => part !== null).join(' · ')}
        </span>
        <IconButton
          label="Delete the field"
          icon={Trash2}
          size="small"
          command="field.delete"
          onClick={() => removeField(key, path)}
        />
      </header>
      {report.problem !== null && <p className="hand-problem small">{report.problem}</p>}
      {hand !== null && hand.rows !== null && at.page !== null && (
        <RowsOffer spiderKey={key} here={{ ...at, page: at.page.id }} rows={hand.rows} />
      )}
      {!isList && <ValueSteps report={report} />}
      <ValueOffer spiderKey={key} path={path} report={report} />
      {at.page !== null && <Candidates spiderKey={key} page={at.page} at={at} field={field} hand={hand} />}
      <footer className="small muted">
        <p>Not this one? Click one that is missed on the page, or one that is wrong.</p>
        <p className="hand-keys">
          <kbd>↑</kbd> parent <kbd>↓</kbd> child <kbd>←</kbd> <kbd>→</kbd> sibling <kbd>Esc</kbd> done
        </p>
      </footer>
    </>
  );
}

/** "in every row", "in 19 of 24 rows"; of a field of the page how much it matches. */
function fillOf({ items, filled, matches, depth }: NamedReport['report']): string | null {
  if (items === null || filled === null) return matches === 0 ? 'nothing found' : null;
  const what = depth === 0 ? 'row' : 'item';
  if (filled === items) return `every ${what}`;
  return `${count(filled)} of ${count(items)} ${what}s`;
}
