import { useEffect, type ComponentType } from 'react';
import { useLocation } from '../../navigation/router.ts';
import { Badge } from '../../ui/badge.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { readAgain, showView, views, type View } from './api-store.ts';
import { AuditPart } from './audit-part.tsx';
import { ConnectPart } from './connect-part.tsx';
import { KeysPart } from './keys-part.tsx';
import { MembersPart } from './members-part.tsx';
import { useApiState } from './use-api-state.ts';
import { WebhooksPart } from './webhooks-part.tsx';
import './api.css';

const titles: Readonly<Record<View, string>> = {
  connect: 'Connect',
  keys: 'Keys',
  webhooks: 'Webhooks',
  members: 'Members',
  audit: 'Audit log',
};

const parts: Readonly<Record<View, ComponentType>> = {
  connect: ConnectPart,
  keys: KeysPart,
  webhooks: WebhooksPart,
  members: MembersPart,
  audit: AuditPart,
};

/** Who else uses the workspace: the server, keys, webhooks, members and what they have changed. */
export function ApiScreen() {
  const wanted = useLocation().query.get('view');
  const view = views.find((one) => one === wanted) ?? 'connect';
  const { value: state } = useApiState();
  useEffect(() => readAgain(), [view]);
  useEffect(() => {
    // Programs and the command line change them, too.
    window.addEventListener('focus', readAgain);
    return () => window.removeEventListener('focus', readAgain);
  }, []);
  const Part = parts[view];
  return (
    <div className="api">
      <header className="api-title">
        <h1>API</h1>
        {state !== null && (
          <Badge tone={state.state === 'off' ? 'neutral' : 'success'}>
            {state.origin === null ? 'Off' : state.origin.replace('http://', '')}
          </Badge>
        )}
      </header>
      <Tabs
        label="API"
        className="api-tabs"
        value={view}
        onChange={(id) => showView(views.find((one) => one === id) ?? 'connect')}
        tabs={views.map((id) => ({ id, title: titles[id] }))}
      >
        <Part />
      </Tabs>
    </div>
  );
}
