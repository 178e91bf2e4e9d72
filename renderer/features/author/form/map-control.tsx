import { useId, useState } from 'react';
import { withArticle } from '../../../../shared/counted.ts';
import { Plus, X } from 'lucide-react';
import { memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Input, Suggestions } from '../../../ui/field.tsx';
import { removeAt, renameKey, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { TextInput } from './controls.tsx';
import { useEdits, useProblem, useValue } from './form-context.ts';
import { useEntryFocus } from './use-entry-focus.ts';

interface MapControlProps {
  path: JsonPath;
  /** What its keys and values are called: "header", "value". */
  keyName: string;
  valueName: string;
  mono?: boolean;
  label: string;
  /** The member of each value that is edited; without it the value is the text. */
  member?: string;
  /** What a new value begins with. */
  initial?: string;
}

/** Texts by keys of a person's choice. */
export function MapControl(props: MapControlProps) {
  const { path, keyName, valueName, mono = true, label, member, initial = '' } = props;
  const value = useValue(path);
  const edits = useEdits();
  const members = membersOf(value);
  const { box, focus } = useEntryFocus('.author-map-key');
  const add = () => {
    const name = freeName(value, keyName);
    edits.change(`Add ${withArticle(keyName)}`, (text) =>
      setValue(text, [...path, name], member === undefined ? initial : { [member]: initial }),
    );
    focus(members.length, members.length + 1, { select: true });
  };
  return (
    <div className="author-map" role="group" aria-label={label} ref={box}>
      {members.map(([name], index) => (
        <div className="author-map-entry" key={index}>
          <KeyInput path={[...path, name]} label={`${keyName} ${index + 1}`} className="author-map-key" />
          <MapValue
            path={member === undefined ? [...path, name] : [...path, name, member]}
            label={`${valueName} of ${name}`}
            mono={mono}
          />
          <IconButton
            label={`Remove ${name}`}
            icon={X}
            size="small"
            onClick={() =>
              edits.change(`Remove ${withArticle(keyName)}`, (text) =>
                removeAt(text, members.length === 1 ? path : [...path, name]),
              )
            }
          />
        </div>
      ))}
      <Button size="small" variant="quiet" icon={Plus} onClick={add}>
        Add {withArticle(keyName)}
      </Button>
    </div>
  );
}

function MapValue({ path, label, mono }: { path: JsonPath; label: string; mono: boolean }) {
  const error = useProblem(path);
  return (
    <div className="grow">
      <TextInput
        path={path}
        mono={mono}
        empty="keep"
        aria-label={label}
        aria-invalid={error === null ? undefined : true}
      />
      {error !== null && <p className="ui-field-error">{error}</p>}
    </div>
  );
}

interface KeyInputProps {
  /** The path of the member whose key it is. */
  path: JsonPath;
  label: string;
  className?: string;
  /** Renames by other means than changing the key; whether it could. */
  rename?: (name: string) => boolean;
  /** What it may be called. */
  suggestions?: readonly string[];
}

/** The key of a member. It is changed when the control is left or Enter pressed: half a name would be a name, too. */
export function KeyInput({ path, label, className, rename, suggestions = [] }: KeyInputProps) {
  const name = String(path.at(-1));
  const edits = useEdits();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const commit = () => {
    const next = typed?.trim() ?? name;
    setTyped(null);
    if (next === name || next === '') return setRefused(null);
    const done = rename?.(next) ?? edits.change(`Rename ${name}`, (text) => renameKey(text, path, next));
    setRefused(done ? null : `“${next}” already exists.`);
  };
  return (
    <span className={`author-key ${className === undefined ? '' : `${className}-box`}`}>
      <Input
        mono
        aria-label={label}
        aria-invalid={refused === null ? undefined : true}
        aria-describedby={refused === null ? undefined : id}
        className={className}
        data-pointer={pointerOf(path)}
        list={suggestions.length === 0 ? undefined : `${id}-suggestions`}
        value={typed ?? name}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          else if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
        }}
      />
      <Suggestions id={`${id}-suggestions`} names={suggestions} />
      {refused !== null && (
        <span className="ui-field-error" id={id} role="alert">
          {refused}
        </span>
      )}
    </span>
  );
}

/** A name that an object does not have yet: "field", "field2", … */
export function freeName(object: unknown, name: string): string {
  const plain = name.replaceAll(/\W+/g, '_');
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? plain : `${plain}${number}`;
    if (memberOf(object, candidate) === undefined) return candidate;
  }
}
