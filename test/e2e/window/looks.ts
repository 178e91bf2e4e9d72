import { expect, type Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { unseen } from './unseen.ts';

/**
 * Nothing of what is shown now is out of sight, and axe finds nothing wrong with it. The test goes on where it is not so, and
 * fails at its end.
 * @param what what is shown now, for the message
 * @param within only this part of the window, where the rest was looked at before
 */
export async function expectNoFaults(page: Page, what: string, within?: string): Promise<void> {
  const faults = [...(await unseen(page, within)), ...(await axeFaults(page, within))];
  expect.soft(faults, what).toEqual([]);
}
