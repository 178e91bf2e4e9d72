import { CodeXml, Plug } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { getLocation, navigate } from '../../navigation/router.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import { loadPart } from '../../state/load-part.ts';
import { chooseSpider, openDialog, showView } from './api-store.ts';
import { ApiBackground } from './background.tsx';
import { ServedBadge } from './served-badge.tsx';
import { toggleServer } from './server-actions.ts';

const ApiScreen = loadPart(async () => (await import('./api-screen.tsx')).ApiScreen);

/** The spider that is shown; null: none is. */
function shownSpider(): SpiderName | null {
  const [kind, project, spider] = getLocation().segments;
  return kind === 'spider' && project !== undefined && spider !== undefined ? { project, spider } : null;
}

/** Shows how a program uses a spider. */
function showUse(spider: SpiderName | null): void {
  if (spider !== null) chooseSpider(spider);
  showView('connect');
}

const keywords = ['http', 'rest', 'server', 'token', 'program', 'script', 'curl', 'mcp', 'assistant'];

/** Other programs: the server of the API, keys, webhooks, members, and programs to copy. */
export const feature: Feature = {
  id: 'api',
  routes: [{ path: 'api', title: () => 'API', icon: Plug, screen: ApiScreen }],
  places: [
    {
      at: 'below',
      segment: 'api',
      title: 'API',
      icon: Plug,
      order: 40,
      command: 'api.show',
      badge: ServedBadge,
    },
  ],
  commands: [
    {
      id: 'api.show',
      title: 'Go to the API: programs that use this workspace',
      category: 'API',
      keywords,
      keys: ['G I'],
      run: () => navigate(['api']),
    },
    {
      id: 'api.toggle-server',
      title: 'Start or stop the API server',
      category: 'API',
      keywords: [...keywords, 'serve', 'listen', 'port'],
      run: () => void toggleServer(),
    },
    {
      id: 'api.server-settings',
      title: 'Change how the API is served…',
      category: 'API',
      keywords: [...keywords, 'port', 'address', 'private'],
      run: () => openDialog({ kind: 'server' }),
    },
    {
      id: 'api.create-key',
      title: 'Create an API key…',
      category: 'API',
      keywords: [...keywords, 'secret', 'access'],
      keys: ['K N'],
      run: () => openDialog({ kind: 'key' }),
    },
    {
      id: 'api.keys',
      title: 'Show the API keys',
      category: 'API',
      keywords,
      run: () => showView('keys'),
    },
    {
      id: 'api.add-webhook',
      title: 'Add a webhook…',
      category: 'API',
      keywords: [...keywords, 'event', 'notify', 'post', 'callback'],
      keys: ['K W'],
      run: () => openDialog({ kind: 'webhook', webhook: null }),
    },
    {
      id: 'api.webhooks',
      title: 'Show the webhooks',
      category: 'API',
      keywords: [...keywords, 'delivery', 'event'],
      run: () => showView('webhooks'),
    },
    {
      id: 'api.members',
      title: 'Show the members and their roles',
      category: 'API',
      keywords: [...keywords, 'user', 'role', 'rights'],
      run: () => showView('members'),
    },
    {
      id: 'api.audit',
      title: 'Show the audit log',
      category: 'API',
      keywords: [...keywords, 'request', 'refused', 'history'],
      run: () => showView('audit'),
    },
    {
      id: 'api.use-spider',
      title: 'Use from a program…',
      category: 'API',
      keywords: [...keywords, 'example', 'code', 'python', 'typescript', 'javascript'],
      run: () => showUse(shownSpider()),
    },
  ],
  spiderMenu: ({ project, name }) => [
    {
      label: 'Use from a program…',
      icon: CodeXml,
      run: () => showUse({ project, spider: name }),
    },
  ],
  background: ApiBackground,
};
