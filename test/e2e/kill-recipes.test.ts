import { expect, it, onTestFinished } from 'vitest';
import { s3Region, startS3Server } from '../servers/s3-server.ts';
import { studio } from './command-line.ts';
import { startLampShop } from './lamp-shop.ts';

it('an export to a bucket that is killed at a request left no object or the whole, and is whole after the next try', async () => {
  const server = await startS3Server();
  onTestFinished(() => server.close());
  const { spider } = await startLampShop();
  const { call, file } = studio();
  const env = { S3_LOGIN: `${server.accessKey}:${server.secretKey}` };
  await call(['import', file('shop.json', spider)]);
  await call(['crawl', spider.name, '--allow-private']);
  const place = ['--endpoint', server.endpoint, '--region', s3Region, '--secret', 'env:S3_LOGIN'];
  await call(['places', 'add', 'nas', `s3://${server.bucket}`, ...place]);
  const save = ['recipes', 'save', spider.name, 'lake', '--format', 'jsonl', '--place', 'nas', '--key'];
  await call([...save, '{spider}']);
  const run = ['recipes', 'run', spider.name, 'lake'];
  const key = `${spider.name}.jsonl`;
  const before = server.log.length;
  expect((await call(run, { env })).code).toBe(0);
  const requests = server.log.slice(before).map(({ kind }) => kind);
  const whole = server.objects.get(key)?.body ?? Buffer.alloc(0);
  expect(whole.length).toBeGreaterThan(0);

  // Those that change something, and the one that makes the object also before it has.
  const writing = requests.flatMap((kind, at) => (/^(?:POST|PUT)/.test(kind) ? [at] : []));
  expect(writing.length).toBeGreaterThan(2);
  const moments = [
    ...writing.map((at) => ({ at, kind: 'cut-after' as const })),
    { at: writing.at(-1) ?? 0, kind: 'cut-before' as const },
  ];
  for (const { at, kind } of moments) {
    const moment = `${kind} ${requests[at]}`;
    server.objects.delete(key);
    let sent = 0;
    let kill: () => void = () => undefined;
    server.fault = () => {
      sent += 1;
      if (sent <= at) return null;
      kill();
      return { kind };
    };
    const killed = await call(run, { env, onStart: (child) => (kill = () => child.kill('SIGKILL')) });
    expect(killed.code, moment).not.toBe(0);
    server.fault = () => null;
    const left = server.objects.get(key)?.body;
    expect(left === undefined || left.equals(whole), moment).toBe(true);
    const again = await call(run, { env });
    expect([again.code, again.stderr], moment).toEqual([0, '']);
    expect(server.objects.get(key)?.body.equals(whole), moment).toBe(true);
    expect(server.uploads.size, moment).toBe(0);
  }
});
