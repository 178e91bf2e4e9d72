import type { CallValue } from '../../../shared/contract/index.ts';
import { toast } from '../../state/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { count, counted } from '../../ui/format.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { getDocument, type SpiderKey } from '../../spider-document/document.ts';
import { Part } from './part.tsx';
import { callbacksIn } from './part-of-text.ts';
import { nameFor, targetsIn, writeAt } from './targets.ts';
import { changeTester } from './tester-store.ts';

type Analysis = CallValue<'tester.analyze'>;

/** What is repeated: similar elements, or the entries of a list in JSON. */
interface Block {
  readonly language: 'css' | 'json';
  readonly selector: string;
  readonly count: number;
  readonly fields: readonly { readonly name: string; readonly sample: string }[];
  /** A callback that makes each of them an item. */
  readonly callback: (Analysis['repeated'] | NonNullable<Analysis['data']>['lists'])[number]['callback'];
}

const blocksOf = ({ repeated, data }: Pick<Analysis, 'repeated' | 'data'>): Block[] => [
  ...repeated.map((block) => ({ ...block, language: 'css' as const })),
  ...(data?.lists ?? []).map(({ path, ...list }) => ({ ...list, selector: path, language: 'json' as const })),
];

/** What is repeated on the page. A click makes it the rows of a new callback, or a list in one item. */
export function RepeatedPart({
  spiderKey: key,
  callback,
  analysis,
  onTry,
}: {
  spiderKey: SpiderKey;
  callback: string | null;
  analysis: Pick<Analysis, 'repeated' | 'data'>;
  onTry: (selector: string, language: Block['language']) => void;
}) {
  const blocks = blocksOf(analysis);
  if (blocks.length === 0) return null;
  return (
    <Part title="Lists">
      <ul>
        {blocks.map((each) => (
          <li key={each.selector} className="tester-suggestion">
            <div className="grow">
              <p className="mono tester-selector">
                {each.selector}{' '}
                <Badge tone="info">
                  {each.language === 'json'
                    ? counted(each.count, 'entry', 'entries')
                    : `${count(each.count)} alike`}
                </Badge>
              </p>
              {each.fields.map(({ name, sample }) => (
                <p key={name} className="small ellipsis">
                  <span className="muted">{name}</span> {sample}
                </p>
              ))}
            </div>
            <Button size="small" variant="quiet" onClick={() => onTry(each.selector, each.language)}>
              Try
            </Button>
            <Tooltip text="Adds them to the item of the page, as the entries of a list">
              <Button size="small" variant="quiet" onClick={() => addList(key, callback, each)}>
                Add as a list
              </Button>
            </Tooltip>
            <Tooltip text={`Adds a callback that makes each of these ${count(each.count)} an item`}>
              <Button size="small" onClick={() => addRows(key, each)}>
                Make each an item
              </Button>
            </Tooltip>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The last word of a selector: "product" of "ul > li.product", "results" of "$.results[*]". */
function wordOf(selector: string): string {
  const [plain = ''] = selector.split(/[:?]/u);
  return plain.split(/[^\w-]+/u).findLast((word) => word !== '') ?? '';
}

function addList(key: SpiderKey, callback: string | null, { selector, callback: { extract } }: Block): void {
  const text = getDocument(key)?.text ?? '';
  const target = targetsIn(text, callback, null).findLast(
    ({ kind, within }) => kind === 'new' && within === null,
  );
  if (target === undefined) return;
  const name = nameFor(target, [wordOf(selector), 'items']);
  show(key, writeAt(key, [...target.path, name], { type: 'nested_list', selector, extract }, 'Add a list'));
}

function addRows(key: SpiderKey, { selector, callback }: Block): void {
  const taken = callbacksIn(getDocument(key)?.text ?? '');
  const word = wordOf(selector);
  const name = nameFor({ taken }, [...(word === '' ? [] : [`parse_${word}`]), 'parse_rows']);
  show(key, writeAt(key, ['callbacks', name], callback, 'Make each an item'));
}

/** Shows the values of what was written, or says why nothing was. */
function show(key: SpiderKey, written: boolean): void {
  if (written) changeTester(key, { tab: 'fields' });
  else toast.warning('Nothing was added', { message: 'The text of the spider has an error here.' });
}
