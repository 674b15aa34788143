import type { Columns } from '../../../platform/columns.ts';
import type { Directory } from '../../people/accounts/people/directory.ts';
import type { SharedConnection } from './contract.ts';

type Mine = Columns<'connections', 'account_id' | 'slug' | 'name'>;

/** The names of live connections of these accounts that another account has too, by account. */
export async function sharedNames(directory: Directory, accountIds: number[]): Promise<Map<number, string[]>> {
  const rows = await directory.query<Mine>(`${sharing} select distinct account_id, slug, name from sharing order by account_id, slug`, [
    accountIds,
  ]);
  return new Map([...Map.groupBy(rows, (row) => row.account_id)].map(([id, mine]) => [id, mine.map(({ name }) => name)]));
}

const most = 200;

/** Each live connection of an account with the accounts that have it too, and as what; two hundred pairs at most. */
export async function listShared(directory: Directory, accountId: number): Promise<SharedConnection[]> {
  const rows = await directory.query<Mine & { other_id: number; other: string; as: string }>(
    `${sharing} select distinct s.account_id, s.slug, s.name, a.id as other_id, a.name as other, s.other_name as as
     from sharing s join accounts a on a.id = s.other_account order by s.slug, other, other_id, "as" limit ${most}`,
    [[accountId]],
  );
  return [...Map.groupBy(rows, ({ slug }) => slug)].map(([slug, pairs]) => ({
    slug,
    name: pairs[0]?.name ?? slug,
    others: pairs.map(({ other_id, other, as }) => ({ accountId: other_id, account: other, connection: as })),
  }));
}

/**
 * Connections that belong to the same, of the accounts `$1` and of another: their keys are equal, or one begins the other at a slash, as
 * `sharedKeys` of connectors/http/identity.ts decides within an account.
 */
const sharing = `
  with keys as (
    select account_id, slug, name, key from connections, unnest(identities) as key where disconnected_at is null),
  wholes as (
    select k.account_id, k.slug, k.name, array_to_string(parts[:n], '/') as whole
    from keys k, string_to_array(k.key, '/') as parts, generate_series(1, cardinality(parts)) as n),
  sharing as (
    select part.account_id, part.slug, part.name, whole.account_id as other_account, whole.name as other_name
    from wholes part join keys whole on whole.key = part.whole
    where part.account_id <> whole.account_id and part.account_id = any($1::bigint[])
    union
    select whole.account_id, whole.slug, whole.name, part.account_id, part.name
    from wholes part join keys whole on whole.key = part.whole
    where part.account_id <> whole.account_id and whole.account_id = any($1::bigint[]))`;
