import type { Proposal } from '../../../../shared/contract/types.ts';
import { FieldList } from '../../../ui/value/value-view.tsx';
import type { Choice } from './use-proposal.ts';

/** What a choice for a single thing would take: what the page says about it. */
export function StructuredPreview({ proposal, choice }: { proposal: Proposal; choice: Choice }) {
  const fields = proposal.structured?.fields ?? [];
  return (
    <div className="tester-tab proposal-single">
      <p className="proposal-caption" role="status">
        <strong>Proposal: {choice.label}.</strong> {proposal.state.detail} Nothing is written until you take
        it.
      </p>
      {Object.keys(choice.parts.callbacks).length > 0 && (
        <FieldList
          fields={Object.fromEntries(fields.map(({ name, samples }) => [name, samples[0] ?? null]))}
          base={proposal.url}
        />
      )}
    </div>
  );
}
