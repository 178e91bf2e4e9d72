import { create } from 'zustand';
import type { CallValue } from '../../../shared/contract/index.ts';
import { invalidate } from '../../state/query.ts';

/** A login as the host lists it: nothing in it opens a session. */
export type Login = CallValue<'sessions.list'>[number];

/** The dialog that is open; `name` and `login` are what it is opened for. */
type LoginDialog =
  | { readonly kind: 'import' }
  | { readonly kind: 'log-in'; readonly name: string; readonly url: string }
  | { readonly kind: 'check'; readonly login: Login };

/** The dialog of the logins that is open; null: none. */
export const useLogins = create<{ dialog: LoginDialog | null }>(() => ({ dialog: null }));

/** Opens a dialog. */
export const openDialog = (dialog: LoginDialog) => useLogins.setState({ dialog });

/** Closes the dialog. */
export const closeDialog = () => useLogins.setState({ dialog: null });

/** Reads the lists of logins again. */
export const readAgain = () => invalidate((name) => name === 'sessions.list');

/** An address of the site that a login is for, to start from. */
export function addressOf({ domains: [first] }: Pick<Login, 'domains'>): string {
  if (first === undefined) return 'https://';
  return first.includes('://') ? first : `https://${first.replace(/^\./u, '')}/`;
}
