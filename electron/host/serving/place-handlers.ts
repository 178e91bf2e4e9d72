import type { WorkCallName } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';

type PlaceHandlers = { readonly [N in Extract<WorkCallName, `places.${string}`>]: Handler<N> };

/** Handlers of the calls about places that use the network. What speaks to a service is loaded by the first of them. */
export function createPlaceHandlers({
  dataDir,
  proxyChannel,
}: {
  dataDir: string;
  proxyChannel: string | null;
}): PlaceHandlers {
  return {
    'places.test': async ({ name }, { signal }) => {
      const { testPlace } = await import('../work/places/test-place.ts');
      return { name, ...(await testPlace(`place:${name}`, { dataDir, proxyChannel, signal })) };
    },
  };
}
