import { claimFunctions } from './claim-functions.ts';
import { hostFunctions } from './host-functions.ts';
import { writeFunction } from './write-function.ts';

/** Functions and types of version 39, which are made anew: those of this version stand in their places. */
const without = `
DROP FUNCTION IF EXISTS fleet_write, fleet_admit, fleet_make_seeds, fleet_items_allowed, fleet_ready, fleet_claim, fleet_release,
  fleet_queues, fleet_take_free, fleet_redirect, fleet_reserve;
DROP FUNCTION IF EXISTS fleet_now();
DROP TYPE IF EXISTS fleet_admitted, fleet_settled, fleet_link, fleet_visit;
`;

/** The functions of the ledger of a fleet, which come after the tables of the store and its own. */
export const fleetFunctions = [without, writeFunction, claimFunctions, hostFunctions].join('\n');
