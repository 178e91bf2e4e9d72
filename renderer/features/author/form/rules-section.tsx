import { useRef } from 'react';
import { ArrowDown, ArrowUp, ChevronRight, Copy, Ellipsis, ListTree, Plus, Trash2 } from 'lucide-react';
import { entriesOf, isObject, isSet, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Checkbox, Field, Switch } from '../../../ui/field.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { duplicateItem, insertItem, moveEntry, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { ChoiceControl, NumberControl, NumberInput, TextControl } from './controls.tsx';
import { useEdits, useForm, useProblem, useProblemInside, useValue } from './form-context.ts';
import { ListControl } from './list-control.tsx';
import { useOpen } from './use-open.ts';

/** The rules in order: the first one that matches a link applies. */
export function RulesSection({ opened }: { opened: number | null }) {
  const rules = entriesOf(useValue(['rules']));
  const edits = useEdits();
  const add = () =>
    edits.change('Add a rule', (text) => insertItem(text, ['rules'], rules.length, { allow: [''] }));
  if (rules.length === 0) {
    return (
      <EmptyState
        icon={ListTree}
        title="No rules"
        actions={
          <Button variant="primary" icon={Plus} onClick={add}>
            Add a rule
          </Button>
        }
      >
        Without rules, start URLs are extracted as articles and no links are followed.
      </EmptyState>
    );
  }
  return (
    <div className="author-section">
      <p className="subtle small">Rules are tried from top to bottom. The first match applies.</p>
      <ol className="author-cards" aria-label="Rules">
        {rules.map((rule, index) => (
          <RuleCard
            key={index}
            rule={rule}
            index={index}
            count={rules.length}
            initiallyOpen={rules.length <= 3}
            opened={opened === index}
          />
        ))}
      </ol>
      <Button icon={Plus} onClick={add}>
        Add a rule
      </Button>
    </div>
  );
}

interface RuleCardProps {
  rule: unknown;
  index: number;
  count: number;
  initiallyOpen: boolean;
  /** The caret is in it. */
  opened: boolean;
}

function RuleCard({ rule, index, count, initiallyOpen, opened }: RuleCardProps) {
  const path = ['rules', index];
  const edits = useEdits();
  const box = useRef<HTMLLIElement | null>(null);
  const [open, setOpen] = useOpen(box, initiallyOpen, opened);
  const pointer = pointerOf(path);
  const broken = useProblemInside(path);
  const error = useProblem(path);
  const move = (to: number) => edits.change('Move a rule', (text) => moveEntry(text, ['rules'], index, to));
  const callback = memberOf(rule, 'callback');
  return (
    <li ref={box} className="author-card" data-pointer={pointer} data-broken={broken || undefined}>
      <div className="author-card-head">
        <button
          type="button"
          className="author-card-title"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={14} aria-hidden className="author-chevron" />
          <span className="strong">Rule {index}</span>
          <span className="mono subtle ellipsis grow">{summaryOf(rule)}</span>
          {typeof callback === 'string' ? <Badge tone="accent">{callback}</Badge> : <Badge>navigation</Badge>}
        </button>
        <IconButton
          label={`Move rule ${index} up`}
          icon={ArrowUp}
          size="small"
          disabled={index === 0}
          onClick={() => move(index - 1)}
        />
        <IconButton
          label={`Move rule ${index} down`}
          icon={ArrowDown}
          size="small"
          disabled={index === count - 1}
          onClick={() => move(index + 1)}
        />
        <Menu
          align="end"
          entries={[
            {
              label: 'Duplicate',
              icon: Copy,
              run: () => edits.change('Duplicate a rule', (text) => duplicateItem(text, ['rules'], index)),
            },
            { label: 'Remove', icon: Trash2, danger: true, run: () => edits.remove(path) },
          ]}
        >
          <IconButton label={`More actions for rule ${index}`} icon={Ellipsis} size="small" />
        </Menu>
      </div>
      {error !== null && <p className="ui-field-error author-card-error">{error}</p>}
      {open && <RuleBody index={index} />}
    </li>
  );
}

