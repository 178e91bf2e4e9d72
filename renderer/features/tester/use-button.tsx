import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { SelectorLanguage } from '../../../shared/selectors/language.ts';
import { toast } from '../../state/toasts.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { objection, writeSelector, type Destination } from './targets.ts';
import { changeTester } from './tester-store.ts';

/** A button that writes a selector into its destination and shows the result there. */
export function UseButton({
  spiderKey: key,
  destination: { target, name },
  language,
  selector,
  onWritten,
}: {
  spiderKey: SpiderKey;
  destination: Destination;
  language: SelectorLanguage;
  selector: string;
  onWritten: () => void;
}) {
  const against = objection(target, language, name);
  const write = () => {
    if (writeSelector(key, target, language, selector, name)) {
      onWritten();
      changeTester(key, { tab: target.kind === 'setting' ? 'article' : 'fields' });
      return;
    }
    toast.warning('The selector was not written', {
      message: 'The text of the spider has an error here.',
      hint: 'Fix the text first. Its problems are listed below it.',
    });
  };
  const where = target.kind === 'new' ? `the new field ${name}` : target.label;
  return (
    <Tooltip text={against ?? `Write it into ${where}`}>
      <Button size="small" disabled={selector === '' || against !== null} onClick={write}>
        {target.kind === 'new' ? 'Add' : 'Use'}
      </Button>
    </Tooltip>
  );
}
