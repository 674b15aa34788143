import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import { changeRoute, readRoute, route } from '../../../platform/http/route.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { nouns } from '../../base/nouns.ts';
import type { BulkNoun } from '../runs/bulk/noun.ts';
import { prepareBulk, selectionOf, startBulk } from '../runs/bulk/start.ts';
import type { NounCalls } from './calls.ts';
import { recordUndoable, type Undoable } from './record-undoable.ts';

type Handlers<Row, Query, Filter, Body> = {
  list: (tenant: Tenant, query: Query) => Promise<Paginated<Row>>;
  /** Returns the id. */
  create: (tenant: Tenant, body: Body) => Promise<number>;
  change: (tenant: Tenant, id: number, body: Body & { was?: Partial<Body> | undefined }) => Promise<void>;
  /** Returns its name, and the group of changes by which its noun restores it. */
  remove: (tenant: Tenant, id: number) => Promise<Omit<Undoable, 'id'>>;
  /** A query of the ids of what the list's filter matches. */
  matching: (tenant: Tenant, filter: Filter) => RawBuilder<unknown>;
};

/** Mounts the calls that `nounCalls` declared, but for the export, which comes with the noun's declaration. */
export const nounApi =
  <Row extends z.ZodType, Query extends z.ZodObject, Filter extends z.ZodObject, Body extends z.ZodObject, Verb extends string>(
    bulk: BulkNoun,
    declared: NounCalls<Row, Query, Filter, Body, Verb>,
    { list, create, change, remove, matching }: Handlers<z.input<Row>, z.output<Query>, z.output<Filter>, z.output<Body>>,
  ) =>
  (app: FastifyInstance): void => {
    const calls = declared as unknown as NounCalls;
    const { one } = nouns[bulk.name];
    readRoute(app, calls.list, (tenant, { query }) => list(tenant, query as z.output<Query>));
    route(app, calls.create, async ({ inTenant, body }) => {
      const id = await inTenant((tenant) => create(tenant, body as z.output<Body>));
      return { id, message: `The ${one} was created.` };
    });
    route(app, calls.change, async ({ inTenant, params, body }) => {
      await inTenant((tenant) => change(tenant, params.id, body as z.output<Body>));
      return { message: `The ${one} was saved.` };
    });
    route(app, calls.remove, ({ inTenant, params: { id } }) =>
      inTenant(async (tenant) => {
        const removed = await remove(tenant, id);
        return { message: `“${removed.name}” was deleted.`, runId: await recordUndoable(tenant, bulk.name, 'delete', { id, ...removed }) };
      }),
    );
    changeRoute(app, calls.prepare, (tenant, { body }) => prepareBulk(tenant, bulk, matching(tenant, body.filter as z.output<Filter>)));
    route(app, calls.start, ({ inTenant, body: { action, ids, runId } }) => {
      const selection = selectionOf(bulk, 'ids', ids, runId);
      return inTenant((tenant) => startBulk(tenant, bulk, action, selection));
    });
  };
