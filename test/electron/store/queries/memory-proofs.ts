import { hash as hashOf } from 'node:crypto';
import {
  keptPerVersion,
  type NewProof,
  type ProofQueries,
} from '../../../../electron/store/spiders/proof-queries.ts';
import type { DraftPlace } from '../../../../electron/store/spiders/draft-queries.ts';
import { noSpider } from '../../../../electron/store/spiders/spider-rows.ts';
import { draftTable } from './memory-drafts.ts';
import { isoTime, type KeptProof as Kept, type Tables } from './memory-tables.ts';

type Dated = Pick<Kept, 'provedAt' | 'id'>;

const newestFirst = (a: Dated, b: Dated): number =>
  b.provedAt.localeCompare(a.provedAt) || Number(b.id) - Number(a.id);

const summaryOf = ({ signature: _signature, certificate: _certificate, hash: _hash, ...row }: Kept) => row;

export function proofsOf(tables: Tables): ProofQueries {
  /** Keeps a proof with a draft that has its text. */
  function keepWithDraft(place: DraftPlace, proof: NewProof) {
    const draft = draftTable(tables).find(place);
    if (draft === null || hashOf('sha256', draft.text) !== proof.hash) return null;
    const own = tables.draftProofs.get(draft.id) ?? [];
    const id = own.find(({ signature }) => signature === proof.signature)?.id ?? tables.newId();
    const kept = { ...proof, id, provedAt: isoTime(tables.now) };
    const others = own.filter((other) => other.id !== id);
    tables.draftProofs.set(draft.id, [kept, ...others].toSorted(newestFirst).slice(0, keptPerVersion));
    const { signature: _signature, hash: _hash, ...row } = kept;
    return { ...row, version: null };
  }

  return {
    async keep(of, given) {
      const { hash, ...proof } = given;
      if (of.spider === null) return keepWithDraft(of, given);
      const spider = tables.spider(of);
      if (spider === null) throw noSpider(of);
      const version = spider.versions.findLast(({ text }) => hashOf('sha256', text) === hash)?.number;
      if (version === undefined) return keepWithDraft(of, given);
      const isSame = (kept: Kept): boolean => kept.version === version && kept.signature === proof.signature;
      const id = spider.proofs.find(isSame)?.id ?? tables.newId();
      const kept: Kept = { ...given, id, version, provedAt: isoTime(tables.now) };
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
