import type { LikenessFeature } from './likeness-features.ts';

/**
 * How much what two elements share speaks for their being the same, in logits. Learned from elements of 19 sites found again
 * years later (bench/authoring/train-repair.ts).
 */
export const weights: Readonly<Record<LikenessFeature, number>> = {
  name: 1.55,
  family: 0.3,
  textEqual: 2.11,
  text: 4.36,
  withoutNumbers: 0.42,
  noText: 1.81,
  oneText: -0.69,
  id: 0.76,
  fieldName: 0.98,
  attributes: 0.36,
  classes: 0.63,
  classesEqual: 1,
  naming: 2.54,
  addressEqual: 0.66,
  address: 1.05,
  path: 3.58,
  pathEqual: 1.1,
  end: 1.68,
  near: 0.85,
};
