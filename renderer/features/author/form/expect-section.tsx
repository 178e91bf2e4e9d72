import { ClipboardCheck, Plus } from 'lucide-react';
import { itemFieldNames } from '../../../../shared/spider/item-fields.ts';
import { membersOf } from '../../../../shared/spider/plain.ts';
import { setValue } from '../../../../shared/spider/json-edits.ts';
import { expectFromRun } from '../../../spider-document/expect-from-run.ts';
import type { JsonPath } from '../../../../shared/spider/json-path.ts';
import { itemsOfSpider, useNewest } from '../../../state/live-runs.ts';
import { useCall } from '../../../state/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { ChoiceControl, NumberControl } from './controls.tsx';
import { ExpectedFieldCard } from './expected-field.tsx';
import { useEdits, useForm, useProblem, useValue } from './form-context.ts';
import { ListControl } from './list-control.tsx';
import { freeName } from './map-control.tsx';

const place = ['expect'];
const fieldsPlace = ['expect', 'fields'];

/** The field of `expect` that a path leads into; null: none. */
export function expectedFieldAt([part, fields, name]: JsonPath): string | null {
  return part === 'expect' && fields === 'fields' && typeof name === 'string' ? name : null;
}

/** What is expected of the data: of the run as a whole, and of each field. @param caret the field that the caret is in */
export function ExpectSection({ caret }: { caret: string | null }) {
  const { value } = useForm();
  const error = useProblem(place, ['fields']);
  const names = itemFieldNames(value);
  return (
    <div className="author-section">
      <div className="author-expect-head">
        <p className="muted">
          Every run is measured by it, while it goes and when it ends. All of it is optional.
        </p>
        <Propose />
      </div>
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
      <ListControl
        path={[...place, 'key']}
        label="Key"
        entry="field"
        mono
        suggestions={names}
        help="The fields that together tell an item from all others, for example sku. Without them it is the URL, or the row."
      />
      <div className="author-expect-run">
        <ChoiceControl
          path={[...place, 'duplicates']}
          label="Items with a key that the run has already"
          choices={[
            [null, 'Default: keep'],
            ['keep', 'Keep'],
            ['drop', 'Drop'],
          ]}
        />
        <NumberControl
          path={[...place, 'min_items']}
          label="Items, at least"
          min={0}
          placeholder="Any number"
          help="Of a full run that completes."
        />
        <ChoiceControl
          path={[...place, 'on_breach']}
          label="When something does not hold"
          choices={[
            [null, 'Default: warn'],
            ['warn', 'Warn: the run goes on'],
            ['pause', 'Pause the run'],
            ['fail', 'Fail: the run ends, its data is kept'],
          ]}
        />
      </div>
      <ExpectedFields names={names} caret={caret} />
    </div>
  );
}

function ExpectedFields({ names, caret }: { names: readonly string[]; caret: string | null }) {
  const fields = useValue(fieldsPlace);
  const edits = useEdits();
  const present = membersOf(fields).map(([name]) => name);
  const left = names.filter((name) => !present.includes(name));
  const add = (name: string) =>
    edits.change(`Expect something of ${name}`, (text) => setValue(text, [...fieldsPlace, name], {}));
  return (
    <>
      <span className="author-list-label">Fields</span>
      {present.length === 0 && <p className="subtle">Nothing is expected of a field.</p>}
      {present.length > 0 && (
        <ol className="author-cards" aria-label="Expected fields">
          {present.map((name, index) => (
            <ExpectedFieldCard
              key={index}
              name={name}
              isOnly={present.length === 1}
              suggestions={left}
              hasCaret={caret === name}
              initiallyOpen={present.length <= 2}
            />
          ))}
        </ol>
      )}
      <Menu
        entries={[
          ...left.map((name) => ({ label: name, run: () => void add(name) })),
          left.length > 0 && { kind: 'separator' as const },
          { label: 'Another field', run: () => void add(freeName(fields, 'field')) },
        ]}
      >
        <Button icon={Plus}>Add a field</Button>
      </Menu>
    </>
  );
}

/** Proposes what to expect from the items that the spider has. */
function Propose() {
  const { project, spider } = useForm().key;
  const found = useCall('spiders.list', {}).value?.find(
    (each) => each.project === project && each.name === spider,
  );
  const last = useNewest(found?.lastRun ?? null);
  const items = last === null ? null : itemsOfSpider(last, found?.latestItems ?? null);
  const run = items === null || items.items === 0 ? null : items.run;
  return (
    <Tooltip
      text={
        run === null
          ? 'No run has items yet'
          : `Completes it with types, how often fields are filled, the key and the number of items of run ${run}`
      }
    >
      <Button
        size="small"
        icon={ClipboardCheck}
        disabled={run === null}
        onClick={() => run !== null && void expectFromRun({ id: run, project, spider })}
      >
        Propose from the last run
      </Button>
    </Tooltip>
  );
}
