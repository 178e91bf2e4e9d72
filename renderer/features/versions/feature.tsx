import type { Feature } from '../../contributions/feature.ts';
import { NewerVersionStatus } from './newer-version-status.tsx';

/** The notice of a newer version, in the status bar. */
export const feature: Feature = {
  id: 'versions',
  status: [{ id: 'versions.newer', side: 'right', order: 90, item: NewerVersionStatus }],
};
