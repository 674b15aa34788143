import { sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { AccountSettings, ListedTimezone } from './contract.ts';
import { timezones } from './timezones.ts';

/** The account's settings, locked against change with `lock`. */
export async function readAccount({ accountId, db }: Tenant, lock = false): Promise<AccountSettings> {
  const { rows } = await sql<AccountSettings>`
    select name, timezone, combine_orders, page_size, date_style, expiry_days, buyers_kept_days from accounts where id = ${accountId}
    ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0] as AccountSettings;
}

/** Every time zone with its offset now, as PostgreSQL counts it: days and time windows go by that. */
export async function listTimezones(tenant: Tenant): Promise<ListedTimezone[]> {
  const quarter = Math.floor(Date.now() / quarterMs);
  if (counted?.quarter !== quarter) counted = { quarter, zones: await countOffsets(tenant) };
  return counted.zones;
}

/** Clocks are put forward and back on a quarter of an hour. Each session of the database reads a file a zone, so they are counted once. */
const quarterMs = 15 * 60_000;
let counted: { quarter: number; zones: ListedTimezone[] } | undefined;

async function countOffsets({ db }: Tenant): Promise<ListedTimezone[]> {
  const { rows } = await sql<Pick<ListedTimezone, 'timezone' | 'offset'>>`
    select zone as timezone, (extract(epoch from (now() at time zone zone) - (now() at time zone 'UTC')) / 60)::int as "offset"
    from unnest(${timezones.map(({ timezone }) => timezone)}::text[]) as zone`.execute(db);
  const offsets = new Map(rows.map(({ timezone, offset }) => [timezone, offset]));
  return timezones.map((zone) => ({ ...zone, offset: offsets.get(zone.timezone) ?? 0 }));
}
