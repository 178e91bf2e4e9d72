import { beatMs } from '../../../engine/ports/run-control.ts';

/** After this time without a beat, in milliseconds, a session is taken for dead. */
export const silentMs = 6 * beatMs;

const prefix = 'fleet-';

/** Name of the owner of a run that sessions carry out together: it lives as long as any of them beats. */
export const fleetOwner = (run: number): string => `${prefix}${run}`;

/** The run that an owner with such a name carries out; null: it is another owner. */
export function runOfFleetOwner(owner: string): number | null {
  return owner.startsWith(prefix) ? Number(owner.slice(prefix.length)) : null;
}

/** Whether the owner of a run is a fleet, whose workers anybody may join. */
export const isOfFleet = (owner: { lock: string | null } | null): boolean =>
  owner?.lock?.startsWith(prefix) === true;
