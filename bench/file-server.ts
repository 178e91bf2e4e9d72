import { createServer, type ServerResponse } from 'node:http';

/** Bytes that a file is sent in at once. */
const pieceBytes = 64 * 1024;

/** Sends a file of some bytes, different for each name, without holding it. */
async function sendFile(response: ServerResponse, name: string, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': String(bytes) });
  const piece = Buffer.alloc(pieceBytes);
  piece.write(name);
  for (let sent = 0; sent < bytes; sent += pieceBytes) {
    // No two pieces are the same.
    piece.writeUInt32LE(sent / pieceBytes, pieceBytes - 4);
    const part = piece.subarray(0, Math.min(pieceBytes, bytes - sent));
    if (!response.write(Buffer.from(part))) await new Promise((done) => response.once('drain', done));
  }
  response.end();
}

// A page with files of the sizes that the command names, in bytes: `node bench/file-server.ts 200000000 200000000`. Prints its URL.
const sizes = process.argv.slice(2).map(Number);
const server = createServer((request, response) => {
  const file = Number(/^\/file\/(\d+)$/.exec(request.url ?? '')?.[1] ?? NaN);
  const bytes = sizes[file];
  if (bytes !== undefined) void sendFile(response, `file ${file}`, bytes);
  else if (request.url === '/robots.txt') response.writeHead(404).end();
  else {
    response.writeHead(200, { 'content-type': 'text/html' });
    const links = sizes.map((_, at) => `<a class="file" href="/file/${at}">${at}</a>`).join('');
    response.end(request.url === '/' ? '<a class="page" href="/p/1">1</a>' : `<h1>Files</h1>${links}`);
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`);
});
