import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { getClient } from './client.ts';

/**
 * A component whose code is loaded when it is first shown, below a `Suspense`. React keeps a failed load for good; so a load
 * that fails because the application is away is begun anew when it is back.
 */
export const loadPart = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await loadPatiently(load) }));

/** What is loaded, by a second try once the host answers. @throws what the second try throws */
export async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    const client = getClient();
    // Calls wait for the host.
    await client.call('app.info', {});
    // What the window says then takes the place of all parts.
    if (client.state !== 'open') return new Promise(() => undefined);
    return load();
  }
}
