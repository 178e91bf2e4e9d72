import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * Not asked whether they stand in a landmark: menus, which float above the page and hold the focus while they do, and what
 * separates two landmarks.
 */
const outsideLandmarks = /data-radix-popper|role="separator"/u;

/** What axe finds wrong with what is shown, a line for each; none: []. Monaco is left out, it has options of its own. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Half-way through fading in, nothing has the contrast that it is meant to have.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).exclude('.monaco-editor').analyze();
  return violations.flatMap(({ id, nodes }) => {
    const faulty = nodes.filter(({ html }) => !(id === 'region' && outsideLandmarks.test(html)));
    return faulty.length === 0 ? [] : [`${id}: ${faulty.map((node) => node.html).join(' ')}`];
  });
}
