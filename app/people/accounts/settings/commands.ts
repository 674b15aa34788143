import { invalid } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
import { enqueue } from '../../../base/job-queue.ts';
import type { AccountSettings } from './contract.ts';
import { readAccount } from './queries.ts';
import { isTimezone } from './timezones.ts';

const accounts: ChangeNoun = { name: 'account' };

type Settings = Partial<AccountSettings>;

/**
 * Changes the given settings of the account. @throws Invalid for a time zone that there is not; Refusal 409 where one is not what it `was`
 */
export async function saveAccount(tenant: Tenant, { was = {}, ...change }: Settings & { was?: Settings | undefined }): Promise<void> {
  const from = await readAccount(tenant, true);
  for (const field of typedKeys(change))
    await requireUnchanged<unknown>(
      tenant,
      { noun: accounts, recordId: tenant.accountId, fields: [field] },
      { was: was[field], now: from[field], to: change[field] },
      ({ who, on }) => `${who} changed ${sentences[field](from)}${on}.`,
    );
  const to = { ...from, ...change };
  // One that it has already stays, also where it is an older name of a zone.
  if (to.timezone !== from.timezone && !isTimezone(to.timezone)) throw invalid({ timezone: ['Choose a time zone from the list.'] });
  await tenant.db.updateTable('accounts').set(to).where('id', '=', tenant.accountId).execute();
  if (to.expiry_days !== from.expiry_days) await enqueue(tenant, 'stock:lots', {}, { key: `lots:${tenant.accountId}` });
  await recordChange(tenant, accounts, { record: { id: tenant.accountId, name: to.name }, was: from, is: to });
}

const typedKeys = (change: Settings) => Object.keys(change) as (keyof AccountSettings)[];

/** What each setting is now, in words. */
const sentences: Record<keyof AccountSettings, (now: AccountSettings) => string> = {
  name: ({ name }) => `the name to “${name}”`,
  timezone: ({ timezone }) => `the time zone to ${timezone}`,
  combine_orders: ({ combine_orders }) => `the combining of orders to ${combine_orders ? 'on' : 'off'}`,
  page_size: ({ page_size }) => `the rows on a page to ${page_size}`,
  expiry_days: ({ expiry_days }) => `the days before expiry to ${expiry_days}`,
  buyers_kept_days: ({ buyers_kept_days }) => `the days for which buyers are kept to ${buyers_kept_days ?? 'as many as a channel allows'}`,
  date_style: ({ date_style }) => `the date style to ${date_style.replace('_', ' ')}`,
};
