import type { Place } from '../../../shared/contract/types.ts';
import type { CommandSpec } from '../command.ts';
import { printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';

/** The commands below `places`. */
export const placeCommands: CommandSpec[] = [
  {
    usage: 'list',
    summary: 'list the places',
    examples: [['places list', 'name, bucket, endpoint and secret name of every place']],
    async run({ output, ask }) {
      const places = await ask('places.list', {});
      output.result(places, () =>
        places.length === 0
          ? 'No places yet. "spider-studio places add NAME s3://BUCKET/PREFIX" adds one.'
          : printable(
              renderTable(
                ['name', 'where', 'endpoint', 'region', 'secret'],
                places.map((place) => [
                  place.name,
                  urlOf(place),
                  place.endpoint ?? 'Amazon S3',
                  place.region,
                  place.secret ?? 'AWS_… of the environment',
                ]),
              ),
            ),
      );
    },
  },
  {
    usage: 'add <name> <url>',
    summary: 'add a place in an S3-compatible service',
    description:
      'Adds a place that backups can go to, as place:NAME. The keys stay in the keychain (secrets set) or in the environment; only the name of the secret is stored. The value of the secret is ACCESS_KEY:SECRET_KEY. Without --secret, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment are used.',
    options: [
      { flags: '--endpoint <url>', description: 'the service (default: Amazon S3)' },
      { flags: '--region <name>', description: 'its region (default: us-east-1)' },
      { flags: '--secret <name>', description: 'the secret with the keys: env:NAME or keychain:NAME' },
      {
        flags: '--style <style>',
        description: 'where URLs have the bucket (default: path with --endpoint, else host)',
        choices: ['path', 'host'],
      },
    ],
    examples: [
      [
        'places add nas s3://studio/backups --endpoint https://nas.example:9000 --secret keychain:NAS',
        'the keys are in the keychain, stored with "secrets set NAS"',
      ],
      [
        'places add aws s3://my-bucket/studio --region eu-central-1',
        'Amazon S3, with the keys of the environment',
      ],
    ],
    async run({ output, options, ask }, [name = '', url = '']) {
      const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(url) ?? [];
      if (bucket === undefined)
        throw new UsageError(
          'URL must be s3://BUCKET or s3://BUCKET/PREFIX.',
          'For example s3://my-bucket/backups',
        );
      const endpoint = options.text('endpoint');
      const style = options.text('style');
      const place = await ask('places.add', {
        name,
        endpoint,
        region: options.text('region') ?? 'us-east-1',
        bucket,
        prefix,
        pathStyle: style === null ? endpoint !== null : style === 'path',
        secret: options.text('secret'),
      });
      output.result(place, () =>
        printable(
          `Added ${place.name}: ${urlOf(place)}. "spider-studio places test ${place.name}" tries it.`,
        ),
      );
    },
  },
  {
    usage: 'remove <name>',
    summary: 'forget a place',
    description: 'Forgets a place. What is stored there stays.',
    examples: [['places remove nas', 'backups in it stay where they are']],
    async run({ output, ask }, [name = '']) {
      const place = await ask('places.remove', { name });
      output.result(place, () =>
        printable(`Removed ${place.name}. What is stored in ${urlOf(place)} stays.`),
      );
    },
  },
  {
    usage: 'test <name>',
    summary: 'write, read and delete a small object in a place',
    examples: [['places test nas', 'exit code 0: backups can go there']],
    async run({ output, ask }, [name = '']) {
      const tested = await ask('places.test', { name });
      const gap = tested.neverOverwrites
        ? ''
        : '\nThe service does not refuse to replace objects by itself; Spider Studio asks before it writes.';
      output.result(tested, () =>
        printable(`${name} works: written, listed, read and deleted in ${tested.durationMs} ms.${gap}`),
      );
    },
  },
];

const urlOf = ({ bucket, prefix }: Place): string => `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
