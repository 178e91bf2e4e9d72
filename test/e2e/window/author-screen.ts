import type { Locator, Page } from '@playwright/test';
import type { AppWindow } from './app-window.ts';
import { expect, test as base } from './fixtures.ts';

/** The spider that is there at first. */
export const first =
  '{\n  "name": "shop",\n  "allowed_domains": ["example.org"],\n  "start_urls": ["https://example.org/"]\n}\n';

/** The screen on which a spider is written, with a spider. */
export class AuthorScreen {
  readonly page: Page;
  readonly #window: AppWindow;

  constructor(window: AppWindow) {
    this.#window = window;
    this.page = window.page;
  }

  save(text: string, base: number | null) {
    return this.#window.studio.call('spiders.save', {
      project: 'default',
      spider: base === null ? null : 'shop',
      text,
      base,
    });
  }

  stored() {
    return this.#window.studio.call('spiders.get', { project: 'default', spider: 'shop' });
  }

  /** The text as the studio has it: the draft, or else the newest version. */
  async text(): Promise<string> {
    const { draft, text } = await this.stored();
    return draft?.text ?? text;
  }

  get counter(): Locator {
    return this.page.locator('.author-counter');
  }

  get notice(): Locator {
    return this.page.locator('.ui-strip');
  }

  async errors(count: number): Promise<void> {
    await expect(this.page.locator(`.author-counter[data-errors="${count}"]`)).toBeVisible();
  }
}

/** A test on the author screen of a window, with that spider. */
export const test = base.extend<{ author: AuthorScreen }>({
  author: [
    async ({ window }, use) => {
      const author = new AuthorScreen(window);
      await window.studio.call('projects.create', { name: 'default' });
      await author.save(first, null);
      await window.studio.openJson();
      await window.go('#/spider/default/shop/author');
      await expect(window.page.locator('.author-text .view-line').first()).toBeVisible();
      await use(author);
    },
    { auto: true },
  ],
});
