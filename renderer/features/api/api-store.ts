import { create } from 'zustand';
import type { ApiKey, Webhook } from '../../../shared/contract/types.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import { href, navigate } from '../../navigation/router.ts';
import { invalidate } from '../../state/query.ts';

/** The parts of the screen, in their order. */
export const views = ['connect', 'keys', 'webhooks', 'members', 'audit'] as const;
/** A part of the screen. */
export type View = (typeof views)[number];

/** A dialog of the screen. */
export type ApiDialog =
  | { readonly kind: 'server' }
  | { readonly kind: 'key' }
  | { readonly kind: 'rotate'; readonly key: ApiKey }
  | { readonly kind: 'member' }
  /** null: a new one. */
  | { readonly kind: 'webhook'; readonly webhook: Webhook | null };

/** A secret that was made in this window. It is kept nowhere else, and here until it is put away or the window is closed. */
export interface FreshSecret {
  readonly of: 'key' | 'webhook';
  /** Of the key or webhook. */
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

interface ApiStore {
  readonly dialog: ApiDialog | null;
  readonly fresh: FreshSecret | null;
  /** The spider of the examples; null: none was chosen. */
  readonly spider: SpiderName | null;
}

/** What the screen of the API remembers while another one is shown. */
export const useApi = create<ApiStore>(() => ({ dialog: null, fresh: null, spider: null }));

export const openDialog = (dialog: ApiDialog) => useApi.setState({ dialog });
export const closeDialog = () => useApi.setState({ dialog: null });
/** Shows a secret until it is put away. */
export const keepSecret = (fresh: FreshSecret) => useApi.setState({ fresh });
/** Puts a secret away. @param id only if it is that of this key or webhook */
export function putAway(of: FreshSecret['of'], id: string): void {
  const { fresh } = useApi.getState();
  if (fresh?.of === of && fresh.id === id) useApi.setState({ fresh: null });
}
export const chooseSpider = (spider: SpiderName) => useApi.setState({ spider });

/** Goes to a part of the screen. */
export const showView = (view: View, query: Record<string, string> = {}) =>
  navigate(href(['api'], { ...(view === 'connect' ? {} : { view }), ...query }));

/** Reads again what is shown of keys, members, webhooks and requests. */
export const readAgain = () => invalidate((name) => /^(?:keys|members|webhooks|audit|api)\./u.test(name));
