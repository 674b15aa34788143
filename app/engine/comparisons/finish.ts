import { sql } from 'kysely';
import type { Column } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { tellOfShippedElsewhere } from '../../nouns/order-flow/intake/shipped-elsewhere.ts';
import { queueStock } from '../../nouns/stock-out/queue.ts';
import { enqueueMail } from '../../people/notifications/publish.ts';
import { wakeConnection } from '../../shared/connections/streams/wake.ts';
import { doubtConfirmations } from '../../shared/outbox/doubt.ts';
import { finishRun } from '../../shared/runs/commands.ts';
import { storeReport } from './report.ts';
import { tellOfUnknown } from './unknown-references.ts';

type Ended = { run_id: Column<'comparisons', 'run_id'>; known_until: string };

/** Ends the comparison of these connections: what waits is sent from now on, and a report says what was found. */
export async function finish(tenant: Tenant, connectionIds: number[]): Promise<void> {
  const { rows } = await sql<Ended>`
    with ended as (
      update comparisons set finished_at = now() where ${inAccount(tenant)} and connection_id = any(${connectionIds}::bigint[])
      returning run_id, known_until
    )
    select run_id, known_until::text as known_until from ended`.execute(tenant.db);
  const [first] = rows;
  if (!first) return;
  await tellOfShippedElsewhere(tenant, connectionIds);
  await doubtConfirmations(tenant, connectionIds);
  const unmailed = await mailNothingTwice(tenant);
  // The channels may have been told of stock that is not so.
  await queueStock(tenant, { meant: sql`cp.connection_id = any(${connectionIds}::bigint[])` }, { anew: true });
  // They may send their hints elsewhere by now.
  await sql`update connections set hints_base = null, hints_tried_at = null where ${inAccount(tenant)}
    and id = any(${connectionIds}::bigint[])`.execute(tenant.db);
  await tellOfUnknown(tenant);
  if (first.run_id !== null)
    await finishRun(tenant, first.run_id, 'done', await storeReport(tenant, first.run_id, first.known_until, unmailed));
  for (const id of connectionIds) await wakeConnection(tenant, id);
  await enqueueMail(tenant, new Date());
}

/**
 * What was to be mailed when the database was restored, and what came of reading everything again, may have been mailed: it is in the bell
 * alone.
 */
async function mailNothingTwice(tenant: Tenant): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update notifications n set by_mail = false where ${inAccount(tenant, 'n')} and n.by_mail and (n.mail_id is null
      or exists (select from notification_mails m where ${inAccount(tenant, 'm')} and m.id = n.mail_id
        and m.ended_at is null))`.execute(tenant.db);
  // Those that were written since it began are mailed: nobody has.
  await sql`update support_messages m set mailed_at = now() where ${inAccount(tenant, 'm')} and m.mailed_at is null
    and m.created_at < (select max(begun_at) from comparisons where ${inAccount(tenant)})`.execute(tenant.db);
  await sql`update notification_mails set ended_at = now() where ${inAccount(tenant)} and ended_at is null`.execute(tenant.db);
  return Number(numAffectedRows);
}
