import { useMemo, useState } from 'react';
import { SquareMousePointer } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input, Select } from '../../ui/field.tsx';
import type { Place } from '../../spider-document/document.ts';
import { Suggestions } from './suggestions.tsx';
import { nameFor, targetAt, targetsIn, type Target } from './targets.ts';
import type { TabProps } from './tab-props.ts';
import { changeTester, useTester } from './tester-store.ts';
import { Trial } from './trial.tsx';
import './selectors.css';

/** A selector tried by hand, and selectors for an element that was picked on the page. */
export function PickTab(props: TabProps & { place: Place | null }) {
  const { spiderKey: key, page, subject, text, callback, place } = props;
  const { picked, picking, made } = useTester(key);
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [wishes, setWishes] = useState<readonly string[]>([]);
  const targets = useMemo(() => targetsIn(text, callback, place), [text, callback, place]);
  const target = targets.find(({ id, kind }) => idOf(kind, id) === chosen) ?? targetAt(targets, place, made);
  if (target === null) return null;
  const name = typed ?? (target.kind === 'new' ? nameFor(target, wishes) : '');
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
      {picked !== null && picked.page === page ? (
        <Suggestions
          spiderKey={key}
          page={page}
          subject={subject}
          element={picked.element}
          destination={destination}
          onElement={setWishes}
          onWritten={written}
        />
      ) : (
        <EmptyState
          icon={SquareMousePointer}
          title="Point at what you want"
          command="page.pick"
          actions={
            <Button
              variant="primary"
              disabled={picking}
              onClick={() => changeTester(key, { picking: true, view: 'page' })}
            >
              {picking ? 'Click it on the page' : 'Pick an element'}
            </Button>
          }
        >
          Selectors for it are suggested here, each with its result; one click writes it into the field above.
        </EmptyState>
      )}
    </div>
  );
}

/** A new field stands among fields, and may share their pointer with a list. */
const idOf = (kind: Target['kind'], id: string) => `${kind} ${id}`;
