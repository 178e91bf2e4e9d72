import type { SpiderName } from '../../run-options/spider-picker.tsx';

/** What examples are filled in with. */
export interface ExampleFacts {
  /** Such as "http://127.0.0.1:8321". */
  readonly origin: string;
  /** null: it is not known any more. */
  readonly secret: string | null;
  /** null: there is none. */
  readonly spider: SpiderName | null;
}

/** What stands in examples where the key is not known. */
export const unknownKey = 'YOUR_KEY';

/** An example to copy: its title, and where it belongs. */
export interface Example {
  readonly title: string;
  readonly text: string;
}

/** The languages of the examples, in their order. */
export const languages = ['curl', 'typescript', 'python', 'mcp'] as const;
/** A language of the examples. */
export type Language = (typeof languages)[number];
export const languageTitles: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  mcp: 'Assistant (MCP)',
};

/** The examples of a language. */
export function examplesOf(language: Language, facts: ExampleFacts): readonly Example[] {
  switch (language) {
    case 'curl':
      return curl(facts);
    case 'typescript':
      return typescript(facts);
    case 'python':
      return python(facts);
    case 'mcp':
      return mcp(facts);
    default:
      return language satisfies never;
  }
}

/** A text for a POSIX shell. */
const shell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** A text for TypeScript and Python. */
const quoted = (text: string): string => JSON.stringify(text);
const resultsPath = ({ project, spider }: SpiderName): string =>
  `/api/results/${encodeURIComponent(spider)}?project=${encodeURIComponent(project)}`;

const withPackage = 'With the package of Spider Studio';
const withoutPackage = 'Without it';

function curl({ origin, secret, spider }: ExampleFacts): Example[] {
  const key = `KEY=${shell(secret ?? unknownKey)}`;
  const header = '-H "Authorization: Bearer $KEY"';
  if (spider === null)
    return [{ title: 'List the spiders', text: `${key}\ncurl ${header} ${shell(`${origin}/api/spiders`)}` }];
  return [
    {
      title: 'Start a crawl',
      text: `${key}\ncurl -X POST ${shell(`${origin}/api/crawl`)} ${header} \\\n  -H "Content-Type: application/json" \\\n  -d ${shell(JSON.stringify(spider))}`,
    },
    {
      title: 'Wait for its end: ID is the “id” of the answer',
      text: `curl ${header} "${origin}/api/crawls/ID/status?wait=30"`,
    },
    {
      title: 'Read the items of the latest run',
      text: `curl ${header} ${shell(`${origin}${resultsPath(spider)}`)}`,
    },
  ];
}

function typescript({ origin, secret, spider }: ExampleFacts): Example[] {
  const head = `const origin = ${quoted(origin)};
const headers = {
  authorization: ${quoted(`Bearer ${secret ?? unknownKey}`)},
  'content-type': 'application/json',
};

async function ask(path: string, body?: object) {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
`;
  const studio = `// The package is made by "npm pack ./clients/typescript" in the project.
import { SpiderStudio } from 'spider-studio-client';

const studio = new SpiderStudio({
  url: ${quoted(origin)},
  key: ${quoted(secret ?? unknownKey)},
});
`;
  if (spider === null)
    return [
      { title: withPackage, text: `${studio}\nconsole.log(await studio.call('spiders.list'));` },
      { title: withoutPackage, text: `${head}\nconsole.log(await ask('/api/spiders'));` },
    ];
  return [
    {
      title: withPackage,
      text: `${studio}
const crawl = await studio.crawl(${JSON.stringify(spider)});
await crawl.wait();
for await (const item of crawl.items()) console.log(item);`,
    },
    {
      title: withoutPackage,
      text: `${head}
let crawl = await ask('/api/crawl', ${JSON.stringify(spider)});
while (!crawl.over) crawl = await ask(\`/api/crawls/\${crawl.id}/status?wait=30\`);
const { items } = await ask(${quoted(resultsPath(spider))});
console.log(items);`,
    },
  ];
}

function python({ origin, secret, spider }: ExampleFacts): Example[] {
  const client = `# The package is installed by "pip install ./clients/python" in the project.
from spider_studio_client import SpiderStudio

studio = SpiderStudio(${quoted(origin)}, ${quoted(secret ?? unknownKey)})
`;
  const head = `# pip install httpx
import httpx

studio = httpx.Client(
    base_url=${quoted(origin)},
    headers={"Authorization": ${quoted(`Bearer ${secret ?? unknownKey}`)}},
    timeout=60,
)
`;
  if (spider === null)
    return [
      { title: withPackage, text: `${client}\nprint(studio.call("spiders.list"))` },
      {
        title: withoutPackage,
        text: `${head}\nprint(studio.get("/api/spiders").raise_for_status().json())`,
      },
    ];
  return [
    {
      title: withPackage,
      text: `${client}
crawl = studio.crawl(${quoted(spider.spider)}, project=${quoted(spider.project)})
crawl.wait()
for item in crawl.items():
    print(item)`,
    },
    {
      title: withoutPackage,
      text: `${head}
crawl = studio.post("/api/crawl", json=${JSON.stringify(spider)}).raise_for_status().json()
while not crawl.get("over"):
    crawl = studio.get(f"/api/crawls/{crawl['id']}/status?wait=30").raise_for_status().json()
results = studio.get(${quoted(resultsPath(spider))}).raise_for_status().json()
print(results["items"])`,
    },
  ];
}

function mcp({ origin, secret }: ExampleFacts): Example[] {
  const configuration = (server: object): string =>
    JSON.stringify({ mcpServers: { 'spider-studio': server } }, null, 2);
  return [
    {
      title: 'On this computer: the assistant starts Spider Studio itself, and needs no key',
      text: configuration({ command: 'spider-studio', args: ['mcp'] }),
    },
    {
      title: 'Over HTTP, by this server',
      text: configuration({
        type: 'http',
        url: `${origin}/mcp`,
        headers: { Authorization: `Bearer ${secret ?? unknownKey}` },
      }),
    },
  ];
}
