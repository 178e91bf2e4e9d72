import { startLampShop, type LampShop } from '../lamp-shop.ts';
import { test as base } from './fixtures.ts';

/** A test with a shop of lamps, whose stock it can change. */
export const test = base.extend<{ shop: LampShop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  shop: async ({}, use) => {
    const shop = await startLampShop();
    await use(shop);
    shop.close();
  },
});
