import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Scope } from '../../people/keys/scopes.ts';
import { found, list, readRecord, reads, readV1 } from './call.ts';
import { inOrderOf, type Paged, paged, pageOfIds, row, withFields } from './page.ts';
import type { Caller } from './showing/buyers.ts';

type Condition = RawBuilder<unknown>;
type Conditions = { where: Condition[]; tests?: Condition[] };

/** A noun whose records are the rows of one table, by their ids, read in one statement. */
type Declared<S extends z.ZodRawShape, F extends z.ZodRawShape> = {
  path: `/v1/${string}`;
  scope: Scope;
  /** What the list and a record are, for the document. */
  summaries: { list: string; record: string };
  table: string;
  alias: string;
  record: z.ZodObject<S>;
  /** The filters of its list. */
  filters: F;
  conditions: (query: z.output<z.ZodObject<F>>, tenant: Tenant) => Conditions;
  /** What a record never is, as one that was deleted. */
  never?: Condition;
  /** The records of these ids as this caller may see them, in any order. */
  read: (tenant: Tenant, ids: number[], caller: Caller) => Promise<(z.output<z.ZodObject<S>> & { id: number })[]>;
};

/** Mounts the list of such a noun, and the call that reads one record. */
export function tableApi<S extends z.ZodRawShape, F extends z.ZodRawShape>(app: FastifyInstance, noun: Declared<S, F>): void {
  const { path, scope, summaries, record, filters, never = sql`false`, table, alias } = noun;
  const query = z.strictObject({ ...paged, ...filters });
  const listCall = reads(path, { summary: summaries.list, scope, query, reply: list(row(record)) });
  const recordCall = reads(`${path}/:id` as `/v1/${string}/:id`, { summary: summaries.record, scope, reply: record });
  readV1(app, listCall, async (tenant, given) => {
    const filtered = given.query as Paged & { fields?: string } & z.output<z.ZodObject<F>>;
    const { where, tests = [] } = noun.conditions(filtered, tenant);
    const { ids, next } = await pageOfIds(tenant, filtered, { table, alias, where: [sql`not (${never})`, ...where], tests });
    const rows = ids.length > 0 ? await noun.read(tenant, ids, given.session as Caller) : [];
    return { data: withFields(inOrderOf(ids, rows), filtered.fields, Object.keys(record.shape)), next } as never;
  });
  readRecord(app, recordCall, async (tenant, { params: { id }, session }) => {
    const { rows } = await sql`
      select from ${sql.table(table)} as ${sql.ref(alias)} where ${inAccount(tenant, alias)} and ${sql.ref(`${alias}.id`)} = ${id}
        and not (${never})`.execute(tenant.db);
    return found(rows[0] && (await noun.read(tenant, [id], session))[0]) as never;
  });
}
