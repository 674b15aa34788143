import { expect, test } from 'vitest';
import { addAccount } from '../test/build.ts';
import { testDatabase } from '../test/database.ts';
import { writeAudit } from './audit.ts';
import { inTenant, type Tenant } from './tenant.ts';
import { mustAudit } from './watch-writes.ts';

const own = testDatabase();

async function run(work: (tenant: Tenant) => Promise<unknown>): Promise<unknown> {
  const actor = await addAccount(own);
  return mustAudit('PUT /api/things', () => inTenant(own.database, actor, work));
}
const insert = ({ db, accountId }: Tenant) => db.insertInto('departments').values({ account_id: accountId, name: 'New' }).execute();
const record = (tenant: Tenant) => writeAudit(tenant, { verb: 'created', noun: 'department', record: { id: 1, name: 'New' } });

test('a call that writes to a table without an audit row fails, with the name of the table', async () => {
  await expect(run(insert)).rejects.toThrow('PUT /api/things changed departments and wrote no audit row.');
});

test('one that leaves an audit row, or changes nothing, does not', async () => {
  await run(async (tenant) => {
    await insert(tenant);
    await record(tenant);
  });
  await run(({ db, accountId }) => db.selectFrom('departments').select('id').where('account_id', '=', accountId).forUpdate().execute());
});
