import { expect, test, type Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { unseen } from './unseen.ts';

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
  expect.soft(await axeFaults(page, within), what).toEqual([]);
}

const goingOn = expect.configure({ soft: true });
