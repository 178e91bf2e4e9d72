import type { Feature } from '../workbench/feature.ts';

const found = import.meta.glob<Feature>('./*/feature.tsx', { eager: true, import: 'feature' });

/** Every feature, by the name of its folder. */
export const features: readonly Feature[] = Object.entries(found)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, feature]) => feature);
