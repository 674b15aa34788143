import { sql } from 'kysely';
import type { Delivery } from '../../../../connectors/contract.ts';
import { connectors } from '../../../../connectors/index.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount, inAnyAccount } from '../../../../platform/in-account.ts';
import { acrossAccounts, type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { takeNotices } from './notices.ts';

/** How a vendor proves what it says of any shop. @throws Refusal 404 where it has no such address */
export function hintsForAll({ applications }: Engine, name: string) {
  const hints = connectors.find((connector) => connector.name === name)?.applicationHints;
  const application = Object.hasOwn(applications, name) ? applications[name] : undefined;
  if (!hints || !application) throw refuse(404, 'not_found', 'There is nothing at this address.');
  return hints(application);
}

/**
 * Takes what a vendor says of any shop that consented to our application: it is kept for each connection that belongs to that shop,
 * whoever's it is, those that were disconnected too. One that consented again is not erased.
 * @throws Refusal 404 where the vendor has no such address, 401, 429
 */
export async function receiveForAll(engine: Engine, name: string, delivery: Delivery): Promise<void> {
  const { database } = engine;
  const verdict = hintsForAll(engine, name).receive(delivery);
  if (!verdict.ok) throw refuse(401, 'not_verified', verdict.reason);
  const { rows } = await acrossAccounts(database, (db) =>
    sql<Columns<'consented_shops', 'account_id' | 'connection_id'>>`
      select account_id, connection_id from consented_shops where ${inAnyAccount()} and key = ${verdict.of}
      order by account_id, connection_id`.execute(db),
  );
  for (const { account_id: accountId, connection_id: id } of rows)
    await withoutPerson(database, accountId, async (tenant) => {
      const isBack = await isConsentedAgain(tenant, id);
      await takeNotices(tenant, { id }, isBack ? verdict.notices.filter(({ kind }) => kind !== 'erase_shop') : verdict.notices);
    });
}

/**
 * Whether a live connection has access by a consent that came after our application was removed: it was connected, or its vendor replied
 * to it, within a day. The vendor asks two days after the removal, and one that nobody consented to since has had no reply for as long.
 * Source: shopify.dev/docs/apps/build/compliance/privacy-law-compliance
 */
async function isConsentedAgain(tenant: Tenant, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from connections where ${inAccount(tenant)} and id = ${id} and disconnected_at is null
      and coalesce(last_ok_at, finds_sold_before) > now() - interval '1 day'`.execute(tenant.db);
  return rows.length > 0;
}
