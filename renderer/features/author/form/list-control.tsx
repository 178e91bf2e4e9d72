import { useId, type ClipboardEvent, type KeyboardEvent } from 'react';
import { withArticle } from '../../../../shared/counted.ts';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Suggestions } from '../../../ui/field.tsx';
import { insertItem, moveEntry, removeAt, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf } from '../../../../shared/spider/json-path.ts';
import { AnyInput, writeAny } from './any-input.tsx';
import { TextInput, type ControlProps } from './controls.tsx';
import { useEdits, useProblem, useValue } from './form-context.ts';
import { useEntryFocus } from './use-entry-focus.ts';

/** The most entries in the form; longer lists are edited in the text. */
const shownEntries = 100;

interface ListControlProps extends ControlProps {
  /** The label of an entry: "pattern". */
  entry: string;
  mono?: boolean;
  /** The list has to stay when its last entry goes. */
  required?: boolean;
  /** What an entry may be. */
  suggestions?: readonly string[];
  /** Whether entries are values of any type, as `AnyInput` reads them; else they are texts. */
  anyType?: boolean;
}

/**
 * A list of texts, one control each. Enter adds one below, Backspace in an empty one takes it away, Alt+Up and Alt+Down
 * move it, and several lines that are pasted become several entries.
 */
export function ListControl(props: ListControlProps) {
  const { path, label, help, entry, placeholder, suggestions = [] } = props;
  const { mono = false, required = false, anyType = false } = props;
  const value = useValue(path);
  const edits = useEdits();
  const error = useProblem(path);
  const id = useId();
  const { box, focus } = useEntryFocus('.author-list-entry input');
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const shown = entries.slice(0, shownEntries);

  /** Puts the focus into an entry once the list has so many. */
  const focusEntry = (index: number, count: number) => focus(index, Math.min(count, shownEntries));
  const add = (index: number, texts: readonly string[] = ['']) => {
    for (const [by, text] of texts.entries()) {
      edits.change(`Add ${withArticle(entry)}`, (before) => insertItem(before, path, index + by, text));
    }
    focusEntry(index + texts.length - 1, entries.length + texts.length);
  };
  const remove = (index: number) => {
    edits.change(`Remove ${withArticle(entry)}`, (text) =>
      entries.length === 1 && !required ? removeAt(text, path) : removeAt(text, [...path, index]),
    );
    focusEntry(Math.max(0, index - 1), entries.length - 1);
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    const { key, altKey } = event;
    if (key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(index + 1);
    } else if (key === 'Backspace' && event.currentTarget.value === '') {
      event.preventDefault();
      remove(index);
    } else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      const to = index + (key === 'ArrowUp' ? -1 : 1);
      if (edits.change(`Move ${withArticle(entry)}`, (text) => moveEntry(text, path, index, to)))
        focusEntry(to, entries.length);
    } else if (!altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      focusEntry(Math.max(0, index + (key === 'ArrowUp' ? -1 : 1)), entries.length);
    }
  };
  const paste = (event: ClipboardEvent, index: number) => {
    const lines = event.clipboardData
      .getData('text/plain')
      .split(/\r?\n/u)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const [first] = lines;
    if (lines.length < 2 || first === undefined) return;
    event.preventDefault();
    const isEmpty = entries[index] === '';
    if (isEmpty)
      edits.change(`Change ${withArticle(entry)}`, (text) => setValue(text, [...path, index], first));
    add(index + 1, isEmpty ? lines.slice(1) : lines);
  };

  return (
    <div className="ui-field" role="group" aria-labelledby={id} ref={box}>
      <div className="ui-field-head">
        <span id={id} className="author-list-label">
          {label}
        </span>
        <Button size="small" variant="quiet" icon={Plus} onClick={() => add(entries.length)}>
          Add
          <span className="visually-hidden"> {withArticle(entry)}</span>
        </Button>
      </div>
      <Suggestions id={`${id}-suggestions`} names={suggestions} />
      {shown.length > 0 && (
        <div className="author-list">
          {shown.map((_, index) => (
            <Entry
              key={index}
              {...props}
              index={index}
              mono={mono}
              anyType={anyType}
              list={suggestions.length === 0 ? undefined : `${id}-suggestions`}
              placeholder={placeholder}
              onKeyDown={(event) => keys(event, index)}
              onPaste={(event) => paste(event, index)}
              onRemove={() => remove(index)}
            />
          ))}
          {entries.length > shown.length && (
            <p className="subtle small">
              {entries.length - shown.length} more are in the text. Edit them there.
            </p>
          )}
        </div>
      )}
      {value !== undefined && value !== null && !Array.isArray(value) && (
        <p className="ui-field-error">The text has no list here. Edit it in the text.</p>
      )}
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
      {help !== undefined && <p className="ui-field-help">{help}</p>}
    </div>
  );
}

interface EntryProps {
  path: ListControlProps['path'];
  entry: string;
  index: number;
  mono: boolean;
  anyType: boolean;
  list: string | undefined;
  placeholder: string | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent) => void;
  onRemove: () => void;
}

function Entry(props: EntryProps) {
  const { path, entry, index, mono, anyType, list, placeholder, onKeyDown, onPaste, onRemove } = props;
  const own = [...path, index];
  const value = useValue(own);
  const error = useProblem(own);
  const id = useId();
  const told = {
    'aria-invalid': error === null ? undefined : true,
    'aria-describedby': error === null ? undefined : id,
    onKeyDown,
  };
  return (
    <div className="author-list-entry" data-pointer={pointerOf(own)}>
      <div className="row" onPaste={onPaste}>
        {anyType ? (
          <AnyInput path={own} label={`${entry} ${index + 1}`} written={writeAny(value)} {...told} />
        ) : (
          <TextInput
            path={own}
            mono={mono}
            empty="keep"
            list={list}
            placeholder={placeholder}
            aria-label={`${entry} ${index + 1}`}
            {...told}
          />
        )}
        <IconButton label={`Remove the ${entry}`} icon={X} size="small" onClick={onRemove} />
      </div>
      {error !== null && (
        <p className="ui-field-error" id={id}>
          {error}
        </p>
      )}
    </div>
  );
}
