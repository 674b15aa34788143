import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import {
  type DiscussedName,
  discussedNames,
  type NounName,
  nouns,
  type RecordTypeOf,
  recordTypeOf,
  type TaggedName,
  taggedNames,
} from '../../base/nouns.ts';
import type { Commented } from './record.ts';

/**
 * How a noun's record is found that people comment on, assign or put tags on: its name, and the rows that there are, as `orders where
 * deleted_at is null`.
 */
export type DiscussedNoun = { name: RawBuilder<unknown>; from: RawBuilder<unknown> };
export type DiscussedNouns = Readonly<Record<NounName, { discussed: DiscussedNoun | null }>>;

type Type = RecordTypeOf<TaggedName>;
type Recorded<Of extends Type> = { type: Of; id: number };
export type FoundRecord<Of extends Type = Commented['type']> = Recorded<Of> & { name: string; noun: string; path: string };

/** The record that is commented on, with its page. @throws Refusal 404 when this account has none of this id, or nobody comments on such */
export const requireRecord = (tenant: Tenant, all: DiscussedNouns, record: Commented): Promise<FoundRecord> =>
  required(findRecord(tenant, all, record), record);

/** The same, locked until the transaction ends. @throws Refusal 404 */
export const lockRecord = <Of extends Type>(tenant: Tenant, all: DiscussedNouns, record: Recorded<Of>): Promise<FoundRecord<Of>> =>
  required(findRecord(tenant, all, record, sql`for no key update`), record);

async function required<Of extends Type>(finding: Promise<FoundRecord<Of> | undefined>, { type }: Recorded<Of>): Promise<FoundRecord<Of>> {
  const found = await finding;
  if (!found) throw refuse(404, 'not_found', `This ${nouns[anyNounOf(type)].one} does not exist.`);
  return found;
}

/** The same; undefined where it is not there, or no longer. */
export async function findRecord<Of extends Type>(
  tenant: Tenant,
  all: DiscussedNouns,
  { type, id }: Recorded<Of>,
  lock: RawBuilder<unknown> = sql``,
): Promise<FoundRecord<Of> | undefined> {
  const of = anyNounOf(type);
  const { discussed } = all[of];
  const { one, pathOf } = nouns[of];
  const { rows } = discussed
    ? await sql<Pick<FoundRecord, 'id' | 'name'>>`
        select id, ${discussed.name} as name from ${discussed.from} and ${inAccount(tenant)} and id = ${id} ${lock}`.execute(tenant.db)
    : { rows: [] };
  return rows[0] && { ...rows[0], type, noun: one, path: pathOf(id) };
}

const anyNounOf = (type: Type): TaggedName => taggedNames.find((name) => recordTypeOf(name) === type) ?? 'orders';

/** What it is a record of. */
export const nounOf = ({ type }: Pick<Commented, 'type'>): DiscussedName =>
  discussedNames.find((name) => recordTypeOf(name) === type) ?? 'orders';
