import type { Connector, Result } from '../contract.ts';
import { identityKey } from '../http/identity.ts';
import type { NetsuiteClient, RecordName } from './client.ts';
import { fromWall, toWall } from './clock.ts';
import { type Opened, opened } from './opened.ts';
import { newest } from './queries.ts';
import { because } from './reasons.ts';
import { rejected } from './refusals.ts';
import { hidesUnits } from './related.ts';
import * as wire from './wire.ts';

const used: [RecordName, string][] = [
  ['salesOrder', 'sales orders'],
  ['itemFulfillment', 'item fulfilments'],
  ['purchaseOrder', 'purchase orders'],
  ['itemReceipt', 'item receipts'],
];

/** The connection test: signs in, says which permissions lack, and compares SuiteQL's clock with that of the records. */
export const identify: Connector['identify'] = async (session) => {
  const connection = opened(session);
  const { client, accountId, subsidiary } = connection;
  const clock = await client.serverTime();
  if (!clock.ok) return clock;
  // Only administrators may ask how many requests may run at once; for all others the refusals have to tell.
  await client.governance();
  const lacking: string[] = [];
  for (const [name, words] of used) {
    const allowed = await client.anyOf(name);
    if (!allowed.ok && allowed.failure.kind !== 'forbidden') return allowed;
    if (!allowed.ok) lacking.push(words);
  }
  if (lacking.length === used.length)
    return {
      ok: false,
      failure: { kind: 'forbidden', reason: because({ code: 'netsuite.sees_no_orders' }) },
    };
  const wrong = await zoneProblem(connection, clock.value.serverTime, lacking);
  if (!wrong.ok) return wrong;
  if (await hidesUnits(client)) lacking.push('units of measure');
  const detail = lacking.length === 0 ? {} : { detail: `The role may not see ${lacking.join(', ')}.` };
  return { ok: true, value: { name: `NetSuite ${accountId}`, ...detail, keys: [keyOf(accountId, subsidiary)] } };
};

/** The account, as its host is named, or a subsidiary of it. Without a chosen one all are read. */
const keyOf = (accountId: string, subsidiary: string) =>
  identityKey(
    'netsuite',
    'account',
    accountId.toLowerCase().replaceAll('_', '-'),
    ...(subsidiary === '' ? [] : ['subsidiary', subsidiary]),
  );

const days = 24 * 3_600_000;

/** A record says in UTC when it was changed, SuiteQL by the clock of the account: with the right zone both are the same moment. */
async function zoneProblem({ client, zone }: Opened, now: Date, lacking: string[]): Promise<Result<null>> {
  const [type, name] = lacking.includes('sales orders') ? (['PurchOrd', 'purchaseOrder'] as const) : (['SalesOrd', 'salesOrder'] as const);
  const found = await client.query(newest(type, toWall(zone, new Date(now.getTime() - 30 * days))), 1);
  if (!found.ok) return found;
  const row = wire.place.safeParse(found.value.rows[0]).data;
  if (!row) return { ok: true, value: null };
  const changed = await recordChange(client, name, row.id);
  if (!changed.ok || changed.value === null) return changed.ok ? { ok: true, value: null } : changed;
  const read = fromWall(zone, row.modified);
  const apart = Math.abs((read?.getTime() ?? 0) - changed.value.getTime());
  if (apart < 2 * 60_000) return { ok: true, value: null };
  const utc = changed.value.toISOString().slice(0, 19).replace('T', ' ');
  return rejected('invalid', { code: 'netsuite.other_zone', zone, shown: row.modified, utc }, 'time_zone');
}

async function recordChange(client: NetsuiteClient, name: RecordName, id: string): Promise<Result<Date | null>> {
  const record = await client.record(name, id);
  if (!record.ok) return record;
  return { ok: true, value: record.value.lastModifiedDate ? new Date(record.value.lastModifiedDate) : null };
}
