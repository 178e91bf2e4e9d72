import { useEffect, useEffectEvent, useState } from 'react';
import { Braces } from 'lucide-react';
import type { FieldReport, JsonValue } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { revealPointer, type Place, type SpiderKey } from '../author/author-state.ts';
import { fieldPath } from '../author/place.ts';
import { parseText, nodeAt, pointerOf } from '../author/json-path.ts';
import { outline } from './tester-store.ts';
import { WhyNothing } from './why-nothing.tsx';

interface FieldsTabProps {
  spiderKey: SpiderKey;
  page: string;
  text: string;
  place: Place | null;
}

/** Names of the callbacks in a text, also in one that is no JSON yet. */
function callbacksIn(text: string): string[] {
  const node = nodeAt(parseText(text).root, ['callbacks']);
  return (node?.children ?? [])
    .map(({ children }) => String(children?.[0]?.value ?? ''))
    .filter((name) => name !== '');
}

/** Every field of the callback under the caret; the field under the caret is open and lights its nodes. */
export function FieldsTab({ spiderKey: key, page, text, place }: FieldsTabProps) {
  const names = callbacksIn(text);
  const [chosen, setChosen] = useState<string | null>(null);
  const atCaret = place?.kind === 'callback' || place?.kind === 'rule' ? place.callback : null;
  const callback =
    [atCaret, chosen, names[0]].find((name) => typeof name === 'string' && names.includes(name)) ?? null;
  const { value, error, fetching } = useCall(
    'tester.callback',
    callback === null ? null : { page, text, callback },
  );
  const current = place?.kind === 'callback' && place.callback === callback ? place.field.join('.') : null;
  const report = value?.fields.find(({ path }) => path === current) ?? null;
  const light = useEffectEvent(() => {
    outline(
      key,
      report === null ? [] : [{ elements: report.nodes.elements, style: 'match' }],
      report !== null,
    );
  });
  useEffect(() => light(), [report]);
  if (callback === null) {
    return (
      <EmptyState icon={Braces} title="No callback yet">
        A callback says which fields are extracted from a page. Add one under “callbacks” in the text or in
        the form; an article needs none, see the tab Article.
      </EmptyState>
    );
  }
  return (
    <div className="tester-fields scroll" aria-busy={fetching}>
      <div className="tester-callback row">
        <Select
          small
          aria-label="Callback"
          value={callback}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(name) => {
            setChosen(name);
            revealPointer(key, pointerOf(['callbacks', name]), { focus: false });
          }}
        />
        {value !== null && (
          <span className="small subtle numeric">
            {counted(value.fields.filter((each) => each.depth === 0).length, 'field')}
          </span>
        )}
      </div>
      {error !== null && <ErrorState error={error} title="The callback could not be run." />}
      <ul>
        {(value?.fields ?? []).map((field) => (
          <FieldRow
            key={field.path}
            field={field}
            open={field.path === current}
            onOpen={() =>
              revealPointer(key, pointerOf(fieldPath(callback, field.path.split('.'))), { focus: false })
            }
            onHover={(on) => outline(key, on ? [{ elements: field.nodes.elements, style: 'match' }] : [], on)}
          />
        ))}
      </ul>
    </div>
  );
}

interface FieldRowProps {
  field: FieldReport;
  open: boolean;
  onOpen: () => void;
  onHover: (on: boolean) => void;
}

function FieldRow({ field, open, onOpen, onHover }: FieldRowProps) {
  const { path, depth, matches, problem, value } = field;
  const nothing = value === null || (Array.isArray(value) && value.length === 0);
  return (
    <li className="tester-field" data-open={open || undefined} style={{ paddingLeft: `${depth * 16}px` }}>
      <button
        type="button"
        className="tester-field-head"
        aria-expanded={open}
        onClick={onOpen}
        onMouseEnter={() => onHover(true)}
        onMouseLeave={() => onHover(open)}
      >
        <span className="tester-field-name ellipsis">{path.split('.').at(-1)}</span>
        <span className="tester-field-value ellipsis" data-nothing={nothing || undefined}>
          {nothing ? 'nothing' : short(value)}
        </span>
        <Badge tone={matches === 0 ? 'danger' : problem === null ? 'neutral' : 'warning'}>
          {counted(matches, 'match', 'matches')}
        </Badge>
      </button>
      {open && <FieldDetail field={field} />}
      {!open && problem !== null && <p className="tester-problem small">{problem}</p>}
    </li>
  );
}

function FieldDetail({ field }: { field: FieldReport }) {
  const { problem, empty, steps, samples, items, filled, selector, language } = field;
  return (
    <div className="tester-field-detail">
      {selector !== null && (
        <p className="mono small">
          <span className="subtle">{language} </span>
          {selector}
        </p>
      )}
      {problem !== null && <p className="tester-problem">{problem}</p>}
      {empty !== null && <WhyNothing empty={empty} />}
      {items !== null && (
        <p className="small muted">
          Has a value in {filled ?? 0} of {counted(items, 'item')} of the list.
        </p>
      )}
      {steps.length > 0 && (
        <ol className="tester-steps" aria-label="Steps">
          {steps.map(({ step, value }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same processor may stand twice
            <li key={`${index} ${step}`}>
              <span className="subtle small">{step === 'select' ? 'matched' : step}</span>
              <StepValue value={value} />
            </li>
          ))}
        </ol>
      )}
      {samples.length > 0 && (
        <details className="tester-samples">
          <summary className="small">
            Markup of the first {counted(samples.length, 'match', 'matches')}
          </summary>
          <ol>
            {samples.map((sample, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- matches have no other name
              <li key={index} className="mono small">
                {sample.value}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function StepValue({ value }: { value: JsonValue }) {
  if (value === null) return <span className="subtle">null</span>;
  if (typeof value === 'object') {
    return (
      <div className="tester-json">
        <JsonTree label="Value" value={value} openTo={1} />
      </div>
    );
  }
  return <span className="tester-value">{String(value)}</span>;
}

const short = (value: JsonValue): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\s+/gu, ' ').trim().slice(0, 300);
};
