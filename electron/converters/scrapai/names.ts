/** What is said of a setting that has no equal here. */
export const lostSettings: Readonly<Record<string, string>> = {
  CLOUDFLARE_COOKIE_REFRESH_THRESHOLD:
    'A challenge is cleared again where a page is challenged again; there is no timer.',
  CLOUDFLARE_HEADLESS: 'The browser decides by itself whether it needs a screen.',
  CF_MAX_RETRIES: 'How often a challenge is tried is fixed; RETRY_TIMES is about failed requests.',
  CF_RETRY_INTERVAL: 'How often a challenge is tried is fixed.',
  CF_WAIT_TIMEOUT: 'BROWSER_WAIT_SELECTOR is awaited for at most 30 seconds.',
  CURL_CFFI_ENABLED: 'Requests do not imitate a browser; CHALLENGE_ENABLED uses a real one.',
  CURL_CFFI_IMPERSONATE: 'Requests do not imitate a browser; CHALLENGE_ENABLED uses a real one.',
  CURL_CFFI_TIMEOUT: 'DOWNLOAD_TIMEOUT is the limit of every request.',
  SITEMAP_SINCE: 'Sitemaps are not filtered by date; DELTAFETCH_ENABLED skips pages that are known.',
  PDF_MODE: 'Nothing is extracted from PDF files.',
  AUTOTHROTTLE_START_DELAY: 'AutoThrottle starts at DOWNLOAD_DELAY.',
  AUTOTHROTTLE_DEBUG: 'The log of a run shows its delays.',
  HTTPCACHE_DIR: 'The cache is in the data folder.',
  HTTPCACHE_IGNORE_HTTP_CODES: 'The cache replays what a site answered, whatever it was.',
  HTTPCACHE_POLICY: 'The cache replays what a site answered.',
  HTTPCACHE_STORAGE: 'The cache is in the data folder.',
};
