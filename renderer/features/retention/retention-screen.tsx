import { useEffect } from 'react';
import { Archive, Pencil, Plus, RotateCw, Trash2 } from 'lucide-react';
import { keepEverything } from '../../../shared/retention.ts';
import type { RetentionRules } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { useTopicState } from '../../state/topics.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Switch } from '../../ui/field.tsx';
import { agoInWords, bytes } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { PreviewPart } from './preview-part.tsx';
import { edit, readPreview, setNightly, setRule, useRetention, type ScopedRule } from './retention-store.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { ruleWords, scopeWords } from './rule-words.ts';
import './retention.css';

/** The rules by which old runs and pages go, and exactly what would. */
export function RetentionScreen() {
  const { value, error, refresh } = useCall('retention.rules', {});
  const editing = useRetention((state) => state.editing);
  useEffect(() => void readPreview(), []);
  if (value === null && error !== null)
    return <ErrorState page error={error} title="The rules could not be loaded." onRetry={refresh} />;
  if (value === null) return null;
  return (
    <div className="retention">
      <Head {...value} />
      {value.rules.length === 0 ? <NoRules /> : <Rules {...value} />}
      {editing !== null && <RuleDialog {...editing} />}
    </div>
  );
}

const add = () => edit({ rule: { project: null, spider: null, rule: keepEverything }, isNew: true });

function Head({ rules, nightly, last }: RetentionRules) {
  const busy = useRetention((state) => state.task !== null);
  return (
    <header className="retention-head">
      <h1>Retention</h1>
      <p className="subtle ellipsis">
        {last !== null && `Last night’s removal: ${bytes(last.removed.bytes)}, ${agoInWords(last.at)}`}
      </p>
      {rules.length > 0 && (
        <>
          <Switch label="Every night" checked={nightly} onChange={(next) => void setNightly(next)} />
          <Button icon={RotateCw} disabled={busy} onClick={() => void readPreview()}>
            Preview again
          </Button>
          <Button variant="primary" icon={Plus} onClick={add}>
            Add a rule
          </Button>
        </>
      )}
    </header>
  );
}

const NoRules = () => (
  <EmptyState
    icon={Archive}
    title="Everything is kept"
    actions={
      <Button variant="primary" icon={Plus} onClick={add}>
        Add a rule
      </Button>
    }
  >
    <p>
      A rule says how many runs, and the pages of how many, a spider keeps. What would go is shown before
      anything does.
    </p>
    <p>Pinned runs, runs that have not ended, and the newest complete one always stay.</p>
  </EmptyState>
);

function Rules({ rules }: RetentionRules) {
  const { preview, error, task } = useRetention();
  return (
    <div className="retention-body">
      <ul className="retention-rules" aria-label="Rules">
        {rules.map((rule) => (
          <RuleRow key={scopeWords(rule)} rule={rule} />
        ))}
      </ul>
      {task !== null && <Working {...task} />}
      {error !== null && (
        <ErrorState error={error} title="What would go is not known." onRetry={() => void readPreview()} />
      )}
      {preview !== null && <PreviewPart preview={preview} busy={task !== null} />}
    </div>
  );
}

function RuleRow({ rule }: { rule: ScopedRule }) {
  const name = scopeWords(rule);
  return (
    <li>
      <strong className="ellipsis">{name}</strong>
      <span className="muted">{ruleWords(rule.rule)}</span>
      <IconButton
        label={`Change the rule of ${name}`}
        icon={Pencil}
        size="small"
        onClick={() => edit({ rule, isNew: false })}
      />
      <IconButton
        label={`Remove the rule of ${name}`}
        icon={Trash2}
        size="small"
        onClick={() => void setRule(rule, null)}
      />
    </li>
  );
}

interface WorkingProps {
  title: string;
  operation: string;
  abort: AbortController;
}

function Working({ title, operation, abort }: WorkingProps) {
  const progress = useTopicState('progress', { operation });
  return (
    <div className="retention-working" role="status">
      <p className="small muted">{title}…</p>
      <ProgressBar label={title} value={progress?.percent ?? null} max={100} />
      <Button size="small" onClick={() => abort.abort()}>
        Cancel
      </Button>
    </div>
  );
}
