import { sql } from 'kysely';
import type { Delivery } from '../../../../connectors/contract.ts';
import { connectors } from '../../../../connectors/index.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAnyAccount } from '../../../../platform/in-account.ts';
import { acrossAccounts, inTenant } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { takeNotices } from './notices.ts';

/**
 * Takes what a vendor says of any shop that consented to our application: it is kept for each connection that belongs to that shop,
 * whoever's it is, those that were disconnected too. @throws Refusal 404 where the vendor has no such address, 401, 429
 */
export async function receiveForAll({ database, applications }: Engine, name: string, delivery: Delivery): Promise<void> {
  const hints = connectors.find((connector) => connector.name === name)?.applicationHints;
  const application = Object.hasOwn(applications, name) ? applications[name] : undefined;
  if (!hints || !application) throw refuse(404, 'not_found', 'There is nothing at this address.');
  const verdict = hints(application).receive(delivery);
  if (!verdict.ok) throw refuse(401, 'not_verified', verdict.reason);
  const { rows } = await acrossAccounts(database, (db) =>
    sql<Columns<'consented_shops', 'account_id' | 'connection_id'>>`
      select account_id, connection_id from consented_shops where ${inAnyAccount()} and key = ${verdict.of}
      order by account_id, connection_id`.execute(db),
  );
  for (const { account_id: accountId, connection_id: id } of rows)
    await inTenant(database, { accountId, userId: null }, (tenant) => takeNotices(tenant, { id }, verdict.notices));
}
