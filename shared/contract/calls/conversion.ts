import { Type } from 'typebox';
import { convertSources } from '../../spider/convert-sources.ts';
import { SpiderText, nullable, strictObject, stringEnum } from '../shapes.ts';

/** Schema of what is converted. */
export const ConvertArgsSchema = strictObject({
  from: Type.Optional(
    stringEnum(convertSources, { description: 'The tool. Default: it is recognised by the files.' }),
  ),
  files: Type.Array(
    strictObject({
      name: Type.String({
        maxLength: 1000,
        description: 'Its path within what is converted, with "/".',
      }),
      text: SpiderText,
    }),
    { maxItems: 5000 },
  ),
  archive: Type.Optional(
    Type.String({
      maxLength: 28_000_000,
      description: 'A ZIP archive in Base64, whose files are converted in the place of `files`.',
    }),
  ),
});

const ConversionEntries = (description: string) =>
  Type.Array(
    strictObject({
      place: Type.String({ description: 'Where it stands in the source.' }),
      here: nullable(Type.String(), { description: 'Its equal here; null: there is none.' }),
      why: nullable(Type.String(), { description: 'Why it was changed or lost; null: it means the same.' }),
    }),
    { description },
  );

const ConvertedSpiderSchema = strictObject({
  name: Type.String(),
  text: nullable(Type.String(), {
    description: 'A valid spider; null: too little is left of it, as the report says.',
  }),
  report: strictObject({
    kept: ConversionEntries('What was taken over.'),
    changed: ConversionEntries('What was changed.'),
    lost: ConversionEntries('What has no equal here.'),
  }),
});

/** Schema of what came of it. */
export const ConversionSchema = strictObject({
  from: stringEnum(convertSources),
  spiders: Type.Array(ConvertedSpiderSchema),
});
