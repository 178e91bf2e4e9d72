import type { Locator, Page } from 'playwright';

/** Someone at the window who counts what they do: a click, a key and what is pasted are one each. */
export class Person {
  /** What was done so far, in words. */
  readonly did: string[] = [];
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async paste(text: string): Promise<void> {
    this.did.push('paste');
    await this.page.keyboard.insertText(text);
  }

  async press(key: string): Promise<void> {
    this.did.push(key);
    await this.page.keyboard.press(key);
  }

  /** @param what the click, as `did` tells it */
  async click(where: Locator, what: string, options: { timeout?: number } = {}): Promise<void> {
    this.did.push(what);
    await where.click(options);
  }

  async clickButton(name: string): Promise<void> {
    await this.click(this.page.getByRole('button', { name, exact: true }).first(), name);
  }

  /** What the page in hand is, and what could be taken from it. */
  get bar(): Locator {
    return this.page.getByRole('region', { name: 'This page' });
  }

  get takeButton(): Locator {
    return this.bar.getByRole('button', { name: /^Take (?:it|these rows)/u });
  }

  /** What the first screen says of a page that no spider was made of. */
  get startNotice(): Locator {
    return this.page.locator('.welcome-begin').getByRole('alert');
  }

  /**
   * From the start screen to what a page is. The site is on this computer, so that it may be read is confirmed. What follows is
   * a proposal, or a notice.
   */
  async readAddress(url: string): Promise<void> {
    await this.page.evaluate(() => {
      window.location.hash = '#/';
    });
    await this.page.locator('input[aria-label="Address of a page"]:focus').waitFor();
    await this.paste(url);
    await this.press('Enter');
    const confirm = 'Read it, the site is mine';
    await this.clickButton(confirm);
    await this.page.getByRole('button', { name: confirm, exact: true }).waitFor({ state: 'hidden' });
    const stateNotice = this.bar.locator('.ui-notice');
    await this.startNotice.or(this.takeButton).or(stateNotice).first().waitFor();
  }

  /** Chooses something else that is on the page, by its place from 0: the first stand side by side, the others in a menu. */
  async chooseSubject(at: number): Promise<void> {
    const chips = this.bar.getByRole('group', { name: 'What is on this page' });
    const shown = chips.locator('button[aria-pressed]');
    const beside = await shown.count();
    if (at < beside) return this.click(shown.nth(at), 'another list');
    await this.click(chips.getByRole('button', { name: /more$/u }), 'more lists');
    const others = this.page.getByRole('dialog', { name: 'What else is on this page' });
    return this.click(others.getByRole('button').nth(at - beside), 'another list');
  }

  /** Takes what is proposed: by Enter where that is the default action. */
  async take(): Promise<void> {
    const isFocused = await this.takeButton.evaluate((button) => button === document.activeElement);
    if (isFocused) await this.press('Enter');
    else await this.click(this.takeButton, 'take');
    await this.takeButton.waitFor({ state: 'hidden' });
  }

  /** Tries the spider on its site. @returns where the rows of the site are shown */
  async tryIt(): Promise<Locator> {
    await this.press('F5');
    return this.page.getByRole('region', { name: 'Rows from the site' });
  }
}
