import type { CallArgs, CallName, CallValue } from '../../../shared/contract/index.ts';
import type { CallContext } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';

type ProofCall = Extract<CallName, `proofs.${string}`>;
type ProofHandlers = {
  readonly [N in ProofCall]: (args: CallArgs<N>, context: CallContext) => Promise<CallValue<N>>;
};

/** Handlers of the calls that judge a spider by pages. They throw `not-here` where the caller may not use the path. */
export function createProofHandlers(database: DatabaseWorkers): ProofHandlers {
  return {
    'proofs.prove': async ({ project, spider, text, pages, seed }, { window, takePath }) => {
      requireChosen(pages, takePath);
      if (text === undefined && spider === undefined)
        throw new HostError('bad-arguments', 'It needs the name of a spider or its text.');
      const document =
        text ?? (await database.call('spiders.get', { project, spider: spider ?? '' }, { window })).text;
      const { provePages } = await import('../work/proof/prove-pages.ts');
      return provePages(document, pages, seed);
    },
    'proofs.verify': async ({ certificate, file, pages }, { takePath }) => {
      if (pages !== null) requireChosen(pages, takePath);
      const { verifyCertificate } = await import('../work/proof/prove-pages.ts');
      return verifyCertificate(certificate, file, pages);
    },
  };
}

function requireChosen(place: string, takePath: CallContext['takePath']): void {
  if (takePath?.(place) === true) return;
  throw new HostError('not-here', 'A spider is proved where files can be named.', null);
}
