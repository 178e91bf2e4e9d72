import { expect, test, type Page } from '@playwright/test';
import { given } from '../../given.ts';
import { axeFaults, type Rules } from './axe.ts';
import { narrow } from './narrow.ts';
import { unseen } from './unseen.ts';

/** Which rules of axe each project asks for: what a screen is called and how it is built is the same in both themes. */
const rulesOf: Readonly<Record<string, Rules>> = { light: 'all', dark: 'colours', narrow: 'all but colours' };

/**
 * Nothing of what is shown now is out of sight, and axe finds nothing wrong with it; nor where there is little room. The test goes
 * on where it is not so, and fails at its end. What is in sight is the same in both themes, so it is asked in one.
 * @param what what is shown now, for the message
 * @param within only this part of the window, where the rest was looked at before
 */
export async function expectNoFaults(page: Page, what: string, within?: string): Promise<void> {
  if (test.info().project.name !== 'dark') await expectInSight(page, what, within);
  await expectNoAxeFaults(page, what, within);
  const size = page.viewportSize();
  // A test that has made its window smaller has looked at it there.
  if (!looksAlsoAt('narrow') || size === null || size.width <= narrow.width) return;
  await page.setViewportSize(narrow);
  await expectInSight(page, `${what}, in a narrow window`, within);
  const faults = await axeFaults(page, 'all but colours', within);
  expect.soft(faults, `${what}, in a narrow window`).toEqual([]);
  await page.setViewportSize(size);
}

/** What floats above the page is there a moment before it is in its place. */
const expectInSight = (page: Page, message: string, within: string | undefined): Promise<void> =>
  goingOn.poll(() => unseen(page, within), { message, timeout: 5000 }).toEqual([]);

/** Whether a screen is looked at in this way here, because its test does not run as a whole in such a window. */
function looksAlsoAt(way: 'dark' | 'narrow'): boolean {
  const { project, tags } = test.info();
  return project.name === 'light' && !tags.includes(`@${way}`);
}

/** As `expectNoFaults`, for what may be out of sight. */
export async function expectNoAxeFaults(page: Page, what: string, within?: string): Promise<void> {
  expect.soft(await axeFaults(page, given(rulesOf[test.info().project.name]), within), what).toEqual([]);
  if (!looksAlsoAt('dark')) return;
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
