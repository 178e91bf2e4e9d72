import { create } from 'zustand';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { WantedLogin } from '../../contributions/log-in.ts';
import { invalidate } from '../../state/query.ts';

/** A login as the host lists it: nothing in it opens a session. */
export type Login = CallValue<'sessions.list'>[number];

/** The dialog that is open; `name` and `login` are what it is opened for. */
type LoginDialog =
  | { readonly kind: 'import'; readonly wanted?: WantedLogin }
  | { readonly kind: 'log-in'; readonly name: string; readonly url: string; readonly wanted?: WantedLogin }
  | { readonly kind: 'check'; readonly login: Login };

/** The dialog of the logins that is open; null: none. */
export const useLogins = create<{ dialog: LoginDialog | null }>(() => ({ dialog: null }));

/** Opens a dialog. */
export const openDialog = (dialog: LoginDialog) => useLogins.setState({ dialog });

/** Asks for a login that something waits for. */
export const askFor = (wanted: WantedLogin) =>
  openDialog({ kind: 'log-in', name: wanted.name, url: wanted.url, wanted });

/** A login was kept: the dialog is closed, and what waits for this login goes on. */
export function kept(name: string, wanted: WantedLogin | undefined): void {
  readAgain();
  closeDialog();
  if (wanted?.name === name) wanted.onKept();
}

/** Closes the dialog. */
export const closeDialog = () => useLogins.setState({ dialog: null });

/** Reads the lists of logins again. */
export const readAgain = () => invalidate((name) => name === 'sessions.list');

/** An address of the site that a login is for, to start from. */
export function addressOf({ domains: [first] }: Pick<Login, 'domains'>): string {
  if (first === undefined) return 'https://';
  return first.includes('://') ? first : `https://${first.replace(/^\./u, '')}/`;
}
