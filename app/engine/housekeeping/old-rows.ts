import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { inSets } from '../../../platform/in-sets.ts';
import type { KeepDays } from '../../../platform/keep-days.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { endUnlistedLinks } from '../../nouns/links/listings/unlisted-links.ts';
import { deleteOldReplies } from '../../people/keys/repeating/old-replies.ts';
import { deleteOldMails, deleteOldNotifications } from '../../people/notifications/mails/old-notifications.ts';
import { slimSentEffects } from '../../shared/outbox/slim.ts';
import { deleteOldEvents } from '../../shared/webhooks/events/old-events.ts';
import { deleteOldStockChanges } from './old-stock-changes.ts';
import { oldTags } from './old-tags.ts';

const atOnce = 5_000;

/**
 * Deletes what an account's streams left at which nobody looks any longer, what sent effects kept for their sending, and links that no list
 * shows, in short transactions. Of the stock of each place the last change before that time stays: the curve begins with it. A sent effect
 * stays, with the key that keeps it from being sent again.
 */
export async function deleteOldRows(database: Database, accountId: number, keep: KeepDays): Promise<void> {
  const statements = [
    oldDeliveries(accountId, keep.webhooks),
    slimSentEffects(accountId, atOnce),
    deleteOldEvents(accountId, atOnce),
    deleteOldReplies(accountId, atOnce),
    deleteOldNotifications(accountId, atOnce),
    deleteOldMails(accountId, atOnce),
    ...oldTags(accountId, atOnce),
  ];
  const someAtOnce = (touch: (tenant: Tenant) => Promise<number>) => inSets(database, accountId, atOnce, touch);
  for (const statement of statements) await someAtOnce(async ({ db }) => Number((await statement.execute(db)).numAffectedRows ?? 0n));
  await someAtOnce((tenant) => deleteOldStockChanges(tenant, keep.stockChanges, atOnce));
  await inSets(database, accountId, linksAtOnce, (tenant) => endUnlistedLinks(tenant, linksAtOnce));
  await someAtOnce((tenant) => deletedBy(tenant, sql`delete_old_audit(${keep.audit}, ${atOnce})`));
  await someAtOnce((tenant) => deletedBy(tenant, sql`delete_old_agents(${agentDays}, ${atOnce})`));
}

/** Whoever unlinks a listing locks its product: so few at a time. */
const linksAtOnce = 200;

/** For so long Settings lists an agent that has ended, with its last calls. The audit says for longer who connected it. */
const agentDays = 90;

/** The audit and the keys are the owner's: its functions delete old ones alone. */
async function deletedBy({ db }: Tenant, deletes: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`select ${deletes}::int as deleted`.execute(db);
  return rows[0]?.deleted ?? 0;
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;

/** A webhook that was handled only says what was read long ago. */
const oldDeliveries = (accountId: number, days: number): RawBuilder<unknown> => sql`
  delete from webhook_deliveries where ${inAccount({ accountId })} and id in (
    select id from webhook_deliveries where ${inAccount({ accountId })} and handled_at < ${daysAgo(days)} order by id
      limit ${atOnce})`;
