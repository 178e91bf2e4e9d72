import type { FieldExtract } from '../../../shared/spider/schema.ts';
import type { JsonValue } from '../../extract/types.ts';

/** A value that a page states about its thing, with the field that takes it. */
export interface StatedValue {
  value: JsonValue;
  /** The selection, without processors. */
  definition: FieldExtract;
}

/** A thing that a page describes in data of its own: JSON-LD, microdata, RDFa, or the meta elements of OpenGraph. */
export interface StatedThing {
  /** Types of schema.org, or of OpenGraph, as written, without the vocabulary. */
  types: readonly string[];
  source: 'json-ld' | 'markup' | 'meta';
  /** The first value of a property; steps lead through the objects inside it: ["offers", "price"]. Null: none. */
  value(...steps: readonly string[]): StatedValue | null;
  /** All values of a property, as one list; null: it has fewer than two. */
  values(...steps: readonly string[]): StatedValue | null;
}

/** A stated value as text. */
export const textOfValue = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
