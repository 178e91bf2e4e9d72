import { Plus, X } from 'lucide-react';
import { membersOf } from '../../../../shared/spider/plain.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { removeAt, renameArgument, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf } from '../../../../shared/spider/json-path.ts';
import { TextInput } from './controls.tsx';
import { useEdits, useProblem, useValue } from './form-context.ts';
import { freeName, KeyInput } from './map-control.tsx';
import { useEntryFocus } from './use-entry-focus.ts';

const place = ['args'];

/** The arguments of the spider: values that a run can be given, with what they are unless it is. */
export function ArgsControl() {
  const args = useValue(place);
  const edits = useEdits();
  const error = useProblem(place);
  const members = membersOf(args);
  const { box, focus } = useEntryFocus('.author-map-key');
  const add = () => {
    edits.change('Add an argument', (text) =>
      setValue(text, [...place, freeName(args, 'term')], { default: '' }),
    );
    focus(members.length, members.length + 1, { select: true });
  };
  return (
    <div className="ui-field" role="group" aria-label="Arguments" ref={box} data-pointer={pointerOf(place)}>
      <div className="ui-field-head">
        <span className="author-list-label">Arguments</span>
        <Button size="small" variant="quiet" icon={Plus} onClick={add}>
          Add an argument
        </Button>
      </div>
      <div className="author-map">
        {members.map(([name], index) => (
          <ArgumentRow key={index} name={name} index={index} isOnly={members.length === 1} />
        ))}
      </div>
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
      <p className="ui-field-help">
        Values that a run can be given. {'${name}'} stands for them in URLs, headers and what requests send.
      </p>
    </div>
  );
}

function ArgumentRow({ name, index, isOnly }: { name: string; index: number; isOnly: boolean }) {
  const path = [...place, name];
  const edits = useEdits();
  const error = useProblem(path, ['default', 'description']);
  return (
    <div>
      <div className="author-map-entry author-argument">
        <KeyInput
          path={path}
          label={`Name of argument ${index + 1}`}
          className="author-map-key"
          rename={(next) => edits.change('Rename an argument', (text) => renameArgument(text, name, next))}
        />
        <TextInput
          path={[...path, 'default']}
          mono
          empty="remove"
          aria-label={`Default of ${name}`}
          placeholder="No default: each run needs a value"
        />
        <TextInput
          path={[...path, 'description']}
          empty="remove"
          aria-label={`Description of ${name}`}
          placeholder="What it means"
        />
        <IconButton
          label={`Remove ${name}`}
          icon={X}
          size="small"
          onClick={() => edits.change('Remove an argument', (text) => removeAt(text, isOnly ? place : path))}
        />
      </div>
      {error !== null && <p className="ui-field-error">{error}</p>}
    </div>
  );
}
