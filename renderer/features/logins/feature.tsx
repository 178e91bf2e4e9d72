import { KeyRound } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { href, navigate } from '../../navigation/router.ts';
import { LoginDialogs } from './login-dialogs.tsx';
import { askFor, openDialog } from './logins-store.ts';
import { LoginsSection } from './logins-section.tsx';

const showLogins = () => navigate(href(['settings'], { section: 'logins' }));

const keywords = ['session', 'cookies', 'account', 'sign in', 'SESSION'];

/** The logins: a section of the settings, its dialogs, and commands. */
export const feature: Feature = {
  id: 'logins',
  settings: [
    {
      id: 'logins',
      title: 'Logins',
      icon: KeyRound,
      order: 35,
      keywords: [...keywords, 'SESSION_EXPIRED_SIGNAL', 'storage state', 'cookies.txt'],
      screen: LoginsSection,
    },
  ],
  commands: [
    {
      id: 'login.list',
      title: 'Show the logins',
      category: 'Logins',
      keywords: [...keywords, 'list'],
      run: showLogins,
    },
    {
      id: 'login.open',
      title: 'Log in to a site',
      category: 'Logins',
      keywords: [...keywords, 'new', 'browser'],
      run: () => {
        showLogins();
        openDialog({ kind: 'log-in', name: '', url: 'https://' });
      },
    },
    {
      id: 'login.import',
      title: 'Import a login',
      category: 'Logins',
      keywords: [...keywords, 'storage state', 'cookies.txt', 'file'],
      run: () => {
        showLogins();
        openDialog({ kind: 'import' });
      },
    },
  ],
  logIn: askFor,
  background: LoginDialogs,
};
