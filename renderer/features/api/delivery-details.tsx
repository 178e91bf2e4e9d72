import { Copy, Send } from 'lucide-react';
import type { Delivery } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { copyText } from '../../state/clipboard.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { dateTime } from '../../ui/format.ts';
import { InspectorPane, PropertyList } from '../../ui/inspector-pane.tsx';
import { deliveryState } from './api-words.ts';
import { sendAgain } from './webhook-actions.ts';

/** A delivery in full: what was sent, and how it was answered. */
export function DeliveryDetails({ delivery }: { delivery: Delivery | null }) {
  if (delivery === null) return <EmptyState icon={Send} title="Choose a delivery to see what was sent" />;
  const { event, state, status, problem, attempts, message, run, createdAt, endedAt, retryAt, payload } =
    delivery;
  const stateBadge = <Badge tone={deliveryState[state].tone}>{deliveryState[state].word}</Badge>;
  const runLink = run === null ? null : <a href={href(['run', run])}>Run {run}</a>;
  const text = JSON.stringify(payload, null, 2);
  return (
    <InspectorPane
      title={<span className="mono">{event}</span>}
      label="The delivery"
      actions={
        <Button size="small" icon={Send} onClick={() => void sendAgain(delivery)}>
          Send again
        </Button>
      }
    >
      <PropertyList
        entries={[
          ['State', stateBadge],
          ['Answer', status === null ? 'none' : `Status ${status}`],
          problem === null ? null : ['Problem', problem],
          ['Attempts', attempts],
          retryAt === null ? null : ['Next try', dateTime(retryAt)],
          ['When', dateTime(createdAt)],
          endedAt === null ? null : ['Ended', dateTime(endedAt)],
          runLink === null ? null : ['Run', runLink],
          ['webhook-id', message],
        ]}
      />
      <figure className="api-code">
        <figcaption>
          <span className="grow">What is sent</span>
          <IconButton
            label="Copy what is sent"
            icon={Copy}
            size="small"
            onClick={() => void copyText(text, 'Copied to the clipboard')}
          />
        </figcaption>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard */}
        <pre tabIndex={0} aria-label="What is sent">
          {text}
        </pre>
      </figure>
    </InspectorPane>
  );
}
