import type { CallArgs } from '../../../../shared/contract/index.ts';
import type { ItemDetail, Provenance } from '../../../../shared/contract/types.ts';
import { columnFields } from '../../../../shared/spider/schema.ts';
import { metadataName } from '../../../../shared/item-columns.ts';
import { bundleFiles } from '../../../evidence/bundle.ts';
import type { EvidencePage } from '../../../evidence/page-records.ts';
import { zip, type ArchivedFile } from '../../../evidence/zip.ts';
import { itemDetail } from '../../data/results.ts';
import { version } from '../../version.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { numberAttribute } from '../preview/outliner.ts';
import { renderPage } from '../preview/render.ts';
import { provenanceOf, traceItem, type ProvenanceSource } from './provenance.ts';

/** A picture of a page, or why there is none. */
export type TakenPicture = { png: Uint8Array; reason: null } | { png: null; reason: string };

/** A page to take a picture of, or why there is none. */
export type PictureOrder = { html: string; inView: string } | { html: null; reason: string };

/** The page of a value as a document with its element outlined; a page without the value's element is shown from its top. */
export async function pictureOf(
  source: ProvenanceSource,
  { item, column, inside }: CallArgs<'results.evidence'>,
): Promise<PictureOrder> {
  const [first = 'title'] =
    column === undefined ? columnsOf(await itemDetail(source.workspace, item)) : [column];
  const { page, elements } = await provenanceOf(source, { item, column: first, inside: inside ?? [] });
  if (page.kind === null) return { html: null, reason: 'The page is not stored.' };
  if (page.kind !== 'html') return { html: null, reason: 'The page is not HTML.' };
  const open = await source.open(page.request, null);
  const { html } = renderPage(open.tree.document, open.elements, { script: '' });
  const selectors = elements.map((number) => `[${numberAttribute}="${number}"]`);
  const style = 'outline:3px solid #d6336c!important;outline-offset:2px!important';
  const outlined = selectors.length === 0 ? '' : `<style>${selectors.join(',')}{${style}}</style>`;
  return { html: `${html}${outlined}`, inView: selectors[0] ?? 'body' };
}

/**
 * The files that prove where the values of an item come from.
 * @param picture of the page of the value that was asked for
 */
export async function evidenceOf(
  source: ProvenanceSource,
  { item: id, column, inside, zipped, picture }: CallArgs<'results.evidence'> & { picture: TakenPicture },
): Promise<ArchivedFile[]> {
  const { workspace } = source;
  const item = await itemDetail(workspace, id);
  const trace = await traceItem(source, id);
  const values = column === undefined ? [] : [await trace(column, inside ?? [])];
  const isAll = inside === undefined || inside.length === 0;
  for (const name of columnsOf(item)) if (name !== column || !isAll) values.push(await trace(name, []));
  const run = await workspace.queries.runs.get(item.run);
  const files = bundleFiles({
    item,
    values,
    pages: await pagesOf(workspace, values),
    spider: (await workspace.queries.spiders.versionById(run.versionId)).text,
    run: { id: run.id, startedAt: run.startedAt, endedAt: run.endedAt, application: run.appVersion },
    picture: picture.png,
    noPicture: picture.reason,
    madeAt: new Date().toISOString(),
    application: version,
  });
  return zipped === true ? [{ name: `item-${id}-evidence.zip`, bytes: zip(files) }] : files;
}

/** The columns of an item that have a value. */
function columnsOf(item: ItemDetail): string[] {
  const own = columnFields.filter((name) => item[name] !== null);
  return [...own, ...Object.keys(item.metadata).map(metadataName)];
}

async function pagesOf({ queries }: Workspace, values: readonly Provenance[]): Promise<EvidencePage[]> {
  const byRequest = new Map(values.map(({ page }) => [page.request, page]));
  return Promise.all(
    [...byRequest.values()].map(async (page) => ({
      page,
      text: page.sha256 === null ? null : ((await queries.pages.ofRequest(page.request))?.html ?? null),
    })),
  );
}
