/** Where a proxy is; `port` is never left out. */
export interface ProxyAddress {
  protocol: 'http:' | 'https:' | 'socks5:';
  /** As in a URL: IPv6 in brackets. */
  hostname: string;
  port: number;
}

const defaultPorts = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const;

/** Reads the URL of a proxy: http, https or socks5, host and port; null when it is none. Credentials are not looked at. */
export function readProxyUrl(text: string): ProxyAddress | null {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return null;
  const { protocol, hostname } = url;
  if (protocol !== 'http:' && protocol !== 'https:' && protocol !== 'socks5:') return null;
  return { protocol, hostname, port: url.port === '' ? defaultPorts[protocol] : Number(url.port) };
}
