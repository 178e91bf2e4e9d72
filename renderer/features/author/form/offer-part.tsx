import { Lightbulb } from 'lucide-react';
import type { Offer } from '../../../../shared/spider/offers.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { JsonPath } from '../../../spider-document/json-path.ts';
import { acceptedEdits } from '../placed-offers.ts';
import { useEdits, useOffer, type FormEdits } from './form-context.ts';

const accept = (edits: FormEdits, offer: Offer) =>
  edits.change(offer.title, (text) => acceptedEdits(text, offer));

/** What may be better another way about the callback or field at a path, with the reason; nothing where nothing is. */
export function OfferLine({ path }: { path: JsonPath }) {
  const offer = useOffer(path);
  const edits = useEdits();
  if (offer === null) return null;
  return (
    <div className="author-offer" role="note">
      <p className="small muted grow">{offer.why}</p>
      <Button size="small" variant="quiet" icon={Lightbulb} onClick={() => accept(edits, offer)}>
        {offer.title}
      </Button>
    </div>
  );
}

/** The same as a button, for a line without room for the reason. */
export function OfferButton({ path }: { path: JsonPath }) {
  const offer = useOffer(path);
  const edits = useEdits();
  return offer === null ? null : (
    <IconButton
      label={offer.title}
      icon={Lightbulb}
      size="small"
      className="author-offer-button"
      onClick={() => accept(edits, offer)}
    />
  );
}
