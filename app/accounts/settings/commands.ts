import { writeAudit } from '../../../platform/audit.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { AccountSettings } from './contract.ts';
import { readAccount } from './queries.ts';
import { isTimezone } from './timezones.ts';

/** Changes the given settings of the account. @throws Invalid for a time zone that there is not */
export async function saveAccount(tenant: Tenant, change: Partial<AccountSettings>): Promise<void> {
  const from = await readAccount(tenant, true);
  const to = { ...from, ...change };
  // One that it has already stays, also where it is an older name of a zone.
  if (to.timezone !== from.timezone && !isTimezone(to.timezone)) throw invalid({ timezone: ['Choose a time zone from the list.'] });
  await tenant.db.updateTable('accounts').set(to).where('id', '=', tenant.accountId).execute();
  await writeAudit(tenant, { verb: 'changed', noun: 'account', record: { id: tenant.accountId, name: to.name }, from, to });
}
