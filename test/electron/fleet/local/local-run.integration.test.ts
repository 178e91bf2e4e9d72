import { vi } from 'vitest';
import { describeShareLimits } from '../../engine/ports/describe-share-limits.ts';
import { describeShare } from '../../engine/ports/describe-share.ts';
import { createLocalShare } from './local-shares.ts';

vi.setConfig({ testTimeout: 180_000 });

describeShare('processes of one computer', createLocalShare);
describeShareLimits('processes of one computer', createLocalShare, 12);
