import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Not asked whether they stand in a landmark: menus, which float above the page and hold the focus while they do, and what
 * separates two landmarks.
 */
const outsideLandmarks = /data-radix-popper|role="separator"/u;

/**
 * What axe finds wrong with what is shown, a line for each; none: []. Monaco is left out, it has options of its own, and so
 * is what the web has made: the saved page in its frame.
 * @param within only this part of the window
 */
export async function axeFaults(page: Page, within?: string): Promise<string[]> {
  // Half-way through fading in, nothing has the contrast that it is meant to have.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  const hasMenu = (await page.getByRole('menu').count()) > 0;
  const all = new AxeBuilder({ page }).exclude('.monaco-editor').exclude('iframe');
  const axe = within === undefined ? all : all.include(within);
  const { violations } = await axe.disableRules(hasMenu || within !== undefined ? ['region'] : []).analyze();
  return violations.flatMap(({ id, nodes }) => {
    const faulty = nodes.filter(({ html }) => !(id === 'region' && outsideLandmarks.test(html)));
    return faulty.length === 0 ? [] : [`${id}: ${faulty.map((node) => node.html).join(' ')}`];
  });
}
