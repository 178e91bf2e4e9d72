import type { TopicEvent } from '../../../shared/contract/index.ts';
import type { CallContext, Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import { newProof } from '../work/proof/new-proof.ts';
import type { PagesPlace, Proofs } from '../work/proof/proofs.ts';

/** Creates the handlers of the calls that judge a spider by pages. @param report publishes the progress of an operation */
export function createProofHandlers(
  { database, proofs }: { database: DatabaseWorkers; proofs: Pick<Proofs, 'prove' | 'verify'> },
  report: (operation: string | undefined, stage: TopicEvent<'progress'>['stage'], percent: number) => void,
): { readonly [N in 'proofs.prove' | 'proofs.verify']: Handler<N> } {
  const following = (operation: string | undefined) => (share: number) =>
    report(operation, 'proving', 100 * share);

  return {
    'proofs.prove': async (args, { window, signal, takePath }) => {
      const { project, spider, text, pages, seed, operation } = args;
      if (pages !== null) requireChosen(pages, takePath);
      if (spider === undefined && (text === undefined || pages === null))
        throw new HostError('bad-arguments', 'It needs the name of a spider, or its text and pages.');
      // The database is opened, and brought up to date, before the thread that only reads it.
      const newest =
        spider === undefined ? null : await database.call('spiders.get', { project, spider }, { window });
      const document = text ?? newest?.text ?? '';
      const defaults = await database.ask('quick', 'projectSettings', { project });
      const place: PagesPlace = pages ?? { project, spider: spider ?? '' };
      const proof = await proofs.prove(
        { document, defaults, pages: place, seed },
        { signal, onShare: following(operation) },
      );
      const kept =
        spider === undefined
          ? null
          : await database.ask('write', 'keepProof', {
              project,
              spider,
              proof: newProof(proof, pages === null ? 'own-pages' : 'files'),
            });
      return { ...proof, kept: kept === null ? null : { id: kept.id, version: kept.version } };
    },
    'proofs.verify': async ({ certificate, file, pages, operation }, { window, signal, takePath }) => {
      if (typeof pages === 'string') requireChosen(pages, takePath);
      else if (pages !== null) await database.call('spiders.get', pages, { window });
      return proofs.verify({ certificate, file, pages }, { signal, onShare: following(operation) });
    },
  };
}

function requireChosen(place: string, takePath: CallContext['takePath']): void {
  if (takePath?.(place) === true) return;
  throw new HostError(
    'not-here',
    'Files can only be named where paths can.',
    'Prove the spider by its own pages.',
  );
}
