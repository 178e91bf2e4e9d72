import type { ChildProcess } from 'node:child_process';

export const endingSignals: readonly ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];
export function isHurried(signal: NodeJS.Signals): boolean;
export function forwarding(signal: NodeJS.Signals, platform: NodeJS.Platform): 'hand-on' | 'leave';
export function handSignalsOn(
  child: Pick<ChildProcess, 'kill'>,
  options?: { platform?: NodeJS.Platform; left?: readonly NodeJS.Signals[] },
): () => void;
