import type { Command } from '../../commands/registry.ts';
import { getLocation, href, navigate } from '../../navigation/router.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { prove } from './proof/proof-store.ts';
import { look } from './tests-store.ts';

/** The spider that the window shows; null: it shows something else. */
function shownSpider(): SpiderKey | null {
  const [part, project, spider] = getLocation().segments;
  return part !== 'spider' || project === undefined || spider === undefined ? null : { project, spider };
}

/** Proves the spider of the screen, and shows the proof. */
export const proveCommand: Command = {
  id: 'tests.prove',
  title: 'Prove this spider',
  category: 'Tests',
  keywords: ['check', 'certificate', 'verify', 'judge', 'quality'],
  keys: ['F9'],
  when: () => shownSpider() !== null,
  async run() {
    const key = shownSpider();
    if (key === null) return;
    look(key, { view: 'proof' });
    navigate(href(['spider', key.project, key.spider, 'tests']));
    await prove(key);
  },
};
