import { type RawBuilder, sql } from 'kysely';
import { AccountParameter } from './account-parameter.ts';
import type { Reach } from './nodes/lost-nodes.ts';

/** Whose rows: a tenant's, or of the account that a prepared statement has a place for. */
export type OfAccount = { accountId: number | RawBuilder<unknown> };

/**
 * The condition that a table's rows are the account's. Each table of a statement has one, joined ones too, by the name that it has there:
 * `` from orders o join issues i on ${inAccount(tenant, 'i')} and i.order_id = o.id where ${inAccount(tenant, 'o')} ``. Row-level security
 * would hide the others all the same; a value by which rows are looked up tells the database which they are before it reads any, and a
 * database of several nodes where they lie. All of a statement are one parameter. `test/statements` holds every statement to it.
 */
export function inAccount({ accountId }: OfAccount, table?: string): RawBuilder<boolean> {
  const account = typeof accountId === 'number' ? new AccountParameter(accountId) : accountId;
  return table === undefined ? sql<boolean>`account_id = ${account}` : sql<boolean>`${sql.ref(table)}.account_id = ${account}`;
}

/**
 * Says of a table that the rows of whichever account are meant, as far as a policy shows them: to a scheduler, or to a super admin who
 * looks for what waits in all accounts. It limits nothing.
 */
export const inAnyAccount = (_table?: string): RawBuilder<boolean> => sql<boolean>`true`;

/** The same of a scheduler whose work goes on without the accounts of a database node that is lost: see `acrossAccounts`. */
export const inReach = (reach: Reach, table?: string): RawBuilder<boolean> =>
  reach === null
    ? inAnyAccount(table)
    : sql<boolean>`${sql.ref(table === undefined ? 'account_id' : `${table}.account_id`)} = any(${reach}::bigint[])`;
