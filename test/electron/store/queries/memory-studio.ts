import { noFleet } from '../../../../electron/store/fleet/no-fleet.ts';
import { changesOf } from './memory-changes.ts';
import { datasetOf } from './memory-dataset.ts';
import { draftsOf } from './memory-drafts.ts';
import { eventsOf } from './memory-events.ts';
import { healthOf } from './memory-health.ts';
import { historyOf } from './memory-history.ts';
import { itemsOf } from './memory-items.ts';
import { late } from './memory-late.ts';
import { lockedValuesOf } from './memory-locked-values.ts';
import { noticesOf } from './memory-notices.ts';
import { outboxOf } from './memory-outbox.ts';
import { packsOf } from './memory-packs.ts';
import { pagesOf } from './memory-pages.ts';
import { picturesOf } from './memory-pictures.ts';
import { preferencesOf } from './memory-preferences.ts';
import { proofsOf } from './memory-proofs.ts';
import { projectsOf } from './memory-projects.ts';
import { queueOf } from './memory-queue.ts';
import { queueWorkOf } from './memory-queue-work.ts';
import { keysOf, repliesOf } from './memory-keys.ts';
import { recipesOf } from './memory-recipes.ts';
import { requestsOf } from './memory-requests.ts';
import { runsOf } from './memory-runs.ts';
import { savedPagesOf } from './memory-saved-pages.ts';
import { sessionOf } from './memory-session.ts';
import { schedulesOf } from './memory-schedules.ts';
import { spidersOf } from './memory-spiders.ts';
import { totalsOf } from './memory-totals.ts';
import { webhooksOf } from './memory-webhooks.ts';
import { trashOf } from './memory-trash.ts';
import { Tables } from './memory-tables.ts';
import type { Studio } from './studio.ts';

/** A studio of maps: it answers later and out of order, as a database in another process does. */
export function memoryStudio(tables = new Tables(), worker = 'memory'): Studio {
  const webhooks = webhooksOf(tables);
  return {
    storesNul: true,
    queries: {
      changes: late(changesOf(tables)),
      dataset: late(datasetOf(tables)),
      drafts: late(draftsOf(tables)),
      events: late(eventsOf(tables)),
      files: { part: () => Promise.resolve(null), facts: () => Promise.resolve(null) },
      fleet: noFleet,
      health: late(healthOf(tables)),
      history: late(historyOf(tables)),
      items: itemsOf(tables),
      keys: late(keysOf(tables)),
      lockedValues: late(lockedValuesOf(tables)),
      notices: late(noticesOf(tables)),
      outbox: late(outboxOf(tables)),
      packs: late(packsOf(tables)),
      pages: late(pagesOf(tables)),
      pictures: late(picturesOf(tables)),
      preferences: late(preferencesOf(tables)),
      projects: late(projectsOf(tables)),
      proofs: late(proofsOf(tables)),
      queue: late(queueOf(tables)),
      queueWork: late(queueWorkOf(tables, worker)),
      recipes: late(recipesOf(tables)),
      replies: late(repliesOf(tables)),
      requests: late(requestsOf(tables)),
      runs: late(runsOf(tables)),
      savedPages: late(savedPagesOf(tables)),
      schedules: late(schedulesOf(tables)),
      spiders: late(spidersOf(tables)),
      totals: late(totalsOf(tables, webhooks)),
      trash: late(trashOf(tables)),
      webhooks: late(webhooks),
    },
    session: (run) => sessionOf(tables, run),
    setOwnersAlive: (alive) => {
      tables.ownersAlive = alive;
    },
    pass: (ms) => {
      tables.now += ms;
    },
  };
}

/** Two studios with the same tables. */
export function memoryStudios(): [Studio, Studio] {
  const tables = new Tables();
  return [memoryStudio(tables), memoryStudio(tables, 'other')];
}
