import { escapeHtml } from './template.ts';

/** The words of the sample site as HTML: the small mark-up of its articles, dates, prices and counts. */

/** Turns the body of an article into blocks of HTML, one per paragraph, sub-heading, quote or list. */
export function blocksOf(body: readonly string[]): string[] {
  const blocks: string[] = [];
  let list: string[] = [];
  const endList = (): void => {
    if (list.length > 0) blocks.push(`<ul>${list.join('')}</ul>`);
    list = [];
  };
  for (const line of body) {
    if (line.startsWith('- ')) {
      list.push(`<li>${inline(line.slice(2))}</li>`);
      continue;
    }
    endList();
    if (line.startsWith('## ')) blocks.push(`<h2>${inline(line.slice(3))}</h2>`);
    else if (line.startsWith('> ')) blocks.push(pullQuote(line.slice(2)));
    else blocks.push(`<p>${inline(line)}</p>`);
  }
  endList();
  return blocks;
}

/** The body as plain text, for the structured data of the page. */
export function plainText(body: readonly string[]): string {
  return body
    .map((line) =>
      line
        .replace(/^(##|>|-) /, '')
        .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
        .replaceAll('*', ''),
    )
    .join('\n\n');
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "2026-11-20T07:30:00+00:00" as "20 November 2026, 7.30", as the clock of the place shows it. */
export function dateText(iso: string): string {
  const [date = '', time] = iso.split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const name = months[Number(month) - 1] ?? '';
  const clock = time === undefined ? '' : `, ${Number(time.slice(0, 2))}.${time.slice(3, 5)}`;
  return `${Number(day)} ${name} ${year}${clock}`;
}

/** 1249 as "£1,249.00". */
export function priceText(price: number): string {
  return `£${price.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** 1 and "review" as "1 review", 2 as "2 reviews". */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function inline(text: string): string {
  return escapeHtml(text)
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');
}

function pullQuote(text: string): string {
  const [words = '', speaker] = text.split(' — ');
  const footer = speaker === undefined ? '' : `<footer>${inline(speaker)}</footer>`;
  return `<blockquote class="pullquote"><p>“${inline(words)}”</p>${footer}</blockquote>`;
}
