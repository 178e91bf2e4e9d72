// Runs inside a network namespace of its own, as `node away-network.mjs ENTRY STAGE COMMAND…`: serves a site at an address that goes
// away while it is crawled, calls the command line on it, and brings the address back when that says that it waits. Prints JSON.
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';

const [entry, stage, ...command] = process.argv.slice(2);
const ip = (...words) => execFileSync('ip', words, { stdio: 'pipe' });
const address = (what) => ip('address', what, '10.97.0.1/24', 'dev', 'lo');

ip('link', 'set', 'lo', 'up');
if (stage === 'middle') address('add');

const asked = [];
const server = createServer((request, response) => {
  asked.push(request.url);
  const links = Array.from({ length: 12 }, (_, n) => `<a href="/p${n}">x</a>`).join('');
  response.setHeader('content-type', 'text/html');
  // The next request needs the address again.
  response.setHeader('connection', 'close');
  response.end(`<title>p</title><h1>${request.url}</h1>${request.url === '/' ? links : ''}`);
  if (asked.length === 5) response.on('close', () => stage === 'middle' && address('del'));
});
server.listen(8097, '0.0.0.0', () => {
  const child = spawn(process.execPath, [entry, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  const told = { stdout: '', stderr: '' };
  let isBack = false;
  child.stdout.on('data', (chunk) => (told.stdout += chunk));
  child.stderr.on('data', (chunk) => {
    told.stderr += chunk;
    if (isBack || !told.stderr.includes('Waiting for the network')) return;
    isBack = true;
    if (stage === 'pause') child.kill('SIGINT');
    else address('add');
  });
  child.on('close', (code) => {
    process.stdout.write(JSON.stringify({ code, asked, ...told }));
    process.exit(0);
  });
});
