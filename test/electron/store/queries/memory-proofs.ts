import { hash as hashOf } from 'node:crypto';
import { keptPerVersion, type ProofQueries } from '../../../../electron/store/spiders/proof-queries.ts';
import { noSpider } from '../../../../electron/store/spiders/spider-rows.ts';
import { isoTime, type Spider, type Tables } from './memory-tables.ts';

type Kept = Spider['proofs'][number];

const newestFirst = (a: Kept, b: Kept): number =>
  b.provedAt.localeCompare(a.provedAt) || Number(b.id) - Number(a.id);

const summaryOf = ({ signature: _signature, certificate: _certificate, ...row }: Kept) => row;

export function proofsOf(tables: Tables): ProofQueries {
  return {
    async keep(of, { hash, ...proof }) {
      const spider = tables.spider(of);
      if (spider === null) throw noSpider(of);
      const version = spider.versions.findLast(({ text }) => hashOf('sha256', text) === hash)?.number;
      if (version === undefined) return null;
      const isSame = (kept: Kept): boolean => kept.version === version && kept.signature === proof.signature;
      const id = spider.proofs.find(isSame)?.id ?? tables.newId();
      const kept: Kept = { ...proof, id, version, provedAt: isoTime(tables.now) };
      const others = spider.proofs.filter((other) => !isSame(other));
      const own = [kept, ...others.filter((other) => other.version === version)].toSorted(newestFirst);
      spider.proofs = [
        ...others.filter((other) => other.version !== version),
        ...own.slice(0, keptPerVersion),
      ];
      return { ...summaryOf(kept), certificate: kept.certificate };
    },
    async list(of, limit) {
      const proofs = tables.spider(of)?.proofs ?? [];
      return proofs.toSorted(newestFirst).slice(0, limit).map(summaryOf);
    },
    async get(of, id) {
      const found = tables.spider(of)?.proofs.find((proof) => proof.id === id);
      return found === undefined ? null : { ...summaryOf(found), certificate: found.certificate };
    },
  };
}
