import { parentPort } from 'node:worker_threads';
import { endingSignals } from '../../../../bin/ending-signals.mjs';
import { systemClock } from '../../../engine/clock.ts';
import { joinRun, type RemoteMember } from '../../../fleet/local/remote-member.ts';
import type { Channel, Parcel } from '../../../fleet/local/wire.ts';
import { requireRun } from '../../data/require-run.ts';
import { openWorkspaceReadOnly } from '../../workspace/workspace.ts';
import { carryOut } from '../crawl/carry-out.ts';
import { planRun } from '../crawl/execute-run.ts';
import type { RunOutcome } from '../crawl/run-session.ts';
import type { LocalPart, PartEnd } from './messages.ts';

/**
 * Entry of a process, or thread, that takes part in a run of the process that has started it. It writes nothing into the database
 * itself, and ends when that process is gone.
 */
async function main(): Promise<void> {
  // Ctrl+C reaches all processes of a terminal. What it means is decided by the process of the run.
  for (const signal of endingSignals) process.on(signal, () => undefined);
  const run = joinRun(ownChannel(), systemClock, () => process.exit(0));
  let end: PartEnd;
  try {
    end = { kind: 'over', outcome: await takePart(run) };
  } catch (error) {
    end = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
  await run.ask('ended', end);
  run.close();
  process.exit(0);
}

async function takePart(run: RemoteMember): Promise<RunOutcome | null> {
  const part: LocalPart = await run.ask('begin');
  const workspace = openWorkspaceReadOnly(part.dataDir);
  // Other runs may contact the same hosts, which is known to all processes of this computer.
  const { hosts } = workspace.crawlPorts(part.run);
  try {
    const planned = await planRun(workspace, await requireRun(workspace, part.run), {});
    await run.ask('ready');
    const { share } = run;
    const ports = { ...run.ports, hosts, close: () => undefined };
    const nobody = new AbortController().signal;
    const execution = { pause: nobody, stop: nobody, proxyChannel: part.proxyChannel };
    return await carryOut(
      part.dataDir,
      { ports, share, slots: null, spentMs: share.spentMs() },
      planned,
      execution,
    );
  } finally {
    hosts?.leave();
    workspace.close();
  }
}

/** The way to the process that has the run. */
function ownChannel(): Channel {
  const port = parentPort;
  if (port !== null) {
    return {
      send: (parcel) => port.postMessage(parcel),
      listen(hear, closed) {
        port.on('message', (parcel: Parcel<never>) => hear(parcel));
        port.on('close', closed);
      },
      close: () => port.close(),
    };
  }
  return {
    send(parcel) {
      if (process.connected) process.send?.(parcel, undefined, undefined, () => undefined);
    },
    listen(hear, closed) {
      process.on('message', (parcel: Parcel<never>) => hear(parcel));
      process.once('disconnect', closed);
    },
    close() {
      if (process.connected) process.disconnect();
    },
  };
}

void main();
