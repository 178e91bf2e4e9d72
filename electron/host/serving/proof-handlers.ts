import type { CallArgs, TopicEvent } from '../../../shared/contract/index.ts';
import type { CallContext, Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import type { DraftPlace } from '../../store/spiders/draft-queries.ts';
import { HostError } from '../errors.ts';
import { newProof } from '../work/proof/new-proof.ts';
import type { Proofs } from '../work/proof/proofs.ts';

/** Creates the handlers of the calls that judge a spider by pages. @param report publishes the progress of an operation */
export function createProofHandlers(
  { database, proofs }: { database: DatabaseWorkers; proofs: Pick<Proofs, 'prove' | 'verify'> },
  report: (operation: string | undefined, stage: TopicEvent<'progress'>['stage'], percent: number) => void,
): { readonly [N in 'proofs.prove' | 'proofs.verify']: Handler<N> } {
  const following = (operation: string | undefined) => (share: number) =>
    report(operation, 'proving', 100 * share);

  return {
    'proofs.prove': async (args, { window, signal, takePath }) => {
      const { project, spider, draft, text, pages, seed, operation } = args;
      if (pages !== null) requireChosen(pages, takePath);
      const of = placeOf(args);
      if (of === null && (text === undefined || pages === null))
        throw new HostError(
          'bad-arguments',
          'It needs the name of a spider or a draft, or its text and pages.',
        );
      // The database is opened, and brought up to date, before the thread that only reads it.
      const written = async () =>
        draft === undefined
          ? spider === undefined
            ? null
            : await database.call('spiders.get', { project, spider }, { window })
          : await database.ask('quick', 'requireDraft', { project, draft });
      const document = text ?? (await written())?.text ?? '';
      const defaults = await database.ask('quick', 'projectSettings', { project });
      const own = draft === undefined ? { project, spider: spider ?? '' } : { project, draft };
      const proof = await proofs.prove(
        { document, defaults, pages: pages ?? own, seed },
        { signal, onShare: following(operation) },
      );
      const source = pages === null ? 'own-pages' : 'files';
      const kept =
        of === null ? null : await database.ask('write', 'keepProof', { of, proof: newProof(proof, source) });
      return { ...proof, kept: kept === null ? null : { id: kept.id, version: kept.version } };
    },
    'proofs.verify': async ({ certificate, file, pages, operation }, { window, signal, takePath }) => {
      if (typeof pages === 'string') requireChosen(pages, takePath);
      else if (pages !== null) await database.call('spiders.get', pages, { window });
      return proofs.verify({ certificate, file, pages }, { signal, onShare: following(operation) });
    },
  };
}

/** What the proof is kept with; null: nothing. @throws HostError `bad-arguments` */
function placeOf({ project, spider, draft }: CallArgs<'proofs.prove'>): DraftPlace | null {
  if (draft === undefined) return spider === undefined ? null : { project, spider };
  if (spider === undefined) return { project, spider: null, draft };
  throw new HostError('bad-arguments', 'It takes the name of a spider or the id of a draft, not both.');
}

function requireChosen(place: string, takePath: CallContext['takePath']): void {
  if (takePath?.(place) === true) return;
  throw new HostError(
    'not-here',
    'Files can only be named where paths can.',
    'Prove the spider by its own pages.',
  );
}
