import { Lightbulb } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { JsonPath } from '../../../../shared/spider/json-path.ts';
import { acceptOffer } from '../../../spider-document/offer-edits.ts';
import { useForm, useOffer } from './form-context.ts';

/** What may be better another way about the callback or field at a path, with the reason; nothing where nothing is. */
export function OfferLine({ path }: { path: JsonPath }) {
  const offer = useOffer(path);
  const { key } = useForm();
  if (offer === null) return null;
  return (
    <div className="author-offer" role="note">
      <p className="small muted grow">{offer.why}</p>
      <Button size="small" variant="quiet" icon={Lightbulb} onClick={() => acceptOffer(key, offer)}>
        {offer.title}
      </Button>
    </div>
  );
}

/** The same as a button, for a line without room for the reason. */
export function OfferButton({ path }: { path: JsonPath }) {
  const offer = useOffer(path);
  const { key } = useForm();
  return offer === null ? null : (
    <IconButton
      label={offer.title}
      icon={Lightbulb}
      size="small"
      className="author-offer-button"
      onClick={() => acceptOffer(key, offer)}
    />
  );
}
