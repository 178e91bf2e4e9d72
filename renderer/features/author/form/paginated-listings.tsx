import type { JsonPath } from '../../../../shared/spider/json-path.ts';
import { isObject, isSet, membersOf } from '../../../../shared/spider/plain.ts';
import { schemaAt } from '../spider-schema.ts';
import { NumberControl, TextControl } from './controls.tsx';
import { EntryList, type EntryProps } from './entry-list.tsx';
import { firstStartUrl } from './first-start-url.ts';

const place = ['settings', 'PAGINATED_LISTINGS'];

/** Lists that the browser pages through. */
export function PaginatedListings() {
  return (
    <EntryList
      path={place}
      label="PAGINATED_LISTINGS"
      noun="list"
      initial={(text) => ({ url: firstStartUrl(text), next_selector: '' })}
      fits={fits}
    >
      {(props) => <Listing {...props} />}
    </EntryList>
  );
}

const texts: readonly string[] = ['url', 'link_selector', 'next_selector', 'wait_selector'];
const numbers: readonly string[] = ['max_pages', 'click_delay'];

/** Whether a list has nothing that the controls have no place for. */
const fits = (list: unknown): boolean =>
  isObject(list) &&
  membersOf(list).every(
    ([key, value]) =>
      (texts.includes(key) && (!isSet(value) || typeof value === 'string')) ||
      (numbers.includes(key) && (!isSet(value) || typeof value === 'number')),
  );

function Listing({ path, tools }: EntryProps) {
  const limits = (key: string): { min: number | null; max: number | null } => {
    const schema = schemaAt([...path, key], undefined);
    return { min: schema?.minimum ?? null, max: schema?.maximum ?? null };
  };
  const at = (key: string): JsonPath => [...path, key];
  return (
    <>
      <div className="author-generated-head">
        <TextControl path={at('url')} label="URL" mono required />
        {tools}
      </div>
      <div className="author-columns">
        <TextControl path={at('next_selector')} label="Next button" mono required placeholder="button.next" />
        <TextControl path={at('link_selector')} label="Links" mono placeholder="All links of the page" />
      </div>
      <TextControl path={at('wait_selector')} label="Wait for" mono placeholder="Not set" />
      <div className="author-columns">
        <NumberControl path={at('max_pages')} label="Most pages" {...limits('max_pages')} placeholder="100" />
        <NumberControl
          path={at('click_delay')}
          label="Seconds after a click"
          {...limits('click_delay')}
          step={0.5}
          placeholder="1.5"
        />
      </div>
    </>
  );
}
