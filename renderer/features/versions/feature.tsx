import type { Feature } from '../../contributions/feature.ts';
import { NewerVersionStatus } from './newer-version-status.tsx';

export const feature: Feature = {
  id: 'versions',
  status: [{ id: 'versions.newer', side: 'right', order: 90, item: NewerVersionStatus }],
};
