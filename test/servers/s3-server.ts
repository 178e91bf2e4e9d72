import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** An object as the server keeps it. */
interface StoredObject {
  body: Buffer;
  etag: string;
  storedAt: number;
}

interface Upload {
  key: string;
  begunAt: number;
  parts: Map<number, { body: Buffer; etag: string }>;
}

/** A request that has arrived. */
export interface S3Request {
  /** Such as `PUT part`, `GET object`, `POST complete`. */
  kind: string;
  key: string;
  bytes: number;
}

/** What the server does instead of what it was asked for; `after`: it does that, and cuts the connection then. */
export type S3Fault =
  | { kind: 'status'; status: number; code: string; headers?: Record<string, string> }
  | { kind: 'cut-before' }
  | { kind: 'cut-after' }
  | { kind: 'wait'; until: Promise<void> };

export interface S3Server {
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Every request whose signature was right, oldest first. */
  log: S3Request[];
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  /** Requests with a wrong signature. */
  refused: number;
  /** Asked before each request. */
  fault: (request: S3Request) => S3Fault | null;
  /** The most entries of a page of a list. */
  pageSize: number;
  /** Whether conditional writes are known. */
  knowsConditions: boolean;
  /** Time of the server, in milliseconds since 1970. */
  now: () => number;
  close(): Promise<void>;
}

const bucket = 'studio-test';
/** The login that the server knows. */
export const s3AccessKey = 'TESTACCESSKEY0000001';
export const s3SecretKey = 'test/secret+key0000000000000000000000001';
const region = 'eu-test-1';

/** The region that the server signs for. */
export const s3Region = region;

