import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type DiscussedName, discussedNames, type NounName, nouns, recordTypeOf } from '../../base/nouns.ts';
import type { Commented } from './record.ts';

/**
 * How a noun's record is found that people comment on and assign: its name, and the rows that there are, as `orders where deleted_at is
 * null`.
 */
export type DiscussedNoun = { name: RawBuilder<unknown>; from: RawBuilder<unknown> };
export type DiscussedNouns = Readonly<Record<NounName, { discussed: DiscussedNoun | null }>>;

export type FoundRecord = Commented & { name: string; noun: string; path: string };

/** The record that is commented on, with its page. @throws Refusal 404 when this account has none of this id, or nobody comments on such */
export const requireRecord = (tenant: Tenant, all: DiscussedNouns, record: Commented): Promise<FoundRecord> =>
  required(findRecord(tenant, all, record), record);

/** The same, locked until the transaction ends. @throws Refusal 404 */
export const lockRecord = (tenant: Tenant, all: DiscussedNouns, record: Commented): Promise<FoundRecord> =>
  required(findRecord(tenant, all, record, sql`for no key update`), record);

async function required(finding: Promise<FoundRecord | undefined>, record: Commented): Promise<FoundRecord> {
  const found = await finding;
  if (!found) throw refuse(404, 'not_found', `This ${nouns[nounOf(record)].one} does not exist.`);
  return found;
}

/** The same; undefined where it is not there, or no longer. */
export async function findRecord(
  tenant: Tenant,
  all: DiscussedNouns,
  { type, id }: Commented,
  lock: RawBuilder<unknown> = sql``,
): Promise<FoundRecord | undefined> {
  const of = nounOf({ type });
  const { discussed } = all[of];
  const { one, pathOf } = nouns[of];
  const { rows } = discussed
    ? await sql<Pick<FoundRecord, 'id' | 'name'>>`
        select id, ${discussed.name} as name from ${discussed.from} and ${inAccount(tenant)} and id = ${id} ${lock}`.execute(tenant.db)
    : { rows: [] };
  return rows[0] && { ...rows[0], type, noun: one, path: pathOf(id) };
}

/** What it is a record of. */
export const nounOf = ({ type }: Pick<Commented, 'type'>): DiscussedName =>
  discussedNames.find((name) => recordTypeOf(name) === type) ?? 'orders';
