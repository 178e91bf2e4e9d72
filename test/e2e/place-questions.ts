import { question, type Question } from './question.ts';

/** What goes wrong with places and backups in them is the same at every door. */
export function placeRefusals(): Question[] {
  return [
    question('places.remove', { name: 'none' }, ['places', 'remove', 'none']),
    question('backups.unplan', { place: 'none' }, ['backup', 'unschedule', 'none']),
    question('backups.plan', { place: 'none', cron: '0 2 * * *', verify: true, keep: null }, [
      ...['backup', 'schedule', 'none', '--cron', '0 2 * * *'],
    ]),
    question(
      'places.add',
      {
        name: 'nas',
        endpoint: null,
        region: 'us-east-1',
        bucket: '-',
        prefix: '',
        pathStyle: false,
        secret: null,
      },
      ['places', 'add', 'nas', 's3://-'],
    ),
  ];
}
