import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Not asked whether they stand in a landmark: menus, which float above the page and hold the focus while they do, and what
 * separates two landmarks.
 */
const outsideLandmarks = /data-radix-popper|role="separator"/u;

/** The rules that a theme of the same screen can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The rules to ask for: all of them, those that a theme can break, or the others. */
export type Rules = 'all' | 'colours' | 'all but colours';

const rules: Readonly<Record<Rules, Pick<Asked, 'only' | 'off'>>> = {
  all: { only: null, off: [] },
  colours: { only: colourRules, off: [] },
  'all but colours': { only: null, off: colourRules },
};

/**
 * What axe finds wrong with what is shown, a line for each; none: []. Monaco is left out, it has options of its own, and so
 * is what the web has made: the saved page in its frame.
 * @param within only this part of the window
 */
export async function axeFaults(page: Page, asked: Rules, within?: string): Promise<string[]> {
  const { only, off } = rules[asked];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(runAxe, { within: within ?? null, only, off });
  return violations.flatMap(({ id, nodes }) => {
    const faulty = nodes.filter((html) => !(id === 'region' && outsideLandmarks.test(html)));
    return faulty.length === 0 ? [] : [`${id}: ${faulty.join(' ')}`];
  });
}

interface Asked {
  within: string | null;
  /** Only these rules; null: all. */
  only: readonly string[] | null;
  off: readonly string[];
}

interface Violation {
  id: string;
  /** The markup of each element that is at fault. */
  nodes: string[];
}

/** Runs in the page, of which `axe` is a global there. */
async function runAxe({ within, only, off }: Asked): Promise<Violation[]> {
  // Half-way through fading in, nothing has the contrast that it is meant to have.
  await Promise.allSettled(
    document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
      .map(({ finished }) => finished),
  );
  const noRegions = within !== null || document.querySelector('[role=menu]') !== null;
  const { violations } = await axe.run(
    { include: [[within ?? 'html']], exclude: [['.monaco-editor'], ['iframe']] },
    {
      ...(only === null ? {} : { runOnly: { type: 'rule' as const, values: [...only] } }),
      rules: Object.fromEntries(
        [...off, ...(noRegions ? ['region'] : [])].map((id) => [id, { enabled: false }]),
      ),
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
    },
  );
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
}
