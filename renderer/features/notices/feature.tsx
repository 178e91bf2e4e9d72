import { BellRing } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { href, navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';
import { NoticeDialogs } from './channel-dialog-host.tsx';
import { openChannel } from './notices-store.ts';

const NoticesSection = loadPart(async () => (await import('./notices-section.tsx')).NoticesSection);

const showNotices = () => navigate(href(['settings'], { section: 'notices' }));
const keywords = ['digest', 'mail', 'webhook', 'alert', 'night', 'morning', 'failed', 'notification'];

/** Who is told of the trouble of a night, and how: a section of the settings. */
export const feature: Feature = {
  id: 'notices',
  settings: [
    {
      id: 'notices',
      title: 'Notices',
      icon: BellRing,
      order: 40,
      keywords: [...keywords, 'desktop', 'command', 'blocked', 'drop', 'channel'],
      screen: NoticesSection,
    },
  ],
  commands: [
    { id: 'notices.show', title: 'Show the notices', category: 'Notices', keywords, run: showNotices },
    {
      id: 'notices.add',
      title: 'Add a channel for notices',
      category: 'Notices',
      keywords: [...keywords, 'new'],
      run: () => {
        showNotices();
        openChannel(null);
      },
    },
  ],
  background: NoticeDialogs,
};
