import type { Backup } from '../../shared/contract/types.ts';
import { count } from './output.ts';

/** What a backup has, in words. */
export function contents({
  spiders,
  runs,
  items,
  proxies,
}: Pick<Backup, 'spiders' | 'runs' | 'items' | 'proxies'>): string {
  return [
    count(spiders, 'spider'),
    count(runs, 'run'),
    count(items, 'item'),
    count(proxies, 'proxy', 'proxies'),
  ].join(', ');
}

/** A number of bytes in words. */
export function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
