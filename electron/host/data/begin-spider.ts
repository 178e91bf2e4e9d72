import { newSpiderText, spiderNameFor } from '../../../shared/spider/new-spider.ts';
import { isSampleAddress } from '../../sample-site/spiders.ts';
import { HostError } from '../errors.ts';
import type { DataContext } from './data-context.ts';
import { saveText } from './saving.ts';

/** How many names are tried before giving up. */
const maxTries = 1000;

/**
 * Creates a spider that only fetches this address, named after it: "harbour-shop", then "harbour-shop-2".
 * @returns its name
 * @throws HostError `invalid-spider`, for an address that a spider cannot hold
 */
export async function beginSpider(context: DataContext, project: string, url: string): Promise<string> {
  const wanted = isSampleAddress(url) ? 'sample-shop' : spiderNameFor(url);
  for (let count = 1; count <= maxTries; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    const known = await context.workspace.queries.spiders.get({ project, spider: name });
    if (known === null) {
      const text = newSpiderText({ name, url });
      await saveText(
        {
          project,
          spider: null,
          text,
          base: null,
          nameChange: null,
          what: 'The new spider',
          origin: 'begin',
        },
        context,
      );
      return name;
    }
  }
  throw new HostError('name-taken', `There are too many spiders called "${wanted}".`, 'Rename some of them.');
}
