import { useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { Webhook } from '../../../shared/contract/types.ts';
import { usualWebhookEvents, webhookEvents, type WebhookEvent } from '../../../shared/webhook-events.ts';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx';
import { closeDialog, keepSecret, readAgain, showView } from './api-store.ts';
import { eventHelp, said } from './api-words.ts';

interface WebhookForm {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** '': all. */
  readonly project: string;
  readonly allowPrivate: boolean;
}

const formOf = (webhook: Webhook | null): WebhookForm => ({
  url: webhook?.url ?? '',
  events: webhook?.events ?? usualWebhookEvents,
  project: webhook?.project ?? '',
  allowPrivate: webhook?.allowPrivate ?? false,
});

/** Adds a webhook, or changes one. @param webhook null: a new one */
export function WebhookDialog({ webhook }: { webhook: Webhook | null }) {
  const [form, setForm] = useState(() => formOf(webhook));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Pick<CallError, 'message' | 'hint'> | null>(null);
  const projects = useCall('projects.list', {}).value ?? [];
  const change = (next: Partial<WebhookForm>) => {
    setError(null);
    setForm((before) => ({ ...before, ...next }));
  };
  const save = async () => {
    if (form.url.trim() === '') return setError({ message: 'A webhook needs an address.', hint: null });
    if (form.events.length === 0) return setError({ message: 'Choose at least one event.', hint: null });
    setBusy(true);
    const problem = webhook === null ? await addWebhook(form) : await updateWebhook(webhook, form);
    setBusy(false);
    if (problem !== null) return setError(problem);
    readAgain();
    closeDialog();
    return undefined;
  };
  return (
    <Dialog
      open
      size="medium"
      title={webhook === null ? 'Add a webhook' : 'Change the webhook'}
      onClose={closeDialog}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {webhook === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <Field
        label="Address"
        error={error === null ? null : said(error)}
        help="Where events are sent to, each as one POST."
      >
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            mono
            inputMode="url"
            placeholder="https://desk.example/crawls"
            value={form.url}
            onChange={(event) => change({ url: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="api-choice">
        <legend>Tell it when</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={
              <>
                {eventHelp[event]} <code className="subtle">{event}</code>
              </>
            }
            checked={form.events.includes(event)}
            onChange={(on) =>
              change({
                events: webhookEvents.filter((one) => (one === event ? on : form.events.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
      {webhook === null && projects.length > 1 && (
        <Field label="Project">
          {(ids) => (
            <Select
              {...ids}
              value={form.project}
              options={[
                { value: '', label: 'All projects' },
                ...projects.map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={(project) => change({ project })}
            />
          )}
        </Field>
      )}
      {webhook === null && (
        <Checkbox
          label="It may be at a private address"
          help="On this computer or in the local network."
          checked={form.allowPrivate}
          onChange={(allowPrivate) => change({ allowPrivate })}
        />
      )}
    </Dialog>
  );
}

async function addWebhook({ url, events, project, allowPrivate }: WebhookForm): Promise<CallError | null> {
  const answer = await getClient().call('webhooks.add', {
    url: url.trim(),
    events: [...events],
    allowPrivate,
    ...(project === '' ? {} : { project }),
  });
  if (!answer.ok) return answer.error;
  const { webhook, secret } = answer.value;
  keepSecret({ of: 'webhook', id: webhook.id, name: webhook.url, secret });
  showView('webhooks', { webhook: webhook.id });
  return null;
}

async function updateWebhook({ id }: Webhook, { url, events }: WebhookForm): Promise<CallError | null> {
  const answer = await getClient().call('webhooks.update', {
    webhook: id,
    url: url.trim(),
    events: [...events],
  });
  return answer.ok ? null : answer.error;
}
