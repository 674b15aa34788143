import { createServer } from 'node:http';
import { setPriority } from 'node:os';
import pg from 'pg';
import { steadyPool } from '../../platform/steady.ts';
import type { Attack, Done, Order, Stage } from './attack.ts';
import { callerOf } from './caller.ts';
import { inputs } from './inputs.ts';

await serve(JSON.parse(process.argv[2] ?? '') as Stage);

async function serve(stage: Stage): Promise<void> {
  // In life it has a machine of its own. With the same priority as the product p99 is up to 3.8 times that of idle, on two cores.
  setPriority(19);
  const prepared = await prepare(stage);
  process.on('message', async ({ name, ms, hostile }: Order) => {
    const done = await run({ ...prepared, hostile, call: callerOf(hostile) }, name, ms).catch((error: Error) => ({
      error: `${name}: ${error.stack}`,
    }));
    process.send?.(done);
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

async function run(attack: Attack, name: string, ms: number): Promise<Done> {
  const input = inputs.find((each) => each.name === name);
  if (!input) throw new Error('There is no such input.');
  const until = performance.now() + ms;
  const statuses: Record<number, number> = {};
  let rounds = 0;
  do {
    for (const status of await input.send(attack)) statuses[status] = (statuses[status] ?? 0) + 1;
    rounds += 1;
  } while (performance.now() < until);
  return { statuses, rounds, wrong: (await input.after?.(attack)) ?? [] };
}

async function prepare(stage: Stage): Promise<Omit<Attack, 'hostile' | 'call'>> {
  const reply: Attack['reply'] = { type: 'text/csv', body: Buffer.from('order,date,sku\n') };
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-type': reply.type }).end(reply.body);
  });
  await new Promise<void>((listening) => server.listen(Number(new URL(stage.outside).port), '127.0.0.1', listening));
  const pool = steadyPool(new pg.Pool({ connectionString: stage.databaseUrl, max: 1 }));
  return { ...stage, reply, asked, read: async (text, values) => (await pool.query(text, values)).rows };
}
