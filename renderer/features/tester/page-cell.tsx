import type { SavedPage } from '../../../shared/contract/types.ts';
import { SiteIcon } from '../../ui/site-icon.tsx';
import { usePicture } from '../../ui/value/picture.tsx';

/** The address of a page without its site, else its title; "/" for the first page of a site is the site. */
export function shortAddress(page: SavedPage | null): string {
  if (page === null) return '';
  const url = page.url === null ? null : URL.parse(page.url);
  if (url === null) return page.title;
  return url.pathname === '/' && url.search === '' ? url.host : url.pathname + url.search;
}

/** The page that a row is on, with the icon of its site. */
export function PageCell({ page, open }: { page: SavedPage | null; open: boolean }) {
  const picture = usePicture(page?.icon ?? null);
  if (page === null) return null;
  const name = page.url === null ? page.title : (URL.parse(page.url)?.host ?? page.title);
  return (
    <span className="tester-page-cell" data-open={open || undefined} title={page.url ?? page.title}>
      <SiteIcon name={name} picture={picture} />
      <span className="ellipsis">{shortAddress(page)}</span>
    </span>
  );
}
