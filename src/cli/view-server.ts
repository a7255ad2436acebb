// The server of the viewer. It serves the files of the page, and the files named on the command
// line by their numbers; nothing else.
import { createReadStream, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

const HEADERS: Readonly<Record<string, string>> = {
  // Cross-origin isolation: shared memory for workers, and clocks of millisecond precision.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  // Frames may be written again while the viewer is open.
  'Cache-Control': 'no-store',
};

/** Creates the server; `page` is the folder of the viewer. */
export function viewServer(page: string, files: readonly string[]): Server {
  const pages = pageFiles(page);
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    // Not parsed as an address: that throws for some paths, such as '//'.
    const [path] = (request.url ?? '/').split(/[?#]/, 1);
    const given = /^\/files\/(\d+)$/.exec(path);
    const file = given ? files[Number(given[1])] : pages.get(path);
    if (!isLocal(request) || isOfAnotherSite(request)) refuse(response, 403);
    else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405);
    else if (path === '/files.json') response.setHeader('Content-Type', 'application/json').end(JSON.stringify(files));
    else if (file === undefined) refuse(response, 404);
    else send(response, file, given ? 'application/octet-stream' : TYPES[extname(file)]);
  });
}

/** The files of the page by their addresses. */
function pageFiles(page: string): Map<string, string> {
  const names = readdirSync(page, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const known = names.filter((name) => extname(name) in TYPES);
  const pages = new Map(known.map((name) => [`/${name}`, join(page, name)]));
  return pages.set('/', join(page, 'index.html'));
}

/**
 * Whether a request names this computer. Others come from pages of other sites whose host name
 * resolves to this computer, and are refused.
 */
function isLocal({ headers }: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '');
}

/** Whether a page of another site sends a request. Links on other sites may still open the viewer. */
function isOfAnotherSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  return site !== 'same-origin' && site !== 'none' && headers['sec-fetch-mode'] !== 'navigate';
}

function send(response: ServerResponse, file: string, type: string): void {
  const stream = createReadStream(file);
  stream.once('open', () => response.setHeader('Content-Type', type));
  stream.once('error', () => refuse(response, 404));
  // A browser that goes away in the middle leaves no file open.
  response.once('close', () => stream.destroy());
  stream.pipe(response);
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status).end();
}
