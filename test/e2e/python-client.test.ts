import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startApi } from './api-server.ts';
import { studio } from './command-line.ts';
import { startFaultyProxy, type Fault } from './faulty-proxy.ts';
import { noPython, runPython } from './python.ts';
import { startSeededSite } from './seeded-site.ts';

/** The real server, with a network in between that can fail, and a way to run Python with a client of it. */
async function connected() {
  const site = await startSeededSite();
  const { call, data, file, folder } = studio();
  await call(['import', file('site.json', site.spider)]);
  const { secret: key } = (await call(['keys', 'create', 'tests', '--json'])).json<{ secret: string }>();
  const api = await startApi(data, key, ['--allow-private']);
  const proxy = await startFaultyProxy(api.origin);
  /** Runs lines that give \`result\` a value. @param options of the client */
  const python = async <T>(lines: string, options = 'backoff=0.001'): Promise<T> => {
    const head = `import os, json
from spider_studio_client import *
studio = SpiderStudio(os.environ["URL"], os.environ["KEY"], ${options})
def caught(call):
    try:
        return {"value": call()}
    except ApiError as error:
        return {"code": error.code, "status": error.status, "text": str(error), "errors": error.errors, "hint": error.hint}
    except ConnectionFailed as error:
        return {"failed": str(error)}
`;
    const env = { URL: `${proxy.origin}/`, KEY: key, FOLDER: folder };
    const program = `${head}${lines.replaceAll(/^ {6}/gm, '').trimStart()}\nprint(json.dumps(result))`;
    const { code, stdout, stderr } = await runPython(program, env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as T;
  };
  return { call, folder, proxy, python };
}

describe.skipIf(noPython !== null)('the Python client', () => {
  it('starts a crawl, waits for it, and reads all its items and requests in portions', async () => {
    const { proxy, python } = await connected();
    const result = await python(`
      crawl = studio.crawl("site", allowPrivate=True)
      run = crawl.wait()
      items = [item["id"] for item in crawl.items(portion=50)]
      requests = [row["id"] for row in studio.requests(crawl.id, portion=40)]
      none = list(studio.items("site", where='title = "none such"'))
      studio.crawl("site", allowPrivate=True, limit=1).wait()
      again = studio.open_crawl("2")
      result = {
          "run": [run["id"], run["state"], run["counters"]["items"]],
          "items": len(set(items)),
          "requests": len(set(requests)) == crawl.status()["counters"]["seen"],
          "none": none,
          "runs": [run["id"] for run in studio.runs(limit=1)],
          "again": [again.id, again.spider, again.project],
      }`);
    expect(result).toEqual({
      run: ['1', 'completed', 115],
      items: 115,
      requests: true,
      none: [],
      runs: ['2', '1'],
      again: ['2', 'site', 'default'],
    });
    expect(
      proxy.seen.filter(({ url }) => url.startsWith('/api/results/') && /limit=50\b/.test(url)),
    ).toHaveLength(3);
  });

  it('calls any operation, with its arguments where they belong', async () => {
    const { call, python } = await connected();
    await call(['crawl', 'site', '--allow-private', '--limit', '2']);
    const result = await python(`
      rename = {"project": "default", "spider": "site", "name": "shop"}
      result = [
          studio.call("runs.get", {"run": "1"})["kind"],
          [project["name"] for project in studio.call("projects.list")],
          [change["kind"] for change in studio.call("changes.list", {"kinds": ["run"]})["changes"]][:1],
          studio.call("spiders.rename", rename)["spider"],
          studio.call("spiders.get", {"project": "default", "spider": "shop"})["summary"]["name"],
      ]`);
    expect(result).toEqual(['test', ['default'], ['run'], 'shop', 'shop']);
  });

  it('exports to a file, which is there once it is whole', async () => {
    const { call, folder, proxy, python } = await connected();
    await call(['crawl', 'site', '--allow-private', '--limit', '5']);
    const printed = await call(['export', 'site', '--format', 'csv', '--columns', 'title,url']);
    proxy.faults = [{ kind: 'status', status: 503 }];
    const result = await python(`
      path = os.environ["FOLDER"] + "/items.csv"
      file = studio.export("site", format="csv", columns="title,url")
      file.save(path)
      result = [file.type, studio.export("site", format="csv", columns="title,url").read().decode()]`);
    expect(result).toEqual([expect.stringContaining('text/csv'), printed.stdout]);
    expect(readFileSync(join(folder, 'items.csv'), 'utf8')).toBe(printed.stdout);
    proxy.faults = [{ kind: 'truncate', bytes: 40 }];
    const half = await python(`
      result = caught(lambda: studio.export("site", format="csv").save(os.environ["FOLDER"] + "/half.csv"))`);
    expect(half).toEqual({ failed: expect.stringContaining('not arrived whole') });
    expect(existsSync(join(folder, 'half.csv')) || existsSync(join(folder, 'half.csv.part'))).toBe(false);
  });

  it('tells of failures as the API describes them', async () => {
    const { proxy, python } = await connected();
    const result = await python(`
      result = [
          caught(lambda: studio.call("runs.get", {"run": "9"})),
          caught(lambda: studio.call("results.read", {"spider": "site", "limit": 0})),
          caught(lambda: list(studio.crawl_events("9"))),
      ]`);
    expect(result).toMatchObject([
      { code: 'unknown-run', status: 404, text: expect.stringContaining('9') },
      { code: 'bad-arguments', errors: [{ pointer: '/limit' }] },
      { code: 'unknown-run' },
    ]);
    expect(proxy.seen).toHaveLength(3);
  });
});

describe.skipIf(noPython !== null)('the Python client on a bad network', () => {
  const busy: Fault = { kind: 'status', status: 503 };

  it('gets over what is no answer of the server', async () => {
    const { proxy, python } = await connected();
    const faults: Fault[][] = [
      [busy, { kind: 'status', status: 502 }],
      [{ kind: 'drop' }],
      [{ kind: 'lose' }],
      [{ kind: 'truncate', bytes: 20 }],
      [{ kind: 'status', status: 200, body: '{"items": [' }],
      [{ kind: 'status', status: 429, headers: { 'retry-after': '0' } }, busy, busy],
    ];
    for (const few of faults) {
      proxy.faults = [...few];
      proxy.seen = [];
      expect(await python('result = studio.call("projects.list")')).toMatchObject([{ name: 'default' }]);
      expect(proxy.seen).toHaveLength(few.length + 1);
    }
  });

  it('starts one crawl, though the answer was lost: all attempts have one key', async () => {
    const { proxy, python } = await connected();
    proxy.faults = [busy, { kind: 'lose' }, { kind: 'truncate', bytes: 10 }];
    const result = await python(`
      studio.crawl("site", allowPrivate=True, limit=1)
      once = [run["id"] for run in studio.runs()]
      for _ in range(2):
          studio.crawl("site", allowPrivate=True, limit=1, idempotency_key="mine")
      result = [once, [run["id"] for run in studio.runs()]]`);
    expect(result).toEqual([['1'], ['2', '1']]);
    const keys = proxy.seen.slice(0, 4).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('repeats no change that may have been carried out, but one that was refused', async () => {
    const { proxy, python } = await connected();
    proxy.faults = [{ kind: 'lose' }, { kind: 'status', status: 429, headers: { 'retry-after': '0' } }];
    const result = await python(`
      def rename(spider, name):
          return studio.call("spiders.rename", {"project": "default", "spider": spider, "name": name})["spider"]
      result = [caught(lambda: rename("site", "shop")), caught(lambda: rename("shop", "site"))]`);
    expect(result).toEqual([{ failed: expect.stringContaining('PATCH') }, { value: 'site' }]);
    expect(proxy.seen).toHaveLength(3);
  });

  it('gives up after its retries, after a silence, or at once where it is told to wait for too long', async () => {
    const { proxy, python } = await connected();
    proxy.faults = [
      ...[busy, busy, busy],
      { kind: 'status', status: 429, headers: { 'retry-after': '3600' } },
      busy,
      { kind: 'hang' },
    ];
    const result = await python(
      `
      result = [
          caught(lambda: studio.call("projects.list")),
          caught(lambda: studio.call("projects.list")),
          caught(lambda: studio.call("projects.list", {}, retries=0)),
          caught(lambda: studio.call("projects.list", {}, retries=0, timeout=0.2)),
      ]`,
      'backoff=0.001, retries=2',
    );
    expect(result).toMatchObject([
      { code: 'unexpected-answer', status: 503 },
      { status: 429 },
      { status: 503 },
      { failed: expect.stringContaining('in time') },
    ]);
    expect(proxy.seen).toHaveLength(6);
  });
});

describe.skipIf(noPython !== null)('the Python client and events', () => {
  it('follows a crawl through ten cuts: nothing is missing, nothing comes twice', async () => {
    const { call, proxy, python } = await connected();
    await python('result = studio.crawl("site", allowPrivate=True).id');
    proxy.faults = Array.from({ length: 10 }, (_, index) => ({ kind: 'cut', events: 3 + 2 * index }));
    const events = await python<{ id: string; event: string; data: { state: string } }[]>(
      'result = list(studio.crawl_events("1", reconnect=0))',
    );
    expect(proxy.faults).toEqual([]);
    const logged = events.filter(({ event }) => event === 'log').map(({ id }) => id);
    const written = await call(['runs', 'tail', '1', '--json', '--limit', '100000']);
    expect(logged).toEqual(written.json<{ id: string }[]>().map((event) => event.id));
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { state: 'completed' } });
  });

  it('connects again when a stream falls silent, or its server is away', async () => {
    const { proxy, python } = await connected();
    await python('result = studio.crawl("site", allowPrivate=True, limit=3).id');
    const down: Fault = { kind: 'status', status: 503 };
    proxy.faults = [{ kind: 'silence', events: 1 }, down, { kind: 'drop' }, { kind: 'cut', events: 0 }];
    const events = await python<{ id: string; event: string }[]>(
      'result = list(studio.crawl_events("1", reconnect=0, silence=1))',
    );
    const ids = events.filter(({ event }) => event === 'log').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(events.at(-1)).toMatchObject({ event: 'end' });
    expect(proxy.faults).toEqual([]);
  });

  it('tells of changes after one of them, and gives up where streams fail again and again', async () => {
    const { proxy, python } = await connected();
    const result = await python(`
      changes = studio.changes(kinds=["run"])
      begin = next(changes)["event"]
      studio.crawl("site", allowPrivate=True, limit=1)
      first = next(changes)
      changes.close()
      again = studio.changes(kinds=["run"], after=str(int(first["id"]) - 1))
      next(again)
      result = [begin, first["event"], first["data"]["what"], next(again) == first]
      again.close()`);
    expect(result).toEqual(['begin', 'run', 'created', true]);
    proxy.faults = Array.from({ length: 5 }, () => ({ kind: 'status', status: 200, body: ': nothing\n\n' }));
    const failed = await python('result = caught(lambda: list(studio.crawl_events("1", reconnect=0)))');
    expect(failed).toEqual({ failed: expect.stringContaining('again and again') });
  });
});

describe.skipIf(noPython !== null)('the check of webhooks in Python', () => {
  it('gives the event of a request that was signed with a secret, and refuses others', async () => {
    const now = 1_764_324_000;
    const body = '{"type": "run.completed"}';
    const digest = createHmac('sha256', Buffer.from('0123456789abcdef01234567')).update(
      `msg_1.${now}.${body}`,
    );
    const { code, stdout, stderr } = await runPython(
      `import base64, json
from spider_studio_client import WebhookError, verify_webhook
body, now = ${JSON.stringify(body)}, ${now}
secret = "whsec_" + base64.b64encode(b"0123456789abcdef01234567").decode()
headers = {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(now), "Webhook-Signature": "v1,AAAA v2,x v1,${digest.digest('base64')}"}
def check(body=body, headers=headers, secret=secret, now=now, **changed):
    try:
        return verify_webhook(body, {**headers, **changed}, secret, now=now)
    except WebhookError as error:
        return str(error)
print(json.dumps([
    check(), check(body.encode(), secret=["whsec_b2xk", secret], now=now + 299),
    check(body + " "), check(secret="whsec_b3RoZXI="), check(now=now + 301), check(now=now - 301),
    check(**{"Webhook-Id": "msg_2"}), check(**{"Webhook-Timestamp": "now"}), check(**{"Webhook-Signature": ""}),
    check(headers={}), check(secret="%"),
]))`,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const good = ['msg_1', { type: 'run.completed' }];
    expect(JSON.parse(stdout)).toEqual([
      ...[good, good],
      ...[
        'not that of the secret',
        'not that of the secret',
        'too old',
        'too old',
        'not that of the secret',
      ].map((text) => expect.stringContaining(text)),
      ...['too old', 'not that of the secret', 'no header', 'Base64'].map((text) =>
        expect.stringContaining(text),
      ),
    ]);
  });
});

describe.skipIf(noPython !== null)('the reader of event streams in Python', () => {
  it('finds whole events, whatever ends lines and wherever the text is cut', async () => {
    const { code, stdout, stderr } = await runPython(`import json
from spider_studio_client._events import EventReader
stream = "retry: 2000\\n\\n: alive\\n\\nid: 1\\nevent: log\\ndata: é\\n\\ndata:first\\ndata: second\\nother: x\\n\\nid: 2\\nevent: none\\n\\nid: 3\\ndata: ha"
found = set()
for end in ("\\n", "\\r\\n", "\\r"):
    for size in (1, 2, 3, 7, 1000):
        content, reader = stream.replace("\\n", end).encode(), EventReader()
        parts = [content[at : at + size] for at in range(0, len(content), size)]
        events = [list(event) for part in parts for event in reader.take(part)]
        found.add(json.dumps([events, reader.reconnect]))
print(json.dumps([json.loads(one) for one in found]))`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual([
      [
        [
          ['1', 'log', 'é'],
          [null, 'message', 'first\nsecond'],
        ],
        2,
      ],
    ]);
  });
});
