import { expect, test, type Page } from '@playwright/test';
import { given } from '../../given.ts';
import { axeFaults, type Rules } from './axe.ts';
import { unseen } from './unseen.ts';

/** Which rules of axe each project asks for: what a screen is called and how it is built is the same in both themes. */
const rulesOf: Readonly<Record<string, Rules>> = { light: 'all', dark: 'colours', narrow: 'all but colours' };

/**
 * Nothing of what is shown now is out of sight, and axe finds nothing wrong with it. The test goes on where it is not so, and
 * fails at its end. What is in sight is the same in both themes, so it is asked in one.
 * @param what what is shown now, for the message
 * @param within only this part of the window, where the rest was looked at before
 */
export async function expectNoFaults(page: Page, what: string, within?: string): Promise<void> {
  // What floats above the page is there a moment before it is in its place.
  if (test.info().project.name !== 'dark')
    await goingOn.poll(() => unseen(page, within), { message: what, timeout: 5000 }).toEqual([]);
  await expectNoAxeFaults(page, what, within);
}

/** As `expectNoFaults`, for what may be out of sight. */
export async function expectNoAxeFaults(page: Page, what: string, within?: string): Promise<void> {
  const { project, tags } = test.info();
  expect.soft(await axeFaults(page, given(rulesOf[project.name]), within), what).toEqual([]);
  // Else the project `dark` asks for it, in a window that has been dark from its start.
  if (project.name !== 'light' || tags.includes('@dark')) return;
  await showIn(page, 'dark');
  expect.soft(await axeFaults(page, 'colours', within), `${what}, in the dark`).toEqual([]);
  await showIn(page, 'light');
}

/** Has the window follow its system to a theme. */
async function showIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator(`html[data-theme="${theme}"]`)).toBeAttached();
}

const goingOn = expect.configure({ soft: true });
