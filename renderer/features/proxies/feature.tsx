import { Waypoints } from 'lucide-react';
import { getClient } from '../../state/client.ts';
import { usePreferencesStore } from '../../state/preferences.ts';
import { toast } from '../../state/toasts.ts';
import type { Feature } from '../../contributions/feature.ts';
import { href, navigate } from '../../navigation/router.ts';
import { ProxyDialogs } from './add-dialog.tsx';
import { ProxiesSection } from './proxies-section.tsx';
import { projectsOf } from './projects.ts';
import { openAdd, showProject, useProxies } from './proxies-store.ts';
import { testProxies } from './proxy-tests.ts';
import { testChoiceOf } from './test-choice.ts';

const showProxies = () => navigate(href(['settings'], { section: 'proxies' }));

/** Tests those of the project that the section shows. */
async function testShown(): Promise<void> {
  showProxies();
  const answer = await getClient().call('proxies.list', {});
  if (!answer.ok) return void toast.error(answer.error, 'The proxies were not tested.');
  const { shown } = projectsOf([], answer.value, [useProxies.getState().project]);
  const { choices } = usePreferencesStore.getState().preferences;
  await testProxies(
    answer.value.filter(({ project }) => project === shown),
    testChoiceOf(choices),
  );
}

const keywords = ['datacenter', 'residential', 'tier', 'socks5'];

/** The proxies: a section of the settings, a dialog to add one, and commands. */
export const feature: Feature = {
  id: 'proxies',
  settings: [
    {
      id: 'proxies',
      title: 'Proxies',
      icon: Waypoints,
      order: 30,
      keywords: [...keywords, 'escalation', 'PROXY_TIERS', 'login', 'secret', 'system', 'HTTPS_PROXY', 'PAC'],
      screen: ProxiesSection,
    },
  ],
  commands: [
    {
      id: 'proxy.list',
      title: 'Show the proxies',
      category: 'Proxies',
      keywords: [...keywords, 'list'],
      run: showProxies,
    },
    {
      id: 'proxy.add',
      title: 'Add a proxy',
      category: 'Proxies',
      keywords: [...keywords, 'new'],
      run: () => openAdd(null),
    },
    {
      id: 'proxy.test',
      title: 'Test the proxies',
      category: 'Proxies',
      keywords: [...keywords, 'check', 'latency'],
      run: () => testShown(),
    },
  ],
  projectMenu: (project) => [
    {
      label: 'Proxies…',
      icon: Waypoints,
      run: () => {
        showProject(project);
        showProxies();
      },
    },
  ],
  background: ProxyDialogs,
};
