/** Address of a proxy; `port` is always given. */
export interface ProxyAddress {
  protocol: 'http:' | 'https:' | 'socks5:';
  /** As in a URL: IPv6 in brackets. */
  hostname: string;
  port: number;
}

const defaultPorts = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const;

/** Parses the URL of a proxy (http, https or socks5) to its address; null if it is invalid. Credentials are ignored. */
export function readProxyUrl(text: string): ProxyAddress | null {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return null;
  const { protocol, hostname } = url;
  if (protocol !== 'http:' && protocol !== 'https:' && protocol !== 'socks5:') return null;
  return { protocol, hostname, port: url.port === '' ? defaultPorts[protocol] : Number(url.port) };
}
