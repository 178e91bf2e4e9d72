import { useState } from 'react';
import { keepEverything, type RetentionRule } from '../../../shared/retention.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { edit, setRule, type ScopedRule } from './retention-store.ts';
import { ruleWords, scopeWords } from './rule-words.ts';

type LimitName = 'runs' | 'days' | 'pages' | 'detail';
const mostAtOnce = 100_000;

const limits: readonly { name: LimitName; label: string; unit: string; help: string }[] = [
  {
    name: 'pages',
    label: 'Stored pages',
    unit: 'of the newest full runs',
    help: 'Pages take most of the room. Items stay; older runs cannot be extracted again.',
  },
  {
    name: 'detail',
    label: 'Log and headers',
    unit: 'of the newest full runs',
    help: 'Requests with their states and counters stay.',
  },
  { name: 'runs', label: 'Runs', unit: 'newest full runs', help: 'And everything since the oldest of them.' },
  {
    name: 'days',
    label: 'Days',
    unit: 'days',
    help: 'With a number of runs, a run goes only where both let it go.',
  },
];

/** The dialog of a rule: for what it holds, and what it keeps. */
export function RuleDialog({ rule: scoped, isNew }: { rule: ScopedRule; isNew: boolean }) {
  const [scope, setScope] = useState<Pick<ScopedRule, 'project' | 'spider'>>(scoped);
  const [texts, setTexts] = useState(() => textsOf(scoped.rule));
  const [forgets, setForgets] = useState(scoped.rule.dataset === 'forget');
  const rule = ruleOf(texts, forgets);
  const removes = rule !== null && (rule.runs !== null || rule.days !== null);
  return (
    <Dialog
      open
      onClose={() => edit(null)}
      title={isNew ? 'Add a rule' : `Rule of ${scopeWords(scoped)}`}
      description="An empty field keeps everything. Nothing goes before you have seen a preview."
      onSubmit={() => rule !== null && void setRule(scope, rule)}
      footer={
        <>
          <Button onClick={() => edit(null)}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={rule === null}>
            Save
          </Button>
        </>
      }
    >
      <div className="retention-form">
        {isNew && <ScopeField scope={scope} onChange={setScope} />}
        {limits.map(({ name, label, unit, help }) => (
          <Field
            key={name}
            label={label}
            aside={unit}
            help={help}
            error={limitOf(texts[name]) === undefined ? 'A whole number from 1 upwards, or nothing.' : null}
          >
            {(ids) => (
              <Input
                {...ids}
                inputMode="numeric"
                placeholder="all"
                value={texts[name]}
                onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Checkbox
          label="Also runs that were the first or the last to see an item"
          help="The dataset then forgets items that only they have seen."
          checked={forgets}
          disabled={!removes}
          onChange={setForgets}
        />
        <p className="muted small">{rule === null ? '' : ruleWords(rule)}</p>
      </div>
    </Dialog>
  );
}

interface ScopeFieldProps {
  scope: Pick<ScopedRule, 'project' | 'spider'>;
  onChange: (scope: Pick<ScopedRule, 'project' | 'spider'>) => void;
}

function ScopeField({ scope, onChange }: ScopeFieldProps) {
  const spiders = useCall('spiders.list', {}).value ?? [];
  const projects = [...new Set(spiders.map(({ project }) => project))];
  const choices = [
    { project: null, spider: null },
    ...projects.map((project) => ({ project, spider: null })),
    ...spiders.map(({ project, name }) => ({ project, spider: name })),
  ];
  return (
    <Field label="For" help="A spider follows its own rule, else that of its project, else that of all.">
      {(ids) => (
        <Select
          {...ids}
          value={JSON.stringify([scope.project, scope.spider])}
          options={choices.map((each) => ({
            value: JSON.stringify([each.project, each.spider]),
            label: scopeWords(each),
          }))}
          onChange={(value) => {
            const found = choices.find((each) => JSON.stringify([each.project, each.spider]) === value);
            if (found !== undefined) onChange(found);
          }}
        />
      )}
    </Field>
  );
}

const textsOf = (rule: RetentionRule): Record<LimitName, string> => ({
  runs: String(rule.runs ?? ''),
  days: String(rule.days ?? ''),
  pages: String(rule.pages ?? ''),
  detail: String(rule.detail ?? ''),
});

/** The rule of the form; null: a field cannot be read. */
function ruleOf(texts: Record<LimitName, string>, forgets: boolean): RetentionRule | null {
  const read = (name: LimitName) => limitOf(texts[name]);
  const [runs, days, pages, detail] = [read('runs'), read('days'), read('pages'), read('detail')];
  if (runs === undefined || days === undefined || pages === undefined || detail === undefined) return null;
  return { ...keepEverything, runs, days, pages, detail, dataset: forgets ? 'forget' : 'keep' };
}

/** A number; null: nothing was given; undefined: it is none. */
function limitOf(text: string): number | null | undefined {
  const given = text.trim();
  if (given === '') return null;
  const number = Number(given);
  return /^\d+$/u.test(given) && number >= 1 && number <= mostAtOnce ? number : undefined;
}
