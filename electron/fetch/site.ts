import { getPublicSuffix } from 'tough-cookie';

/**
 * The name that a site has under its registry, by the list of public suffixes that also decides which cookies are accepted:
 * `shop.example.co.uk` and `login.example.co.uk` have the same. An address, and a name that is a suffix itself, stay as they are.
 */
export const siteOf = (host: string): string =>
  getPublicSuffix(host, { allowSpecialUseDomain: true, ignoreError: true }) ?? host;