/** An S3 server on loopback, in memory, which checks signatures, conditions, ranges and parts as Amazon's does. */
export async function startS3Server(): Promise<S3Server> {
  const sockets = new Set<Socket>();
  const http = createServer((request, response) => {
    void serve(request, response).catch(() => request.socket.destroy());
  });
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const server: S3Server = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
    log: [],
    objects: new Map(),
    uploads: new Map(),
    refused: 0,
    fault: () => null,
    pageSize: 1000,
    knowsConditions: true,
    now: Date.now,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => http.close(resolve));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [rawPath = '', rawQuery = ''] = (request.url ?? '').split('?');
    const query = new URLSearchParams(rawQuery);
    const [, inPath = '', ...rest] = rawPath.split('/');
    const key = rest.map(decodeURIComponent).join('/');
    const denial = denialOf(request, rawPath, rawQuery, body);
    if (denial !== null) {
      server.refused += 1;
      return refuse(response, denial.status, denial.code);
    }
    if (inPath !== bucket) return refuse(response, 404, 'NoSuchBucket');
    const seen = {
      kind: `${request.method} ${kindOf(request.method ?? '', key, query)}`,
      key,
      bytes: body.length,
    };
    const fault = server.fault(seen);
    if (fault?.kind === 'wait') await fault.until;
    if (fault?.kind === 'cut-before') return void request.socket.destroy();
    if (fault?.kind === 'status') return refuse(response, fault.status, fault.code, fault.headers);
    server.log.push(seen);
    if (fault?.kind === 'cut-after') {
      response.end = (): typeof response => {
        request.socket.destroy();
        return response;
      };
      response.writeHead = () => response;
    }
    answer(seen.kind, { key, query, body, request, response });
  }

  /** Why a request is refused before it is looked at: its signature or its time. */
  function denialOf(
    { method = '', headers }: IncomingMessage,
    path: string,
    query: string,
    body: Buffer,
  ): { status: number; code: string } | null {
    const parts =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      );
    if (parts === null) return { status: 403, code: 'AccessDenied' };
    const [, id = '', day = '', signedRegion = '', names = '', signature = ''] = parts;
    if (id !== s3AccessKey) return { status: 403, code: 'InvalidAccessKeyId' };
    if (signedRegion !== region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
    const time = String(headers['x-amz-date']);
    const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
    if (Math.abs(Date.parse(iso) - server.now()) > 15 * 60_000)
      return { status: 403, code: 'RequestTimeTooSkewed' };
    const hash = createHash('sha256').update(body).digest('hex');
    if (headers['x-amz-content-sha256'] !== hash) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
    const needed = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
    const given = names.split(';');
    if (needed.some((name) => !given.includes(name))) return { status: 403, code: 'AccessDenied' };
    const lines = given.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
    const sorted = query === '' ? '' : query.split('&').sort().join('&');
    const canonical = `${method}\n${path}\n${sorted}\n${lines}\n${names}\n${hash}`;
    const digest = createHash('sha256').update(canonical).digest('hex');
    const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${digest}`;
    let mac: Buffer | string = `AWS4${s3SecretKey}`;
    for (const step of [day, region, 's3', 'aws4_request', text])
      mac = createHmac('sha256', mac).update(step).digest();
    return Buffer.from(mac).toString('hex') === signature
      ? null
      : { status: 403, code: 'SignatureDoesNotMatch' };
  }

  interface Call {
    key: string;
    query: URLSearchParams;
    body: Buffer;
    request: IncomingMessage;
    response: ServerResponse;
  }

  function answer(kind: string, call: Call): void {
    const { key, query, body, response } = call;
    const upload = server.uploads.get(query.get('uploadId') ?? '');
    switch (kind) {
      case 'GET list':
        return list(call);
      case 'GET uploads':
        return listUploads(call);
      case 'PUT object': {
        if (isForbidden(call)) return;
        server.objects.set(key, { body, etag: md5(body), storedAt: server.now() });
        return void response.writeHead(200, { etag: `"${md5(body)}"` }).end();
      }
      case 'GET object':
      case 'HEAD object':
        return read(call);
      case 'DELETE object':
        server.objects.delete(key);
        return void response.writeHead(204).end();
      case 'POST uploads': {
        const id = randomBytes(8).toString('hex');
        server.uploads.set(id, { key, begunAt: server.now(), parts: new Map() });
        return xml(
          response,
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      default:
    }
    if (upload === undefined || upload.key !== key) return refuse(response, 404, 'NoSuchUpload');
    switch (kind) {
      case 'PUT part': {
        upload.parts.set(Number(query.get('partNumber')), { body, etag: md5(body) });
        return void response.writeHead(200, { etag: `"${md5(body)}"` }).end();
      }
      case 'GET parts':
        return listParts(call, upload);
      case 'DELETE upload':
        server.uploads.delete(query.get('uploadId') ?? '');
        return void response.writeHead(204).end();
      case 'POST complete':
        return complete(call, upload);
      default:
        return refuse(response, 400, 'InvalidRequest');
    }
  }

  /** Refuses a write whose condition does not hold. @returns whether it did */
  function isForbidden({ key, request, response }: Call): boolean {
    if (request.headers['if-none-match'] === undefined) return false;
    if (!server.knowsConditions) {
      refuse(response, 501, 'NotImplemented');
      return true;
    }
    if (!server.objects.has(key)) return false;
    refuse(response, 412, 'PreconditionFailed');
    return true;
  }

  function complete(call: Call, upload: Upload): void {
    const { key, query, body, response } = call;
    if (isForbidden(call)) return;
    const named = [
      ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"([0-9a-f]+)"<\/ETag>/g),
    ];
    const parts = named.map(([, number = '', etag = '']) => ({
      part: upload.parts.get(Number(number)),
      etag,
    }));
    const bodies: Buffer[] = [];
    for (const [index, { part, etag }] of parts.entries()) {
      if (part?.etag !== etag) return refuse(response, 400, 'InvalidPart');
      if (index < parts.length - 1 && part.body.length < 5 * 1024 * 1024)
        return refuse(response, 400, 'EntityTooSmall');
      bodies.push(part.body);
    }
    const hash = createHash('md5');
    for (const { etag } of parts) hash.update(Buffer.from(etag, 'hex'));
    const etag = `${hash.digest('hex')}-${parts.length}`;
    server.objects.set(key, { body: Buffer.concat(bodies), etag, storedAt: server.now() });
    server.uploads.delete(query.get('uploadId') ?? '');
    xml(response, `<CompleteMultipartUploadResult><ETag>"${etag}"</ETag></CompleteMultipartUploadResult>`);
  }

  function read({ key, request, response }: Call): void {
    const object = server.objects.get(key);
    if (object === undefined) return refuse(response, 404, request.method === 'HEAD' ? '' : 'NoSuchKey');
    const { body, etag, storedAt } = object;
    const condition = request.headers['if-match'];
    if (condition !== undefined && condition !== `"${etag}"`)
      return refuse(response, 412, 'PreconditionFailed');
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from > 0 && from >= body.length) return refuse(response, 416, 'InvalidRange');
    const part = body.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': part.length,
      'last-modified': new Date(storedAt).toUTCString(),
      etag: `"${etag}"`,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  }

  function list({ query, response }: Call): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...server.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, server.pageSize);
    const rows = page.map((key) => {
      const object = server.objects.get(key);
      return `<Contents><Key>${escaped(key)}</Key><Size>${object?.body.length}</Size><ETag>&quot;${object?.etag}&quot;</ETag><LastModified>${new Date(object?.storedAt ?? 0).toISOString()}</LastModified></Contents>`;
    });
    const more = keys.length > page.length;
    const next = more ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    xml(
      response,
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
    );
  }

  function listUploads({ query, response }: Call): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('upload-id-marker') ?? '';
    const all = [...server.uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const left = all.filter(([id]) => id > after);
    const page = left.slice(0, server.pageSize);
    const rows = page.map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${new Date(begunAt).toISOString()}</Initiated></Upload>`,
    );
    const more = left.length > page.length;
    const last = page.at(-1);
    const next = more
      ? `<NextKeyMarker>${escaped(last?.[1].key ?? '')}</NextKeyMarker><NextUploadIdMarker>${last?.[0]}</NextUploadIdMarker>`
      : '';
    xml(
      response,
      `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListMultipartUploadsResult>`,
    );
  }

  function listParts({ query, response }: Call, { parts }: Upload): void {
    const after = Number(query.get('part-number-marker') ?? 0);
    const left = [...parts].filter(([number]) => number > after).sort(([a], [b]) => a - b);
    const page = left.slice(0, server.pageSize);
    const rows = page.map(
      ([number, { body, etag }]) =>
        `<Part><PartNumber>${number}</PartNumber><Size>${body.length}</Size><ETag>"${etag}"</ETag></Part>`,
    );
    const more = left.length > page.length;
    const next = more ? `<NextPartNumberMarker>${page.at(-1)?.[0]}</NextPartNumberMarker>` : '';
    xml(
      response,
      `<ListPartsResult><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListPartsResult>`,
    );
  }

  function refuse(
    response: ServerResponse,
    status: number,
    code: string,
    headers: Record<string, string> = {},
  ): void {
    const time = new Date(server.now()).toISOString();
    const region = code === 'AuthorizationHeaderMalformed' ? `<Region>${s3Region}</Region>` : '';
    const body =
      code === ''
        ? ''
        : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused.</Message><ServerTime>${time}</ServerTime>${region}</Error>`;
    response.writeHead(status, {
      'content-type': 'application/xml',
      'content-length': Buffer.byteLength(body),
      ...headers,
    });
    response.end(body);
  }

  return server;
}

function kindOf(method: string, key: string, query: URLSearchParams): string {
  if (query.has('uploads')) return 'uploads';
  if (key === '') return 'list';
  if (!query.has('uploadId')) return 'object';
  const kinds: Record<string, string> = { PUT: 'part', GET: 'parts', POST: 'complete', DELETE: 'upload' };
  return kinds[method] ?? 'upload';
}

function xml(response: ServerResponse, text: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

const md5 = (body: Buffer): string => createHash('md5').update(body).digest('hex');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
