import { Lightbulb } from 'lucide-react';
import type { FieldReport } from '../../../shared/contract/types.ts';
import { offerForValues } from '../../../shared/spider/offers.ts';
import { Button } from '../../ui/button.tsx';
import { useDocumentText, type SpiderKey } from '../../spider-document/document.ts';
import { nodeAt, parseText, valueOf, type JsonPath } from '../../../shared/spider/json-path.ts';
import { acceptOffer } from '../../spider-document/offer-edits.ts';

interface ValueOfferProps {
  spiderKey: SpiderKey;
  /** The path of the field in the document. */
  path: JsonPath;
  report: FieldReport;
}

/** What to make of a field whose values on this page read as numbers or dates; nothing where they do not. */
export function ValueOffer({ spiderKey: key, path, report }: ValueOfferProps) {
  const text = useDocumentText(key) ?? '';
  const field = valueOf(nodeAt(parseText(text).root, path));
  const offer = offerForValues(field, path, valuesIn(report));
  if (offer === null) return null;
  return (
    <div className="tester-offer" role="note">
      <p className="small muted grow">{offer.why}</p>
      <Button size="small" icon={Lightbulb} onClick={() => acceptOffer(key, offer)}>
        {offer.title}
      </Button>
    </div>
  );
}

/** The values of a field on the page: what a crawl stores, and all that is known of the other matches. */
const valuesIn = ({ value, samples }: FieldReport): unknown[] => [
  ...(Array.isArray(value) ? value : [value]),
  ...samples.map((match) => match.value),
];
