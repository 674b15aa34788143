import { z } from 'zod';
import { endpoint, id, messageReply, refusal, undoableReply } from '../../../platform/endpoint.ts';
import { paginated } from '../../../platform/list/query.ts';
import type { Permission } from '../../../platform/signed-in.ts';
import { type NounName, nouns } from '../../base/nouns.ts';
import { exportRecord } from '../exports/contract.ts';

type Declared<Row extends z.ZodType, Query extends z.ZodObject, Filter extends z.ZodObject, Body extends z.ZodObject> = {
  name: NounName;
  path: `/api/${string}`;
  /** Who may change its records. Everybody of the account may list and export them. */
  may: Permission;
  /** A row of its list. */
  row: Row;
  query: Query;
  /** What its list is narrowed by. */
  filter: Filter;
  /** What a person gives to create one, and to change it. */
  body: Body;
};

const changed = { 200: messageReply, 404: refusal, 409: refusal };
const ids = z.array(id).min(1).max(10_000).optional();

type Many<Filter extends z.ZodObject, Verb extends string> = Pick<
  Declared<z.ZodType, z.ZodObject, Filter, z.ZodObject>,
  'name' | 'path' | 'may' | 'filter'
> & { verbs: readonly [Verb, ...Verb[]] };

/** The calls of a noun that the specification does not name: its list, its form, its bulk actions and its files. `nounApi` mounts them. */
export function nounCalls<
  Row extends z.ZodType,
  Query extends z.ZodObject,
  Filter extends z.ZodObject,
  Body extends z.ZodObject,
  const Verb extends string,
>({ name, path, may, row, query, filter, body, verbs }: Declared<Row, Query, Filter, Body> & { verbs: readonly [Verb, ...Verb[]] }) {
  const { one, many } = nouns[name];
  const params = z.object({ id });
  return {
    list: endpoint(`GET ${path}`, { may: 'signed_in', summary: `One page of the ${many}`, query, replies: { 200: paginated(row) } }),
    create: endpoint(`POST ${path}`, {
      ...{ may, summary: `Create a ${one}`, body },
      replies: { 201: messageReply.extend({ id: z.number() }), 409: refusal },
    }),
    change: endpoint(`PUT ${path}/:id`, {
      ...{ may, params, replies: changed },
      summary: `Change a ${one}. \`was\`: what it was when the change began; refused with 409 where any of that is something else by now`,
      body: body.extend({ was: body.partial().optional() }),
    }),
    remove: endpoint(`DELETE ${path}/:id`, {
      ...{ may, params },
      summary: `Delete a ${one}. \`runId\`: what Activity has of it, by which it can be undone`,
      replies: { ...changed, 200: undoableReply },
    }),
    ...callsOfMany({ name, path, may, filter, verbs }),
  };
}

/** Those of many records: bulk actions and files. */
const callsOfMany = <Filter extends z.ZodObject, const Verb extends string>({ name, path, may, filter, verbs }: Many<Filter, Verb>) => ({
  prepare: endpoint(`POST ${path}/bulk-action/prepare`, {
    ...{ may, body: z.object({ filter }) },
    summary: `Fix all ${nouns[name].many} that match a filter now, for one bulk action within the hour`,
    unaudited: 'nothing changes until it is started',
    replies: { 201: z.object({ runId: z.number(), total: z.number() }) },
  }),
  start: endpoint(`POST ${path}/bulk-action`, {
    may,
    summary: `Start an action on many ${nouns[name].many}: on these, or on those that were prepared; they are worked through as a run`,
    body: z.object({ action: z.enum(verbs), ids, runId: id.optional() }),
    example: { body: { action: verbs[0], ids: [1042] } },
    replies: { 202: messageReply.extend({ runId: z.number(), total: z.number() }), 404: refusal, 409: refusal },
  }),
  export: endpoint(`POST ${path}/export`, {
    may: 'work',
    summary:
      `Export the ${nouns[name].many} with these ids, or that match a filter, to a CSV file; ` +
      'or join the running export of the same. Replies when the file is ready',
    body: z.object({ ids, filter }),
    replies: { 200: exportRecord, 404: refusal, 500: refusal, 504: refusal },
  }),
});
export type NounCalls<
  Row extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
  Filter extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
  Verb extends string = string,
> = ReturnType<typeof nounCalls<Row, Query, Filter, Body, Verb>>;
