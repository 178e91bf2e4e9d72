import { ChevronRight, Plus, Webhook as WebhookIcon } from 'lucide-react';
import type { Webhook } from '../../../shared/contract/types.ts';
import { href, useLocation } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { openDialog } from './api-store.ts';
import { exactly, usedWord, webhookState } from './api-words.ts';
import { SecretBox } from './secret-box.tsx';
import { WebhookView } from './webhook-view.tsx';

/** The webhooks; or one of them, with its deliveries. */
export function WebhooksPart() {
  const { value: webhooks, error, refresh } = useCall('webhooks.list', {});
  const wanted = useLocation().query.get('webhook');
  if (error !== null && webhooks === null)
    return <ErrorState error={error} title="The webhooks could not be loaded." onRetry={refresh} />;
  if (webhooks === null) return null;
  const one = webhooks.find(({ id }) => id === wanted);
  if (one !== undefined) return <WebhookView webhook={one} key={one.id} />;
  if (webhooks.length === 0)
    return (
      <EmptyState
        icon={WebhookIcon}
        title="No webhooks yet"
        actions={<AddButton />}
        command="api.add-webhook"
      >
        A webhook tells a program when a run has ended, failed or broke what its spider expects, so that
        nobody has to ask. Each event is one signed POST, and is sent again for three days where it does not
        arrive.
      </EmptyState>
    );
  return (
    <div className="api-page">
      <SecretBox of="webhook" />
      <section aria-label="Webhooks" className="stack">
        <div className="api-head">
          <h2>Webhooks</h2>
          <AddButton />
        </div>
        <ul className="settings-group">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      </section>
    </div>
  );
}

const AddButton = () => (
  <Button variant="primary" icon={Plus} onClick={() => openDialog({ kind: 'webhook', webhook: null })}>
    Add a webhook…
  </Button>
);

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, events, project, disabledReason, lastDeliveredAt, pending, failed } = webhook;
  const { word, tone } = webhookState(webhook);
  const facts = [
    lastDeliveredAt === null ? 'Nothing delivered yet' : `Delivered ${usedWord(lastDeliveredAt)}`,
    pending > 0 && `${pending} waiting`,
    failed > 0 && `${failed} given up`,
    project !== null && `only ${project}`,
    counted(events.length, 'event'),
  ].filter((fact) => fact !== false);
  return (
    <li>
      <a className="api-row api-link-row" href={href(['api'], { view: 'webhooks', webhook: id })}>
        <div className="grow">
          <p className="api-line">
            <span className="mono ellipsis">{url}</span>
            <Badge tone={tone}>{word}</Badge>
          </p>
          <p className="subtle small" title={exactly(lastDeliveredAt)}>
            {disabledReason ?? facts.join(' · ')}
          </p>
        </div>
        <ChevronRight size={16} aria-hidden />
      </a>
    </li>
  );
}
