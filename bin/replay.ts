import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportOrders } from '../app/screens/demo/report.ts';
import { openDatabase } from '../platform/db.ts';
import { steadyClient } from '../platform/steady.ts';
import { withoutPerson } from '../platform/tenant.ts';
import { replayCommand } from '../sandbox/retail/replay-command.ts';
import { dataFolder } from './stop.mjs';

/** `npm run demo:replay`: replays a sales file through the running demo, and with --report holds it against Crossdock. */
process.exitCode = await replayCommand(process.argv.slice(2), { readCrossdock, runningSandbox }).catch((error: Error) => {
  console.error(error.message);
  return 1;
});

/** The demo has sold the first of the file already, some of it through ChannelAdvisor. */
async function readCrossdock() {
  const url = await runningDatabase();
  const accountId = await demoAccount(url);
  const database = openDatabase({ url, connections: 1, name: 'crossdock-report' });
  try {
    return await withoutPerson(database, accountId, (tenant) => reportOrders(tenant, ['ship_station', 'channel_advisor']));
  } finally {
    await database.close();
  }
}

async function runningSandbox(): Promise<string> {
  return (await running<{ origin: string }>('sandbox')).origin;
}

async function runningDatabase(): Promise<string> {
  return (await running<{ url: string }>('database')).url;
}

/** What `npm start` wrote of its part. */
async function running<T>(part: 'sandbox' | 'database'): Promise<T> {
  const text = await readFile(join(dataFolder, `${part}.json`), 'utf8').catch(() => {
    throw new Error(`No ${part} is running in ${dataFolder}: run npm start first, with the same CROSSDOCK_DATA.`);
  });
  return JSON.parse(text) as T;
}

async function demoAccount(url: string): Promise<number> {
  const client = steadyClient(url);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "select account_id as id from connections where slug = 'ship_station' order by account_id limit 1",
  );
  await client.end();
  const [row] = rows;
  if (!row) throw new Error('The demo account has no ShipStation connection.');
  return Number(row.id);
}
