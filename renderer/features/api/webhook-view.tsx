import { useEffect, useMemo, useState } from 'react';
import {
  ArrowLeft,
  CircleAlert,
  EllipsisVertical,
  FlaskConical,
  KeyRound,
  Pencil,
  Send,
  Trash2,
} from 'lucide-react';
import type { Delivery, Webhook } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { useCall } from '../../state/query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Switch } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Strip } from '../../ui/strip.tsx';
import { Table } from '../../ui/table/table.tsx';
import { arraySource } from '../../ui/table/types.ts';
import { openDialog } from './api-store.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { SecretBox } from './secret-box.tsx';
import { useVersionOf } from '../../ui/table/use-version-of.ts';
import { removeWebhook, rotateWebhook, sendAgain, testWebhook, turnWebhook } from './webhook-actions.ts';

/** How many deliveries are shown. */
const shownDeliveries = 200;
/** How often they are read while some are on their way, in milliseconds. */
const readEveryMs = 3000;

/** A webhook: what can be done with it, and its deliveries. */
export function WebhookView({ webhook }: { webhook: Webhook }) {
  const { id, url, enabled, disabledReason } = webhook;
  const [testing, setTesting] = useState(false);
  const test = async () => {
    setTesting(true);
    await testWebhook(webhook);
    setTesting(false);
  };
  return (
    <div className="api-list">
      <div className="api-bar">
        <a
          className="ui-icon-button"
          href={href(['api'], { view: 'webhooks' })}
          aria-label="All webhooks"
          title="All webhooks"
        >
          <ArrowLeft size={16} aria-hidden />
        </a>
        <h2 className="api-webhook-url mono ellipsis grow" title={url}>
          {url}
        </h2>
        <Switch label="Send events" checked={enabled} onChange={(on) => void turnWebhook(webhook, on)} />
        <Button icon={FlaskConical} busy={testing} onClick={() => void test()}>
          Send a test
        </Button>
        <Menu
          align="end"
          entries={[
            { label: 'Change…', icon: Pencil, run: () => openDialog({ kind: 'webhook', webhook }) },
            { label: 'New secret…', icon: KeyRound, run: () => void rotateWebhook(webhook) },
            { kind: 'separator' },
            { label: 'Remove…', icon: Trash2, danger: true, run: () => void removeWebhook(webhook) },
          ]}
        >
          <IconButton label="More actions" icon={EllipsisVertical} />
        </Menu>
      </div>
      {disabledReason !== null && (
        <Strip icon={CircleAlert} tone="danger">
          It was disabled: {disabledReason}
        </Strip>
      )}
      <SecretBox of="webhook" id={id} />
      <Deliveries webhook={id} onTest={() => void test()} />
    </div>
  );
}

function Deliveries({ webhook, onTest }: { webhook: string; onTest: () => void }) {
  const { value, error, refresh } = useCall('webhooks.deliveries', { webhook, limit: shownDeliveries });
  const [current, setCurrent] = useState<Delivery | null>(null);
  const version = useVersionOf(value);
  const source = useMemo(
    () => arraySource(`deliveries ${webhook}`, value ?? [], version),
    [webhook, value, version],
  );
  useEffect(() => {
    const timer = setInterval(refresh, readEveryMs);
    return () => clearInterval(timer);
  }, [refresh]);
  if (error !== null && value === null)
    return <ErrorState error={error} title="The deliveries could not be loaded." onRetry={refresh} />;
  if (value === null) return null;
  if (value.length === 0)
    return (
      <EmptyState
        icon={Send}
        title="Nothing was sent yet"
        actions={
          <Button icon={FlaskConical} onClick={onTest}>
            Send a test
          </Button>
        }
      >
        What is sent from now on is listed here, with the answers, for the newest thousand deliveries.
      </EmptyState>
    );
  const shown = value.find(({ id }) => id === current?.id) ?? null;
  return (
    <SplitPanes name="api-deliveries" direction="horizontal" foldBelow={720} className="grow">
      <Pane id="table" label="Deliveries" size={58} min={300}>
        <div className="api-table api-pane">
          <Table
            label="Deliveries"
            source={source}
            columns={deliveryColumns}
            layoutName="api-deliveries"
            rowId={({ id }) => id}
            selectFirst
            onSelect={setCurrent}
            rowMenu={(row) => [{ label: 'Send again', icon: Send, run: () => void sendAgain(row) }]}
            empty={<EmptyState icon={Send} title="Nothing was sent yet" />}
          />
        </div>
      </Pane>
      <Pane id="details" label="Details" min={260}>
        <div className="api-pane" data-pane="details">
          <DeliveryDetails delivery={shown} />
        </div>
      </Pane>
    </SplitPanes>
  );
}
