import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { collectDefaultMetrics } from 'prom-client';
import type { Database } from '../db.ts';
import { BadEnvironment } from '../env.ts';
import type { Log } from '../log.ts';
import { poolConnections, poolWaiting, registry } from './registry.ts';

type Served = {
  /** 0 means any free port. */
  port: number;
  database: Database;
  /** Further pools of this process, by the name that they have in the metrics. */
  pools?: Record<string, pg.Pool>;
  log: Log;
  /** What is read of elsewhere before each reply. */
  refresh?: () => Promise<void>;
};

/**
 * Serves `/metrics` of this process on the loopback address alone: they are for a collector on the same machine, and have no sign-in.
 * @throws BadEnvironment when the port is taken
 */
export async function serveMetrics({
  port,
  database,
  pools = {},
  log,
  refresh,
}: Served): Promise<{ port: number; stop: () => Promise<void> }> {
  if (!registry.getSingleMetric('nodejs_eventloop_lag_seconds')) collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void reply.writeHead(404).end();
    notePools(database, pools);
    // What this process knows itself is worth most when the database is away.
    await refresh?.().catch((error) => log.warn({ error }, 'the gauges of the database were not read'));
    reply.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(await registry.metrics());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new BadEnvironment(`METRICS_PORT ${port} is taken by another program or process: choose another one for this process.`);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function notePools({ pool, readers, copies, scheduler }: Database, others: Record<string, pg.Pool>): void {
  for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries({ pool, readers, copies, scheduler, ...others })) {
    poolConnections.set({ pool: name, state: 'idle' }, idleCount);
    poolConnections.set({ pool: name, state: 'used' }, totalCount - idleCount);
    poolWaiting.set({ pool: name }, waitingCount);
  }
}
