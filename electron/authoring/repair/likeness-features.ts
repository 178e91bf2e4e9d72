/** What two elements are compared by. */
export const likenessFeatures = [
  'name',
  'family',
  'textEqual',
  'text',
  'withoutNumbers',
  'noText',
  'oneText',
  'id',
  'fieldName',
  'attributes',
  'classes',
  'classesEqual',
  'naming',
  'addressEqual',
  'address',
  'path',
  'pathEqual',
  'end',
  'near',
] as const;
export type LikenessFeature = (typeof likenessFeatures)[number];
