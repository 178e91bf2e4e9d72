import type { Proxy } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { confirm } from '../../state/questions.ts';
import { noteTests } from './proxies-store.ts';
import { lastOfTier } from './tiers.ts';

/** Reads the lists of proxies again. */
export const readAgain = () => invalidate((name) => name === 'proxies.list');

const named = ({ project, tier, url, secret }: Proxy) => ({ project, tier, url, secret });

/** Removes a proxy after a confirmation, and offers to undo that. @param isLast whether it is the last of its tier in the project */
export async function removeProxy(proxy: Proxy, isLast: boolean): Promise<void> {
  const agreed = await confirm({
    title: `Remove the ${proxy.tier} proxy ${proxy.url}?`,
    message: `Later runs do not use it; a run in progress keeps using it. ${isLast ? lastOfTier(proxy.tier) : ''}`,
    confirm: 'Remove',
    danger: true,
  });
  if (!agreed) return;
  const removed = await act('proxies.remove', named(proxy), { failure: 'The proxy was not removed.' });
  readAgain();
  if (removed === null) return;
  noteTests([[proxy, null]]);
  const putBack = async () => {
    await act('proxies.add', named(proxy), { failure: 'The proxy was not put back.' });
    readAgain();
  };
  toast.success('The proxy was removed', {
    message: proxy.url,
    actions: [{ label: 'Undo', run: () => void putBack() }],
  });
}
