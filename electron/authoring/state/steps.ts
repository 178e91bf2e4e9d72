import type { PageState } from '../../../shared/contract/types.ts';

import { browserRoad } from '../../../shared/roads.ts';

type Step = NonNullable<PageState['step']>;

/** Takes the list or thing that was found. */
export const use = (label: string): Step => ({ label, action: 'use', url: null });
/** Opens another address. */
export const open = (label: string, url: string): Step => ({ label, action: 'open', url });
/** What a person does elsewhere. */
export const advice = (label: string): Step => ({ label, action: 'none', url: null });
/** Opens a copy that a person saved in a browser, where the page is to be had. */
export const openFile: Step = {
  label: 'Save the page in your browser and open the file',
  action: 'file',
  url: null,
};

/** Leads to the logins, which a person makes once for a site. */
export const logIn: Step = { label: 'Log in to the site', action: 'logins', url: null };

/**
 * Renders the page, where there is a browser.
 * @param other where what is wanted can be had without one; null: nowhere
 */
export const render = (canRender: boolean, other: string | null = null): Step =>
  canRender
    ? { label: 'Open it in a browser', action: 'render', url: null }
    : advice(`${other === null ? 'I' : `Take it from ${other}, or i`}${browserRoad.slice(1)}`);