function RuleBody({ index }: { index: number }) {
  const path = ['rules', index];
  const { value } = useForm();
  const edits = useEdits();
  const follow = useValue([...path, 'follow']);
  const callbacks = membersOf(memberOf(value, 'callbacks')).map(([name]) => name);
  const priorityError = useProblem([...path, 'priority']);
  return (
    <div className="author-card-body">
      <ListControl
        path={[...path, 'allow']}
        label="Allow"
        entry="pattern"
        mono
        placeholder="/articles/\d+"
        help="Regular expressions, searched in the whole URL. Empty matches any URL."
      />
      <ListControl
        path={[...path, 'deny']}
        label="Deny"
        entry="pattern"
        mono
        placeholder="\?print="
        help="Patterns here take precedence over Allow."
      />
      <div className="author-columns">
        <ChoiceControl
          path={[...path, 'callback']}
          label="Extract with"
          choices={[
            [null, 'None (follow links only)'],
            ...callbacks.map((name) => [name, name] as const),
            ['parse_article', 'parse_article (built in)'],
          ]}
        />
        <Field label="Priority" error={priorityError} aside="0 to 1000">
          {(ids) => <NumberInput {...ids} path={[...path, 'priority']} min={0} max={1000} placeholder="0" />}
        </Field>
      </div>
      <div data-pointer={pointerOf([...path, 'follow'])}>
        <Switch
          label="Follow the links of matched pages"
          checked={follow !== false}
          onChange={(on) =>
            on ? edits.remove([...path, 'follow']) : edits.write([...path, 'follow'], false)
          }
        />
      </div>
      <ListControl
        path={[...path, 'restrict_css']}
        label="Only links within (CSS)"
        entry="selector"
        mono
        placeholder="nav.pages"
      />
      <ListControl
        path={[...path, 'restrict_xpaths']}
        label="Only links within (XPath)"
        entry="expression"
        mono
        placeholder="//nav"
      />
      <ListControl
        path={[...path, 'restrict_json']}
        label="Places of links in JSON"
        entry="JSONPath"
        mono
        placeholder="$.results[*].url"
        help="A JSON page has links only where a rule names their places. HTML pages are not affected."
      />
      <NextQueryControl path={[...path, 'next_query']} />
      <ListControl
        path={[...path, 'link_header']}
        label="Links of the Link header of JSON"
        entry="relation"
        mono
        placeholder="next"
      />
      <ElementsControl path={[...path, 'tags']} />
    </div>
  );
}

/** How the URL of the next page of a JSON answer is made. */
function NextQueryControl({ path }: { path: JsonPath }) {
  const edits = useEdits();
  const query = useValue(path);
  const error = useProblem(path);
  const isOn = isObject(query);
  const isAdded = isSet(memberOf(query, 'add'));
  return (
    <div className="stack" data-pointer={pointerOf(path)}>
      <Switch
        label="These places say how the next page is asked for"
        checked={isOn}
        onChange={(on) => (on ? edits.write(path, { name: 'page' }) : edits.remove(path))}
      />
      {isOn && (
        <>
          <div className="author-columns">
            <TextControl path={[...path, 'name']} label="Parameter" mono required placeholder="cursor" />
            <ChoiceControl
              path={[...path, 'in']}
              label="Where it is"
              choices={[
                [null, 'In the URL'],
                ['body', 'In the body that is sent'],
              ]}
            />
            <NumberControl path={[...path, 'add']} label="Added to its number" min={1} placeholder="no" />
          </div>
          {isAdded && (
            <div className="author-columns">
              <NumberControl path={[...path, 'from']} label="First number" min={0} placeholder="0" />
              <NumberControl path={[...path, 'to']} label="Last number" min={0} placeholder="any" />
            </div>
          )}
        </>
      )}
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** The elements whose links are taken unless a rule names others. */
const usualElements = ['a', 'area'];

/** The elements whose links a rule takes. The usual ones together are the default, and are not written. */
function ElementsControl({ path }: { path: JsonPath }) {
  const edits = useEdits();
  const value = useValue(path);
  const error = useProblem(path);
  const chosen = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : usualElements;
  const others = chosen.filter((each) => !linkElements.some(([name]) => name === each));
  const toggle = (name: string, on: boolean) => {
    const next = [...linkElements.map(([each]) => each), ...others].filter((each) =>
      each === name ? on : chosen.includes(each),
    );
    if (next.join() === usualElements.join()) edits.remove(path);
    else edits.change('Change the elements of a rule', (text) => setValue(text, path, next));
  };
  return (
    <fieldset className="author-elements" data-pointer={pointerOf(path)}>
      <legend className="author-list-label">Elements</legend>
      <div className="row">
        {[...linkElements, ...others.map((name) => [name, ''] as const)].map(([name, meaning]) => (
          <Checkbox
            key={name}
            label={
              <>
                <code>{name}</code> <span className="subtle">{meaning}</span>
              </>
            }
            checked={chosen.includes(name)}
            // A rule without any element takes no link at all.
            disabled={chosen.length === 1 && chosen[0] === name}
            onChange={(on) => toggle(name, on)}
          />
        ))}
      </div>
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const linkElements = [
  ['a', 'links'],
  ['area', 'image maps'],
  ['link', 'rel=next'],
] as const;

function summaryOf(rule: unknown): string {
  const allow = entriesOf(memberOf(rule, 'allow')).map(String);
  const regions = [
    ...entriesOf(memberOf(rule, 'restrict_css')),
    ...entriesOf(memberOf(rule, 'restrict_xpaths')),
    ...entriesOf(memberOf(rule, 'restrict_json')),
  ].map(String);
  const urls = allow.length === 0 ? 'any URL' : allow.join('  or  ');
  return regions.length === 0 ? urls : `${urls}  within  ${regions.join(', ')}`;
}
