import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { NoticeChannel } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { commandOf, kindHelp, kindWords, targetWords } from './notice-words.ts';
import { closeChannel, readNoticesAgain } from './notices-store.ts';
import './notices.css';

type Kind = NoticeChannel['kind'];
const kinds: readonly Kind[] = ['desktop', 'webhook', 'command'];

/** What a person has entered; the same for every kind, so that another kind can be tried without losing it. */
interface ChannelForm {
  readonly kind: Kind;
  readonly url: string;
  readonly allowPrivate: boolean;
  readonly command: string;
  readonly timing: NoticeChannel['timing'];
}

function formOf(channel: NoticeChannel | null): ChannelForm {
  return {
    kind: channel?.kind ?? 'webhook',
    url: channel?.target.url ?? '',
    allowPrivate: channel?.target.allowPrivate === true,
    command: channel?.kind === 'command' ? targetWords(channel) : '',
    timing: channel?.timing ?? 'digest',
  };
}

/** What the form says of where the channel leads; or what is missing. */
function targetOf({ kind, url, allowPrivate, command }: ChannelForm): NoticeChannel['target'] | string {
  if (kind === 'desktop') return {};
  if (kind === 'webhook') {
    return url.trim() === '' ? 'A webhook needs an address.' : { url: url.trim(), allowPrivate };
  }
  const parts = commandOf(command);
  if (parts === null) return 'A quotation mark is not closed.';
  return parts.length === 0 ? 'A command needs a program.' : { command: parts };
}

/** Adds a channel for notices, or changes one. @param channel null: a new one */
export function ChannelDialog({ channel }: { channel: NoticeChannel | null }) {
  const [form, setForm] = useState(() => formOf(channel));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: Partial<ChannelForm>) => {
    setProblem(null);
    setForm((before) => ({ ...before, ...next }));
  };
  const save = async () => {
    const target = targetOf(form);
    if (typeof target === 'string') return setProblem(target);
    setBusy(true);
    const { kind, timing } = form;
    const answer =
      channel === null
        ? await getClient().call('notices.addChannel', { kind, target, timing })
        : await getClient().call('notices.updateChannel', { channel: channel.id, target, timing });
    setBusy(false);
    if (!answer.ok) return setProblem(said(answer.error));
    readNoticesAgain();
    closeChannel();
    toast.success(channel === null ? 'The channel was added' : 'The channel was changed', {
      message: 'A test shows whether its notices arrive.',
    });
  };
  return (
    <Dialog
      open
      size="medium"
      title={
        channel === null ? 'Add a channel for notices' : `Change the ${kindWords[channel.kind].toLowerCase()}`
      }
      onClose={closeChannel}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={closeChannel}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {channel === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      {channel === null && <KindChoice value={form.kind} onChange={(kind) => change({ kind })} />}
      <TargetFields form={form} onChange={change} problem={problem} />
      <Field label="When" help="A digest comes once a night and names every spider with trouble once.">
        {(ids) => (
          <Select
            {...ids}
            value={form.timing}
            options={[
              { value: 'digest', label: 'One digest a night' },
              { value: 'each', label: 'Each trouble at once' },
            ]}
            onChange={(timing) => change({ timing })}
          />
        )}
      </Field>
    </Dialog>
  );
}

const said = ({ message, hint }: CallError) => (hint === null ? message : `${message} ${hint}`);

interface FieldsProps {
  form: ChannelForm;
  onChange: (next: Partial<ChannelForm>) => void;
  problem: string | null;
}

/** Where the channel leads. */
function TargetFields({ form, onChange, problem }: FieldsProps) {
  if (form.kind === 'webhook') {
    return (
      <>
        <Field
          label="Address"
          error={problem}
          help="Each notice is one POST of JSON. A failure is told in the settings."
        >
          {(ids) => (
            <Input
              {...ids}
              autoFocus
              mono
              inputMode="url"
              placeholder="https://hooks.example.org/spiders"
              value={form.url}
              onChange={(event) => onChange({ url: event.target.value })}
            />
          )}
        </Field>
        <Checkbox
          label="It may be at a loopback or private address"
          checked={form.allowPrivate}
          onChange={(allowPrivate) => onChange({ allowPrivate })}
        />
      </>
    );
  }
  if (form.kind === 'command') {
    return (
      <Field
        label="Command"
        error={problem}
        help="A program and its arguments; what has spaces stands in quotation marks. No shell reads it. The notice comes as JSON on its standard input."
      >
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            mono
            placeholder='mail -s "Spiders" me@example.org'
            value={form.command}
            onChange={(event) => onChange({ command: event.target.value })}
          />
        )}
      </Field>
    );
  }
  return problem === null ? null : (
    <p className="ui-field-error" role="alert">
      {problem}
    </p>
  );
}

const KindChoice = ({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) => (
  <div className="notices-kinds" role="radiogroup" aria-label="Kind of channel">
    {kinds.map((kind) => (
      <label key={kind} className={classes('notices-kind', kind === value && 'notices-kind-chosen')}>
        <input
          type="radio"
          name="kind"
          className="visually-hidden"
          checked={kind === value}
          onChange={() => onChange(kind)}
        />
        <span className="strong">{kindWords[kind]}</span>
        <span className="muted small">{kindHelp[kind]}</span>
      </label>
    ))}
  </div>
);
