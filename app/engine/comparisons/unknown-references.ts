import { sql } from 'kysely';
import type { Cursor } from '../../../connectors/contract.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { inAccount, inAnyAccount, type OfAccount } from '../../../platform/in-account.ts';
import { acrossAccounts, type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { enqueueAll, type JobPayload } from '../../base/job-queue.ts';
import type { StreamName } from '../../base/stream-names.ts';
import type { Engine } from '../../base/worker-context.ts';
import { closeIssues, openIssues } from '../../shared/issues/commands.ts';
import { referencesUnknown } from '../../shared/issues/types/connections.ts';
import { compareAccount } from './begin.ts';

/** As ours are derived (decision 37). What went out before they were is not looked for. */
const derived = /^CD-P?[0-9a-f]{24}$/;
/** Whoever names more has no need of ours to be wrong. */
const [mostOfPage, mostOfAccount] = [100, 1_000];

/** `numbers`: the order numbers that it carries there. */
export type OurReference = { reference: string; numbers: string[] | null };
type Named = { connectionId: number; stream: StreamName; cursor: Cursor | null };

/**
 * Notes which of the references that a page names are ours and were never sent from here, each once. The job that follows stops what
 * leaves of this account, and has it compared.
 */
export async function noteUnknown(tenant: Tenant, { connectionId, stream, cursor }: Named, named: OurReference[]): Promise<void> {
  const ours = [...new Map(named.filter(({ reference }) => derived.test(reference)).map((each) => [each.reference, each])).values()];
  if (ours.length === 0) return;

  const { rows } = await sql`
    insert into unknown_references (account_id, connection_id, reference, stream, place, order_numbers)
    select ${tenant.accountId}, ${connectionId}, n.reference, ${stream}, ${cursor && JSON.stringify(cursor)}::jsonb,
      coalesce(n.numbers, '{}')
    from (select reference, numbers from json_to_recordset(${JSON.stringify(ours)}::json) as n (reference text, numbers text[])
      where not ${isSent(tenant.accountId)} limit ${mostOfPage}) as n
    where (select count(*) from unknown_references where ${inAccount(tenant)}) < ${mostOfAccount}
    on conflict (account_id, connection_id, reference) do update set order_numbers = excluded.order_numbers
      where unknown_references.order_numbers = '{}'
    returning 1 as noted`.execute(tenant.db);
  if (rows.length > 0)
    await enqueueAll(tenant, [
      { name: 'comparisons:unknown', payload: { accountId: tenant.accountId }, key: `unknown:${tenant.accountId}` },
    ]);
}

/**
 * Whether `n.reference` is one of this account, through whatever connection. One that was freed (see references.ts) was sent and refused.
 * One range for both, since none of ours begins with another: of two conditions the planner reads all that were ever sent, for each.
 */
const isSent = (accountId: OfAccount['accountId']) => {
  const same = sql`x.reference between n.reference and n.reference || '~99999999999999999999'`;
  return sql`(exists (select 1 from warehouse_orders x where ${inAccount({ accountId }, 'x')} and ${same})
    or exists (select 1 from asns x where ${inAccount({ accountId }, 'x')} and ${same}))`;
};

/**
 * Compares an account with everything outside, as after a restore, because its warehouse names what was never sent from here. Once a
 * day in each life of the database: what is lost within one is nothing, and a warehouse that makes references up must not stop the
 * account for ever. What is left then, a person is told.
 */
export async function compareUnknown(
  { database }: Pick<Engine, 'database'>,
  { accountId }: JobPayload<'comparisons:unknown'>,
): Promise<void> {
  const noted = await withoutPerson(database, accountId, readNoted);
  const elsewhere = await sentByOthers(database, accountId, noted);
  await withoutPerson(database, accountId, async (tenant) => {
    await sql`delete from unknown_references where ${inAccount({ accountId })}
      and reference = any(${elsewhere}::text[])`.execute(tenant.db);
    if ((await forgetSent(tenant)) === 0) return;
    const { comparing, lately, now } = await readComparisons(tenant);
    if (comparing) return;
    if (lately) return tellOfUnknown(tenant);
    await compareAccount(tenant, { reason: { code: 'never_sent' }, since: now, known_until: now });
    await readFromThere(tenant);
    await enqueueAll(tenant, [{ name: 'comparisons:advance', payload: { accountId }, key: `comparison:${accountId}` }]);
  });
}

type Noted = Columns<'unknown_references', 'reference' | 'connection_id'>;

async function readNoted(tenant: Tenant): Promise<Noted[]> {
  const { rows } = await sql<Noted>`select reference, connection_id from unknown_references where ${inAccount(tenant)}
      and settled_at is null`.execute(tenant.db);
  return rows;
}

/** Those of another account that is, or was, connected to the same. */
async function sentByOthers(database: Database, accountId: number, noted: Noted[]): Promise<string[]> {
  if (noted.length === 0) return [];
  return acrossAccounts(database, async (db) => {
    const { rows } = await sql<Noted>`
      select distinct n.reference from unnest(${noted.map(({ reference }) => reference)}::text[],
        ${noted.map(({ connection_id }) => connection_id)}::bigint[]) as n (reference, connection_id)
      join connections mine on ${inAccount({ accountId }, 'mine')} and mine.id = n.connection_id
      join connections other on ${inAnyAccount('other')} and other.account_id <> mine.account_id and other.connector = mine.connector
        and (other.identities || other.past_identities) && mine.identities
      where ${isSent(sql`other.account_id`)}`.execute(db);
    return rows.map(({ reference }) => reference);
  });
}

/**
 * Whether it needs nobody, because the channel shows its order as over: what was sent and shipped since a dump comes back from the
 * channel as an order that is no longer sent.
 */
const isOver = (accountId: number) => sql`(
  exists (select 1 from orders o where ${inAccount({ accountId }, 'o')} and o.deleted_at is null
    and o.source_order_number = any(n.order_numbers)
    and o.warehouse_order_id is null and o.source_state in ('shipped', 'cancelled'))
  or exists (select 1 from purchase_orders p where ${inAccount({ accountId }, 'p')} and p.deleted_at is null
    and p.source_number = any(n.order_numbers) and p.source_state in ('closed', 'cancelled')
    and not exists (select 1 from asns a where ${inAccount({ accountId }, 'a')} and a.purchase_order_id = p.id)))`;

/** What is known by now needs nobody. Returns how many are left about which nobody has decided. */
async function forgetSent(tenant: Tenant): Promise<number> {
  await sql`delete from unknown_references n where ${inAccount(tenant, 'n')} and (${isSent(tenant.accountId)}
    or ${isOver(tenant.accountId)})`.execute(tenant.db);
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from unknown_references where ${inAccount(tenant)} and settled_at is null`.execute(tenant.db);
  return rows[0]?.left ?? 0;
}

type Comparisons = { comparing: boolean; lately: boolean; now: string };

async function readComparisons(tenant: Tenant): Promise<Comparisons> {
  const { rows } = await sql<Comparisons>`
    select exists (select 1 from comparisons where ${inAccount(tenant)} and finished_at is null) as comparing,
      exists (select 1 from comparisons where ${inAccount(tenant)} and life = (select database_life() from installation)
        and begun_at > now() - interval '1 day') as lately,
      now()::text as now`.execute(tenant.db);
  return rows[0] as Comparisons;
}

/** The page that named the first of them is read once more, when the channels were read. */
async function readFromThere(tenant: Tenant): Promise<void> {
  await sql`
    update comparisons p set places = p.places || n.places
    from (select connection_id, jsonb_object_agg(stream, place) as places from (
        select distinct on (connection_id, stream) connection_id, stream, place from unknown_references
        where ${inAccount(tenant)} and settled_at is null order by connection_id, stream, named_at) as first group by 1) as n
    where ${inAccount(tenant, 'p')} and p.connection_id = n.connection_id and p.finished_at is null`.execute(tenant.db);
}

type Told = Columns<'connections', 'id' | 'name'> & { references: Column<'unknown_references', 'reference'>[] };

/** Of those that no comparison explains a person is told, an issue for each warehouse. */
export async function tellOfUnknown(tenant: Tenant): Promise<void> {
  await forgetSent(tenant);
  const { rows } = await sql<Told>`
    select c.id, c.name, array(select n.reference from unknown_references n where ${inAccount(tenant, 'n')} and n.connection_id = c.id
      and n.settled_at is null order by n.named_at, n.reference) as references
    from connections c where ${inAccount(tenant, 'c')} and 'warehouse' = any(c.capabilities) order by c.id`.execute(tenant.db);
  for (const { id: connectionId, name: connection, references } of rows) {
    const issue = { connectionId, type: 'unknown_references' as const, subject: 'references' };
    if (references.length > 0) await openIssues(tenant, [{ ...issue, sentence: referencesUnknown(connection, references) }]);
    else await closeIssues(tenant, { connectionId, types: [issue.type], subjects: [issue.subject] });
  }
}
