import { useEffect, useEffectEvent } from 'react';
import { Braces, PanelRight } from 'lucide-react';
import { useCommands } from '../../commands/registry.ts';
import { IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { revealPointer } from '../../spider-document/document.ts';
import { pointerOf } from '../../../shared/spider/json-path.ts';
import { useAtHand, useRowsAtHand } from './at-hand.ts';
import { showDetails, useDetailsShown } from './details-shown.ts';
import { FieldList } from './field-list.tsx';
import { GivenNote } from './given-note.tsx';
import { callbackOfText } from './part-of-text.ts';
import { MoreColumns } from './proposal/more-columns.tsx';
import { NoAnswer, TestStatus } from './test-status.tsx';
import type { TabProps } from './tab-props.ts';
import { changeTester, noOutlines, outline } from './tester-store.ts';
import { rowsWords } from './rows-at-hand.ts';
import { RowsPanes } from './rows-panes.tsx';
import { isNothing } from './value.tsx';
import './fields.css';

/** The fields of the callback at the caret. The field at the caret is open, and its matches are outlined. */
export function FieldsTab({
  spiderKey: key,
  page,
  subject,
  text,
  callback,
  names,
}: TabProps & { names: readonly string[] }) {
  const at = useAtHand(key);
  const { test, pages, reports, field: current } = at;
  const part = callback === null ? '' : callbackOfText(text, callback);
  const lit = current?.report ?? null;
  const rows = test.value?.rows ?? null;
  const table = useRowsAtHand(at);
  const light = useEffectEvent((scroll: boolean) => {
    if (lit === null && rows !== null) {
      outline(key, [{ elements: rows.nodes.elements, style: 'match' }], { total: rows.total, scroll });
    } else if (lit === null) changeTester(key, { outlines: noOutlines, current: null, scrollTo: null });
    else {
      const groups = [{ elements: lit.nodes.elements, style: 'match' }] as const;
      outline(key, groups, { total: lit.matches, scroll });
    }
  });
  // A new result of the same field does not scroll the page; another field scrolls its first match into view.
  useEffect(() => light(true), [lit?.path, lit?.selector, rows?.selector, subject]);
  useEffect(() => light(false), [lit?.nodes, rows?.nodes]);
  if (callback === null) {
    return (
      <EmptyState icon={Braces} title="No callback yet">
        A callback says which fields are extracted from a page. Add one under “callbacks” in the text or in
        the form, or pick something on the page under “Selector”. An article needs none: see “Article”.
      </EmptyState>
    );
  }
  const outer = reports.filter(({ report }) => report.depth === 0);
  const empty = outer.filter(({ report }) => isNothing(report.value)).length;
  const list = (
    <FieldList
      spiderKey={key}
      callback={callback}
      text={text}
      reports={reports}
      current={current}
      whole={{ page, text: part, callback, whole: true }}
      subject={subject}
    />
  );
  return (
    <div className="tester-tab" aria-busy={test.running}>
      <div className="tester-bar row">
        <Select
          small
          aria-label="Callback"
          value={callback}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(name) => {
            changeTester(key, { callback: name });
            revealPointer(key, pointerOf(['callbacks', name]), { focus: false });
          }}
        />
        {test.value !== null && (
          <span className="small muted numeric ellipsis grow">
            {table !== null && `${rowsWords(table)}, `}
            {counted(outer.length, 'field')}
            {empty > 0 && `, ${empty} empty`}
          </span>
        )}
        {rows !== null && (
          <MoreColumns spiderKey={key} page={page} callback={callback} elements={rows.nodes.elements} />
        )}
        <TestStatus test={test} />
        {table !== null && <DetailsButton />}
      </div>
      <GivenNote page={page} subject={subject} text={text} callback={callback} />
      {test.value !== null && test.value.refused !== null && (
        <p className="tester-problem small">{test.value.refused}</p>
      )}
      {test.value === null && (table === null || test.error !== null) ? (
        <NoAnswer test={test} title="The callback could not be run." />
      ) : table !== null ? (
        <RowsPanes
          spiderKey={key}
          callback={callback}
          page={page}
          pages={pages ?? []}
          table={table}
          tested={test.value !== null}
          report={rows}
          reports={reports}
          current={current}
          list={list}
        />
      ) : reports.length === 0 ? (
        <EmptyState icon={Braces} title="No field yet">
          Add one under “extract” of {callback}, or pick something on the page under “Selector”.
        </EmptyState>
      ) : (
        list
      )}
    </div>
  );
}

/** Opens and closes the details of the rows. */
function DetailsButton() {
  const shown = useDetailsShown();
  const toggle = () => showDetails(!shown);
  useCommands([
    {
      id: 'tester.details',
      title: shown ? 'Hide the details of the rows' : 'Show the details of the rows',
      category: 'Tester',
      keywords: ['row', 'fields', 'values', 'why'],
      keys: ['Alt+Shift+D'],
      run: toggle,
    },
  ]);
  return (
    <IconButton
      label="Details of the rows"
      icon={PanelRight}
      size="small"
      command="tester.details"
      pressed={shown}
      onClick={toggle}
    />
  );
}
