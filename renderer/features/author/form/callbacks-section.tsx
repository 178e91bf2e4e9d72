import { useRef } from 'react';
import { Braces, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { isSet, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { counted } from '../../../ui/format.ts';
import { callbackUses, namedCallbacks } from '../callback-uses.ts';
import { renameCallback, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf } from '../../../../shared/spider/json-path.ts';
import { Fields } from './fields.tsx';
import { useEdits, useForm, useProblem, useProblemInside, useValue } from './form-context.ts';
import { freeName, KeyInput } from './map-control.tsx';
import { OfferLine } from './offer-part.tsx';
import { ItemsChoice, RowsPart } from './rows-part.tsx';
import { useOpen } from './use-open.ts';

/** The callbacks: which fields are extracted from a page, and how. */
export function CallbacksSection({ caret }: { caret: readonly string[] }) {
  const callbacks = useValue(['callbacks']);
  const { value } = useForm();
  const edits = useEdits();
  const names = membersOf(callbacks).map(([name]) => name);
  // Suggests a callback that is named and does not exist yet.
  const wanted = namedCallbacks(value).find((name) => !names.includes(name));
  const add = () =>
    edits.change('Add a callback', (text) =>
      setValue(text, ['callbacks', wanted ?? freeName(callbacks, 'parse_item')], {
        extract: { title: { css: 'h1::text' } },
      }),
    );
  const button = (
    <Button variant={names.length === 0 ? 'primary' : 'normal'} icon={Plus} onClick={add}>
      {wanted === undefined ? 'Add a callback' : `Add ${wanted}`}
    </Button>
  );
  if (names.length === 0) {
    return (
      <EmptyState icon={Braces} title="No callbacks" actions={button}>
        A callback lists the fields to extract from a page, and rules pass pages to it. For articles, use the
        built-in parse_article.
      </EmptyState>
    );
  }
  return (
    <div className="author-section">
      <ol className="author-cards" aria-label="Callbacks">
        {names.map((name, index) => (
          <CallbackCard
            key={index}
            name={name}
            caret={caret[0] === name ? caret.slice(1) : null}
            initiallyOpen={names.length <= 2}
          />
        ))}
      </ol>
      {button}
    </div>
  );
}

interface CallbackCardProps {
  name: string;
  /** The fields that the caret is in; null: it is not in this callback. */
  caret: readonly string[] | null;
  initiallyOpen: boolean;
}

function CallbackCard({ name, caret, initiallyOpen }: CallbackCardProps) {
  const path = ['callbacks', name];
  const { value } = useForm();
  const edits = useEdits();
  const box = useRef<HTMLLIElement | null>(null);
  const [open, setOpen] = useOpen(box, initiallyOpen, caret !== null);
  const pointer = pointerOf(path);
  const error = useProblem(path, ['extract']);
  const fields = membersOf(memberOf(memberOf(memberOf(value, 'callbacks'), name), 'extract')).length;
  const isRows = isSet(memberOf(useValue(path), 'iterate'));
  const broken = useProblemInside(path);
  return (
    <li ref={box} className="author-card" data-pointer={pointer} data-broken={broken || undefined}>
      <div className="author-card-head">
        <button
          type="button"
          className="author-card-toggle"
          aria-expanded={open}
          aria-label={`Fields of ${name}`}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={14} aria-hidden className="author-chevron" />
        </button>
        <KeyInput
          path={path}
          label={`Name of the callback ${name}`}
          className="author-callback-name"
          rename={(next) => edits.change('Rename a callback', (text) => renameCallback(text, name, next))}
        />
        <span className="subtle small ellipsis grow">
          {counted(fields, 'field')} · {callbackUses(value, name) ?? 'nothing uses it'}
        </span>
        {isRows && <Badge tone="accent">rows</Badge>}
        {broken && <Badge tone="danger">problems</Badge>}
        <IconButton label={`Remove ${name}`} icon={Trash2} size="small" onClick={() => edits.remove(path)} />
      </div>
      {error !== null && <p className="ui-field-error author-card-error">{error}</p>}
      {open && (
        <div className="author-card-body">
          <ItemsChoice path={path} />
          <OfferLine path={path} />
          <RowsPart path={path} />
          <span className="author-list-label">{isRows ? 'Fields of a row' : 'Fields'}</span>
          <Fields path={[...path, 'extract']} depth={0} caret={caret ?? []} />
        </div>
      )}
    </li>
  );
}
