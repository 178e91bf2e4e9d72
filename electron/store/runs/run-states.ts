/** States of a run; `interrupted`: the process that carried it out is gone. */
export type RunState =
  'queued' | 'running' | 'pausing' | 'paused' | 'interrupted' | 'completed' | 'stopped' | 'failed';

/** Which state may follow which. What has ended stays ended; only `requests.requeueFailed` opens it again. */
const followers: Record<RunState, readonly RunState[]> = {
  queued: ['running', 'interrupted', 'stopped', 'failed'],
  running: ['pausing', 'interrupted', 'completed', 'stopped', 'failed'],
  pausing: ['running', 'paused', 'interrupted', 'completed', 'stopped', 'failed'],
  paused: ['running', 'stopped', 'failed'],
  interrupted: ['running', 'stopped', 'failed'],
  completed: [],
  stopped: [],
  failed: [],
};

export function mayFollow(from: RunState, to: RunState): boolean {
  return followers[from].includes(to);
}

/** Whether a process carries the run out in this state, or should. */
export function isUnderway(state: RunState): boolean {
  return state === 'running' || state === 'pausing';
}

export function isEnded(state: RunState): boolean {
  return state === 'completed' || state === 'stopped' || state === 'failed';
}

/** Whether a live process executes the run, or is about to start it (`queued`). */
export function isCarriedOut({ state, owner }: { state: RunState; owner: object | null }): boolean {
  return isUnderway(state) || (state === 'queued' && owner !== null);
}
