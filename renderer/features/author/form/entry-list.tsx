import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { withArticle } from '../../../../shared/counted.ts';
import { insertItem, moveEntry, removeAt } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { entriesOf, isSet } from '../../../../shared/spider/plain.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { AnyInput } from './any-input.tsx';
import { useEdits, useFirstProblem, useProblem, useValue } from './form-context.ts';
import { useEntryFocus } from './use-entry-focus.ts';

/** What the controls of an entry are given. */
export interface EntryProps {
  entry: unknown;
  path: JsonPath;
  /** The buttons that move and remove it, for the end of its first line. */
  tools: ReactNode;
}

interface EntryListProps {
  path: JsonPath;
  label: string;
  /** What an entry is called: "action". */
  noun: string;
  /** What a new entry begins with. */
  initial: (text: string) => unknown;
  /** The keys of an entry whose controls do not tell their problems themselves. */
  told?: readonly string[];
  /** Whether the controls can show all of an entry. Else it is shown as JSON. */
  fits: (entry: unknown) => boolean;
  /** The controls of an entry; its first line has the class `author-generated-head`. */
  children: (props: EntryProps) => ReactNode;
}

/** The first control of each entry. */
const firstControls =
  '.author-generated-head > :first-child:is(input, textarea), .author-generated-head > :first-child :is(input, select)';

/**
 * A list of objects, each in a box of its own. Alt+Up and Alt+Down move the entry that has the focus. What the controls of
 * an entry cannot show is written as JSON, and so is a value that is no list.
 */
export function EntryList(props: EntryListProps) {
  const { path, label, noun, initial, fits, told = [], children } = props;
  const value = useValue(path);
  const edits = useEdits();
  const adding = useRef<HTMLButtonElement | null>(null);
  const { box, focus } = useEntryFocus(firstControls);
  if (isSet(value) && !Array.isArray(value)) return <JsonLines path={path} label={label} value={value} />;
  const entries = entriesOf(value);
  const add = () => {
    edits.change(`Add ${withArticle(noun)}`, (text) => insertItem(text, path, entries.length, initial(text)));
    focus(entries.length, entries.length + 1);
  };
  const move = (from: number, to: number): boolean =>
    edits.change(`Move ${withArticle(noun)}`, (text) => moveEntry(text, path, from, to));
  const remove = (index: number) => {
    edits.change(`Remove ${withArticle(noun)}`, (text) =>
      removeAt(text, entries.length === 1 ? path : [...path, index]),
    );
    if (entries.length === 1) adding.current?.focus();
    else focus(Math.max(0, index - 1), entries.length - 1);
  };
  const keys = (event: KeyboardEvent, index: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    // A list within the entry moves its own.
    if (by === 0 || !event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    if (move(index, index + by)) focus(index + by, entries.length);
  };
  return (
    <div className="author-generated" role="group" aria-label={label} ref={box}>
      {entries.map((entry, index) => (
        <EntryBox
          key={index}
          path={[...path, index]}
          name={`${noun} ${index + 1}`}
          told={fits(entry) ? told : null}
          onKeyDown={(event) => keys(event, index)}
        >
          {(fits(entry) ? children : AsJson)({
            entry,
            path: [...path, index],
            tools: (
              <span className="author-entry-tools">
                <IconButton
                  label={`Move ${noun} ${index + 1} up`}
                  icon={ArrowUp}
                  size="small"
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  label={`Move ${noun} ${index + 1} down`}
                  icon={ArrowDown}
                  size="small"
                  disabled={index === entries.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  label={`Remove ${noun} ${index + 1}`}
                  icon={Trash2}
                  size="small"
                  onClick={() => remove(index)}
                />
              </span>
            ),
          })}
        </EntryBox>
      ))}
      <Button size="small" variant="quiet" icon={Plus} onClick={add} ref={adding}>
        Add {withArticle(noun)}
      </Button>
    </div>
  );
}

interface EntryBoxProps {
  path: JsonPath;
  name: string;
  /** The keys whose problems it tells; null: it tells any. */
  told: readonly string[] | null;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}

function EntryBox({ path, name, onKeyDown, told, children }: EntryBoxProps) {
  const own = useProblem(path, told ?? []);
  const first = useFirstProblem(path);
  const error = told === null ? first : own;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of its controls
    <div
      className="author-generated-entry"
      role="group"
      aria-label={`${name.charAt(0).toUpperCase()}${name.slice(1)}`}
      data-pointer={pointerOf(path)}
      onKeyDown={onKeyDown}
    >
      {children}
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** An entry that the controls cannot show. */
function AsJson({ entry, path, tools }: EntryProps) {
  return (
    <div className="author-generated-head">
      <JsonLines path={path} label={`JSON of ${pointerOf(path)}`} value={entry} />
      {tools}
    </div>
  );
}

function JsonLines({ path, label, value }: { path: JsonPath; label: string; value: unknown }) {
  return <AnyInput lines path={path} label={label} written={JSON.stringify(value, null, 2)} />;
}
