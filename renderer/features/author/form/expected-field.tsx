import { useRef } from 'react';
import { ChevronRight, Trash2 } from 'lucide-react';
import { entriesOf, isObject, isSet, memberOf, type PlainObject } from '../../../../shared/spider/plain.ts';
import { expectedTypes, requiredFill } from '../../../../shared/spider/schema.ts';
import { removeAt } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { percent } from '../../../ui/format.ts';
import { CheckControl, ChoiceControl, NumberBox, NumberControl, TextControl } from './controls.tsx';
import { useEdits, useProblem, useProblemInside, useValue } from './form-context.ts';
import { ListControl } from './list-control.tsx';
import { KeyInput } from './map-control.tsx';
import { useOpen } from './use-open.ts';

interface ExpectedFieldCardProps {
  name: string;
  /** Whether nothing is expected of another field. */
  isOnly: boolean;
  /** What else it may be called. */
  suggestions: readonly string[];
  hasCaret: boolean;
  initiallyOpen: boolean;
}

/** What is expected of a field of the items. */
export function ExpectedFieldCard({
  name,
  isOnly,
  suggestions,
  hasCaret,
  initiallyOpen,
}: ExpectedFieldCardProps) {
  const path = ['expect', 'fields', name];
  const value = useValue(path);
  const edits = useEdits();
  const box = useRef<HTMLLIElement | null>(null);
  const [open, setOpen] = useOpen(box, initiallyOpen, hasCaret);
  const error = useProblem(path);
  const isBroken = useProblemInside(path);
  const remove = () =>
    edits.change(`Expect nothing of ${name}`, (text) => removeAt(text, isOnly ? path.slice(0, -1) : path));
  return (
    <li ref={box} className="author-card" data-pointer={pointerOf(path)} data-broken={isBroken || undefined}>
      <div className="author-card-head">
        <button
          type="button"
          className="author-card-toggle"
          aria-expanded={open}
          aria-label={`What is expected of ${name}`}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={14} aria-hidden className="author-chevron" />
        </button>
        <KeyInput
          path={path}
          label={`Expected field ${name}`}
          className="author-callback-name"
          suggestions={suggestions}
        />
        <span className="subtle small ellipsis grow">
          {expectedWords(value).join(' · ') || 'nothing yet'}
        </span>
        {isBroken && <Badge tone="danger">problems</Badge>}
        <IconButton label={`Expect nothing of ${name}`} icon={Trash2} size="small" onClick={remove} />
      </div>
      {error !== null && <p className="ui-field-error author-card-error">{error}</p>}
      {open && (
        <div className="author-card-body">
          <div className="author-expect-field">
            <ChoiceControl
              path={[...path, 'type']}
              label="Type"
              choices={[[null, 'Any'], ...expectedTypes.map((type) => [type, type] as const)]}
            />
            <NumberControl
              path={[...path, 'min_fill']}
              label="Filled, at least"
              min={0}
              max={1}
              step={0.01}
              placeholder={memberOf(value, 'required') === true ? String(requiredFill) : 'In no share'}
              help="The share of items, from 0 to 1."
            />
            <Range path={[...path, 'range']} name={name} />
          </div>
          <div className="author-expect-checks">
            <CheckControl
              path={[...path, 'required']}
              label="Required"
              help={`Filled in ${requiredFill * 100} % of the items, unless a share is given.`}
            />
            <CheckControl
              path={[...path, 'unique']}
              label="Unique"
              help="No two items have the same value."
            />
            <CheckControl
              path={[...path, 'constant']}
              label="Constant"
              help="All items have the same value."
            />
          </div>
          <TextControl
            path={[...path, 'pattern']}
            label="Pattern"
            mono
            placeholder="^HC-"
            help="A regular expression in Python syntax that is found in every value."
          />
          <ListControl
            path={[...path, 'examples']}
            label="Examples"
            entry="example"
            mono
            anyType
            help="Values as they should be, or as the site writes them. Runs are not measured by them."
          />
        </div>
      )}
    </li>
  );
}

/** The least and the greatest number; an empty end is open. */
function Range({ path, name }: { path: JsonPath; name: string }) {
  const value = useValue(path);
  const edits = useEdits();
  const error = useProblem(path);
  const ends = entriesOf(value);
  const write = (least: unknown, greatest: unknown) =>
    isSet(least) || isSet(greatest)
      ? edits.write(path, [least ?? null, greatest ?? null])
      : edits.remove(path);
  return (
    <div className="ui-field" role="group" aria-label={`Range of ${name}`}>
      <div className="ui-field-head">
        <span className="author-list-label">Numbers from, to</span>
      </div>
      <div className="row">
        <NumberBox
          aria-label="The least number"
          placeholder="Any"
          pointer={pointerOf([...path, 0])}
          value={ends[0]}
          onChange={(least) => write(least, ends[1])}
        />
        <NumberBox
          aria-label="The greatest number"
          placeholder="Any"
          pointer={pointerOf([...path, 1])}
          value={ends[1]}
          onChange={(greatest) => write(ends[0], greatest)}
        />
      </div>
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** What is expected of a field, in a few words each: "number", "filled in 95 %", "0 or more". */
function expectedWords(value: unknown): string[] {
  const {
    type,
    required,
    min_fill: share,
    range,
    pattern,
    unique,
    constant,
  } = isObject(value) ? value : noParts;
  const fill = typeof share === 'number' ? share : required === true ? requiredFill : null;
  return [
    ...(typeof type === 'string' ? [type] : []),
    ...(fill === null ? [] : [`filled in ${percent(fill)}`]),
    ...rangeWords(entriesOf(range)),
    ...(typeof pattern === 'string' ? [`matches ${pattern}`] : []),
    ...(unique === true ? ['unique'] : []),
    ...(constant === true ? ['constant'] : []),
  ];
}

const noParts: PlainObject = {};

function rangeWords([least, greatest]: readonly unknown[]): string[] {
  if (typeof least === 'number' && typeof greatest === 'number') return [`${least} to ${greatest}`];
  if (typeof least === 'number') return [`${least} or more`];
  return typeof greatest === 'number' ? [`${greatest} or less`] : [];
}
