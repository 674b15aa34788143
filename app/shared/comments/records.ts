import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { discussedNames, type NounName, nouns, recordTypeOf } from '../../base/nouns.ts';
import type { Commented } from './record.ts';

/**
 * How a noun's record is found that people comment on and assign: its name, and the rows that there are, as `orders where deleted_at is
 * null`.
 */
export type DiscussedNoun = { name: RawBuilder<unknown>; from: RawBuilder<unknown> };
export type DiscussedNouns = Readonly<Record<NounName, { discussed: DiscussedNoun | null }>>;

export type FoundRecord = Commented & { name: string; noun: string; path: string };

/** The record that is commented on, with its page. @throws Refusal 404 when this account has none of this id, or nobody comments on such */
export async function requireRecord(tenant: Tenant, all: DiscussedNouns, record: Commented): Promise<FoundRecord> {
  const found = await findRecord(tenant, all, record);
  if (!found) throw refuse(404, 'not_found', `This ${nouns[nounOf(record)].one} does not exist.`);
  return found;
}

/** The same; undefined where it is not there, or no longer. */
export async function findRecord(tenant: Tenant, all: DiscussedNouns, { type, id }: Commented): Promise<FoundRecord | undefined> {
  const of = nounOf({ type });
  const { discussed } = all[of];
  const { one, pathOf } = nouns[of];
  const { rows } = discussed
    ? await sql<Pick<FoundRecord, 'id' | 'name'>>`
        select id, ${discussed.name} as name from ${discussed.from} and ${inAccount(tenant)} and id = ${id}`.execute(tenant.db)
    : { rows: [] };
  return rows[0] && { ...rows[0], type, noun: one, path: pathOf(id) };
}

/** What it is a record of. */
export const nounOf = ({ type }: Pick<Commented, 'type'>) => discussedNames.find((name) => recordTypeOf(name) === type) ?? 'orders';
