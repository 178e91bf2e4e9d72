/** A test of a suite. A case without failure and reason has passed. */
export interface JUnitCase {
  /** What is tested, for example the name of a field. */
  name: string;
  /** What it is tested on, for example the URL of a page. */
  group: string;
  /** What is wrong: one sentence, and what there is to say in detail. Null: it passed or was not run. */
  failure: { message: string; detail: string } | null;
  /** Why it was not run, in one sentence; null: it was. */
  skipped: string | null;
}

/** Characters that XML 1.0 cannot hold, escaped or not. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const clean = (text: string): string => text.toWellFormed().replaceAll(unwritable, '\uFFFD');
const attribute = (text: string): string =>
  clean(text).replaceAll(/[&<>"\t\n\r]/g, (found) => entities[found] ?? found);
const content = (text: string): string =>
  clean(text).replaceAll(/[&<>\r]/g, (found) => entities[found] ?? found);

/** Writes one suite of tests as JUnit XML, in the form that CI systems read. @param suite its name */
export function junitXml(suite: string, cases: readonly JUnitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const skipped = cases.filter(({ skipped: reason }) => reason !== null).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  const name = attribute(suite);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${counts}>`,
    `  <testsuite name="${name}" ${counts}>`,
    ...cases.map(written),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function written({ name, group, failure, skipped }: JUnitCase): string {
  const open = `    <testcase name="${attribute(name)}" classname="${attribute(group)}"`;
  if (failure !== null) {
    const what = `<failure message="${attribute(failure.message)}">${content(failure.detail)}</failure>`;
    return `${open}>\n      ${what}\n    </testcase>`;
  }
  if (skipped !== null) return `${open}>\n      <skipped message="${attribute(skipped)}"/>\n    </testcase>`;
  return `${open}/>`;
}
