import { Type } from 'typebox';
import type { BudgetKind, Reserved } from '../../../engine/ports/run-share.ts';
import { ownCheck } from '../../../schemas/checker.ts';
import { parsedJson } from '../../database/json-columns.ts';
import type { FleetSession } from './session.ts';

export const ReservedSchema = Type.Object({ reserved: Type.Integer(), isSpent: Type.Boolean() });
const isReserved = ownCheck(ReservedSchema);

/** What a session reserves of the budgets of its run. */
export function createFleetBudgets(session: FleetSession) {
  const { database, run } = session;
  const mine = { items: 0, pages: 0 };
  let last: Promise<unknown> = Promise.resolve();

  async function change(kind: BudgetKind, count: number): Promise<Reserved> {
    const known = mine[kind];
    const answer = await database.call('fleet_reserve', [run, session.require(), kind, known, count]);
    const read = typeof answer === 'string' ? parsedJson(answer) : null;
    if (!isReserved(read)) return { granted: Math.max(0, count), isSpent: false };
    mine[kind] = read.reserved;
    return { granted: Math.max(0, read.reserved - known), isSpent: read.isSpent };
  }

  /** One after the other: each says what the session has reserved before. */
  function inTurn(kind: BudgetKind, count: number): Promise<Reserved> {
    const next = last.then(() => change(kind, count));
    last = next.catch(() => undefined);
    return next;
  }

  return {
    reserve: (kind: BudgetKind, wanted: number): Promise<Reserved> => inTurn(kind, wanted),
    async giveBack(kind: BudgetKind, count: number): Promise<void> {
      if (count > 0 && session.id !== null) await inTurn(kind, -count);
    },
  };
}
