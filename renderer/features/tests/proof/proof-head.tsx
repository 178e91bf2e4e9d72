import { Copy, Download, Play } from 'lucide-react';
import { runCommand } from '../../../commands/registry.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { copyText } from '../../../state/clipboard.ts';
import { saveAs } from '../../../state/save-as.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { counted, dateTime } from '../../../ui/format.ts';
import { signatureOf } from './certificate.ts';
import { verdictLine } from './check-words.ts';
import { verdictIcons } from './proof-state.tsx';
import type { ShownProof } from './use-proof.ts';

interface ProofHeadProps extends SpiderKey {
  shown: ShownProof;
  /** Whether it is of the text that stands in the editor. */
  isCurrent: boolean;
}

/** What a proof came to, of what and when it was made, and its certificate. */
export function ProofHead({ spider, shown, isCurrent }: ProofHeadProps) {
  const { verdict, version, provedAt, pages, held, certificate } = shown;
  const Icon = verdictIcons[verdict];
  const of = version === null ? 'A text that was not saved' : `Version ${version}`;
  const signature = signatureOf(certificate);
  return (
    <header className="proof-head" data-verdict={isCurrent ? verdict : undefined}>
      <Icon size={20} aria-hidden />
      <div className="grow">
        <h2>{verdictLine(verdict, shown)}</h2>
        <p>
          {of}, {dateTime(provedAt)}, {counted(pages, 'page')}, {held} held back.
        </p>
      </div>
      <div className="proof-actions">
        {verdict === 'incomplete' && (
          <Button size="small" icon={Play} onClick={() => runCommand('run.test')}>
            Start a test run
          </Button>
        )}
        <Button size="small" icon={Download} onClick={() => saveCertificate(spider, shown)}>
          Save certificate
        </Button>
        {signature !== null && (
          <Button
            size="small"
            icon={Copy}
            title={signature}
            onClick={() => void copyText(signature, 'Checksum copied')}
          >
            Copy checksum
          </Button>
        )}
      </div>
    </header>
  );
}

function saveCertificate(spider: string, { certificate, version }: ShownProof): void {
  const file = `${spider}${version === null ? '' : `-v${version}`}.proof.json`;
  saveAs(file, [certificate], 'application/json');
  toast.success(`Saved ${file}`, { hint: 'spider-studio verify repeats the proof.' });
}
