/** Advice for the reason of a failed or skipped request; null if there is none. */
export function adviceFor(reason: string): string | null {
  return rules.find(({ fits }) => fits.test(reason))?.advice ?? null;
}

/** Advice by the wording of the engine's reasons. The first match counts. */
const rules: readonly { readonly fits: RegExp; readonly advice: string }[] = [
  {
    fits: /loopback|private (?:address|network)|link-local|allow-private/iu,
    advice: 'Start a run with “Allow private addresses” switched on, if these pages are yours to crawl.',
  },
  {
    fits: /does not allow it \(ROBOTSTXT_OBEY/u,
    advice:
      'The site asks crawlers to stay out of these pages. ROBOTSTXT_OBEY=false ignores that, if you may.',
  },
  {
    fits: /MAX_CRAWL_DELAY allows/u,
    advice:
      'The site asks crawlers to go slower than this run is willing to. Raise MAX_CRAWL_DELAY to crawl it at that pace.',
  },
  {
    fits: /robots\.txt of .+(?:answered|could not be fetched|redirects)/u,
    advice: 'Without an answer to robots.txt nothing is known about what is allowed. Try again later.',
  },
  {
    fits: /answered (?:403|429|503)\b/u,
    advice:
      'The site refuses or limits the crawl. Raise DOWNLOAD_DELAY, lower CONCURRENT_REQUESTS, or give the project proxies.',
  },
  {
    fits: /answered 401\b/u,
    advice:
      'The page asks for a login. Log in once, and name the login in SESSION; or send what it needs by DEFAULT_REQUEST_HEADERS.',
  },
  {
    fits: /answered (?:404|410)\b/u,
    advice: 'The pages are gone. A deny pattern in the rule that takes these links keeps them out.',
  },
  {
    fits: /The page is (?:JSON|XML)\b/u,
    advice:
      'Values of JSON come by json_path, such as "$.title", those of XML by css or xpath. Open the page in the tester: it shows what is in it.',
  },
  { fits: /answered 5\d\d\b/u, advice: 'The site had trouble. Queue the failed requests again later.' },
  {
    fits: /did not (?:finish|begin|accept)|fell silent|sent nothing for/u,
    advice: 'The site is slow. Raise DOWNLOAD_TIMEOUT, lower CONCURRENT_REQUESTS, or queue them again later.',
  },
  {
    fits: /host name .+ was not found|could not be looked up/u,
    advice: 'Check the spelling of the address and the network connection.',
  },
  {
    fits: /refused the connection|closed the connection|cannot be reached|ended its (?:answer|response) early/u,
    advice: 'Check that the server is up and reachable from here, then queue the failed requests again.',
  },
  {
    fits: /certificate|TLS/u,
    advice: 'The site does not prove who it is. Check its address and the clock of this computer.',
  },
  {
    fits: /larger than the limit|decompression bomb/u,
    advice: 'Raise DOWNLOAD_MAXSIZE if pages of this size are wanted, or deny the links to such files.',
  },
  {
    fits: /No article was found/u,
    advice: 'Open one of the pages in the tester: it shows what each article strategy found.',
  },
  {
    fits: /DELTAFETCH_ENABLED|extracted (?:it|by an earlier)/u,
    advice: 'An earlier full run has these pages. DELTAFETCH_ENABLED=false reads them again.',
  },
  {
    fits: /redirect/iu,
    advice: 'Open the address in a browser: a cookie or another start URL may be needed.',
  },
  {
    fits: /proxy/iu,
    advice: 'Check the proxies of the project: whether they are up, and their user names and passwords.',
  },
  {
    fits: /not HTML|content type|no HTML/iu,
    advice: 'These are no pages. A deny pattern keeps links to them out.',
  },
];
