import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ImportEntity, ImportJob } from '../../../shared/imports/entity.ts';
import { applyLinks } from './apply.ts';
import { linkColumns, readChannel } from './columns.ts';
import { followImport } from './follow.ts';
import { currentLinks, judgeLinks } from './judge.ts';
import { undoLinks } from './undo.ts';

/** Files of the links of one channel: what each of its SKUs is in the warehouse, and how many units a sale takes. */
export const linksEntity: ImportEntity = {
  ...{ name: 'links', number: 4 },
  columns: linkColumns,
  isOfConnection: true,
  notRead: ['title', 'product_name'],
  prepare: async (tenant, job) => ({ channel: readChannel(await channelOf(tenant, job)) }),
  judge: judgeLinks,
  current: currentLinks,
  apply: applyLinks,
  undo: undoLinks,
  async after(tenant, job) {
    const followed = await followImport(tenant, job);
    notify(tenant, 'issues');
    notify(tenant, 'products');
    return followed;
  },
};

async function channelOf(tenant: Tenant, { connectionId }: ImportJob): Promise<Columns<'connections', 'name' | 'slug'>> {
  const { rows } = await sql<Columns<'connections', 'name' | 'slug'>>`
    select name, slug from connections where ${inAccount(tenant)} and id = ${connectionId}`.execute(tenant.db);
  return rows[0] ?? { name: '', slug: '' };
}
