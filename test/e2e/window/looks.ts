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
  const outOfSight = test.info().project.name === 'dark' ? [] : await unseen(page, within);
  const faults = [...outOfSight, ...(await axeFaults(page, within))];
  expect.soft(faults, what).toEqual([]);
}
