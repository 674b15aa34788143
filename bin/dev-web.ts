import { createServer as createHttpServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import { type Environment, readEnvironment } from '../platform/env.ts';
import { createLog, type Log } from '../platform/log.ts';

type Web = { stop: () => Promise<void>; port: number };

/** Changes of these files restart the server; pages and styles reload in the browser by themselves. */
const serverSource = /[\\/](app|connectors|platform|db)[\\/].*(?<!\.(test|e2e))\.(ts|sql)$/;

const env = readEnvironment(process.env);
const log = createLog(env);
const front = createHttpServer();
// Browsers talk to Vite's server; it proxies everything else to the product, on another port.
const vite = await createServer({ server: { middlewareMode: true, hmr: { server: front } }, appType: 'custom', clearScreen: false });
let web = await startWeb(vite, env, log);
let reloading: Promise<void> | undefined;

front.on('request', ((incoming, outgoing) =>
  vite.middlewares(incoming, outgoing, () => handOn(incoming, outgoing))) satisfies RequestListener);
front.listen(env.port, env.host, () => process.send?.({ ready: true, port: env.port }));

vite.watcher.on('change', (path) => {
  if (!serverSource.test(path) || reloading) return;
  reloading = reload().finally(() => {
    reloading = undefined;
  });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    front.close();
    front.closeAllConnections();
    await Promise.all([web.stop(), vite.close()]);
    process.exit(0);
  });
}

async function startWeb(vite: ViteDevServer, env: Environment, log: Log): Promise<Web> {
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no server environment to run the product in.');
  const { startWeb } = await ssr.runner.import('/app/server.ts');
  return startWeb({ ...env, host: '127.0.0.1', port: 0 }, log);
}

/** If the new code fails to start, the last good server stays. */
async function reload(): Promise<void> {
  try {
    const next = await startWeb(vite, env, log);
    await web.stop();
    web = next;
    log.info('The server was reloaded.');
  } catch (error) {
    log.error({ err: error }, 'The changed server does not start; the one before goes on');
  }
}

function handOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const forward = request({ host: '127.0.0.1', port: web.port, method, path: url, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  forward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forward.destroy());
  incoming.pipe(forward);
}
