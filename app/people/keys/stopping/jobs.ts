import { sql } from 'kysely';
import { href } from 'react-router';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import type { JobHandlers } from '../../../base/job-queue.ts';
import { publish } from '../../notifications/publish.ts';

export const keysJobs: JobHandlers<'keys:paused'> = {
  'keys:paused': ({ accountId, userId }, { database }) => withoutPerson(database, accountId, (tenant) => tellOfPausedKeys(tenant, userId)),
};

/** Tells the admins which keys wait to be taken over, each once. */
async function tellOfPausedKeys(tenant: Tenant, makerId: number): Promise<void> {
  const { rows } = await sql<Columns<'api_keys', 'name'> & { maker: Column<'users', 'name'> }>`
    update api_keys k set pause_told_at = now() from users u
    where ${inAccount(tenant, 'k')} and k.made_by = ${makerId} and u.id = k.made_by and k.paused_at is not null and k.revoked_at is null
      and (k.pause_told_at is null or k.pause_told_at < k.paused_at)
    returning k.name, u.name as maker`.execute(tenant.db);
  const [first] = rows;
  if (!first) return;
  const keys = rows.map(({ name }) => name).sort();
  await publish(tenant, {
    kind: 'key_paused',
    sentence: { code: 'keys_paused', keys, maker: first.maker },
    path: href('/settings/api'),
  });
  notify(tenant, 'api_keys');
}
