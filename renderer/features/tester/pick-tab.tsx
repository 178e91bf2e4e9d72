import { useMemo, useState } from 'react';
import { Input, Select } from '../../ui/field.tsx';
import type { Place } from '../../spider-document/document.ts';
import { nameFor, targetAt, targetsIn, type Target } from './targets.ts';
import type { TabProps } from './tab-props.ts';
import { useTester } from './tester-store.ts';
import { Trial } from './trial.tsx';
import './selectors.css';

/** A selector tried by hand, and a field that it is written into. */
export function PickTab(props: TabProps & { place: Place | null }) {
  const { spiderKey: key, text, callback, place } = props;
  const { made } = useTester(key);
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const targets = useMemo(() => targetsIn(text, callback, place), [text, callback, place]);
  const target = targets.find(({ id, kind }) => idOf(kind, id) === chosen) ?? targetAt(targets, place, made);
  if (target === null) return null;
  const name = typed ?? (target.kind === 'new' ? nameFor(target, []) : '');
  const destination = { target, name };
  const written = () => {
    setChosen(null);
    setTyped(null);
  };
  return (
    <div className="tester-tab scroll">
      <div className="tester-bar row tester-destination">
        <Select
          small
          aria-label="Write the selector into"
          className="grow"
          value={idOf(target.kind, target.id)}
          options={targets.map(({ id, kind, label }) => ({ value: idOf(kind, id), label: `→ ${label}` }))}
          onChange={(id) => {
            setChosen(id);
            setTyped(null);
          }}
        />
        {target.kind === 'new' && (
          <Input
            mono
            className="tester-new-name"
            aria-label="Name of the new field"
            placeholder="name"
            value={name}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </div>
      <Trial {...props} destination={destination} onWritten={written} />
    </div>
  );
}

/** A new field stands among fields, and may share their pointer with a list. */
const idOf = (kind: Target['kind'], id: string) => `${kind} ${id}`;
