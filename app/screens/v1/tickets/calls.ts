import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Column } from '../../../../platform/columns.ts';
import { id, instant, text } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listMessages } from '../../../shared/support/queries.ts';
import { itemTypes, ticketStatuses } from '../../../shared/support/ticket.ts';
import { hasTag } from '../../../shared/tags/filter.ts';
import { tagsOf } from '../../../shared/tags/tags.ts';
import { found, list, readRecord, reads, readV1 } from '../call.ts';
import { inOrderOf, paged, pageOfIds, row, withFields } from '../page.ts';

const listed = z.object({
  id: z.number(),
  status: z.enum(ticketStatuses),
  topic: z.string(),
  subject: z.string(),
  requested_by: z.string(),
  department: z.object({ id: z.number(), name: z.string() }).nullable(),
  about: z.object({ type: z.enum(itemTypes), id: z.number() }).nullable(),
  tags: z.array(z.string()),
  waiting_since: instant.nullable().meta({ description: 'Since when support is to reply; null where it has' }),
  created_at: instant,
  last_message_at: instant,
});
type Listed = z.output<typeof listed>;

const message = z.object({
  id: z.number(),
  written_by: z.string(),
  body: z.string().meta({ description: 'HTML of a few harmless elements' }),
  files: z.array(z.object({ id: z.number(), name: z.string(), bytes: z.number() })),
  created_at: instant,
  edited_at: instant.nullable(),
});

const whole = listed.extend({ description: z.string(), messages: z.array(message) });

const listTicketsCall = reads('/v1/tickets', {
  summary: 'Support tickets of the account, by their last message',
  scope: 'read_tickets',
  query: z.strictObject({
    ...paged,
    status: z.enum(ticketStatuses).optional(),
    department_id: id.optional(),
    tag_id: id.optional(),
    search: text(200).optional(),
  }),
  reply: list(row(listed)),
});

const readTicketCall = reads('/v1/tickets/:id', {
  summary: 'A support ticket with its messages. Notes of the support team are no part of it',
  scope: 'read_tickets',
  reply: whole,
});

export function ticketsApi(app: FastifyInstance): void {
  readV1(app, listTicketsCall, async (tenant, { query }) => {
    const { status, department_id, tag_id, search, fields } = query;
    const where: RawBuilder<unknown>[] = department_id === undefined ? [] : [sql`t.department_id = ${department_id}`];
    const tests: RawBuilder<unknown>[] = [
      ...(status === undefined ? [] : [sql`t.status = ${status}`]),
      ...(tag_id === undefined ? [] : [hasTag(tenant, 'ticket', sql`t.id`, tag_id)]),
      ...(search ? [sql`position(folded(${search}::text) in folded(concat_ws(' ', t.subject_1, t.subject_2, t.requester_name))) > 0`] : []),
    ];
    const source = { table: 'support_tickets', alias: 't', at: sql`t.last_message_at`, where, tests };
    const { ids, next } = await pageOfIds(tenant, query, source);
    const rows = (await readTickets(tenant, ids)).map(({ description: _, ...each }) => each);
    return { data: withFields(inOrderOf(ids, rows), fields, Object.keys(listed.shape)), next };
  });
  readRecord(app, readTicketCall, async (tenant, { params }) => {
    const ticket = found((await readTickets(tenant, [params.id]))[0]);
    const messages = (await listMessages(tenant, params.id)).map(({ id, owner, body, files, created_at, edited_at }) => ({
      ...{ id, written_by: owner.name, body, created_at, edited_at },
      files: files.map(({ id, name, bytes }) => ({ id, name, bytes })),
    }));
    return { ...ticket, messages };
  });
}

type Row = Listed & { description: Column<'support_tickets', 'description'> };

async function readTickets(tenant: Tenant, ids: number[]): Promise<Row[]> {
  const [{ rows }, tags] = await Promise.all([
    sql<Omit<Row, 'tags'>>`
    select t.id, t.status, t.subject_1 as topic, t.subject_2 as subject, t.description, coalesce(u.name, t.requester_name) as requested_by,
      case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end as department,
      case when t.item_id is not null then json_build_object('type', t.item_type, 'id', t.item_id) end as about,
      t.waiting_since, t.created_at, t.last_message_at
    from support_tickets t left join users u on u.id = t.user_id
    left join departments d on ${inAccount(tenant, 'd')} and d.id = t.department_id
    where ${inAccount(tenant, 't')} and t.id = any(${ids}::bigint[])`.execute(tenant.db),
    tagsOf(tenant, 'ticket', ids),
  ]);
  return rows.map((row) => ({ ...row, tags: (tags.get(row.id) ?? []).map(({ name }) => name) }));
}
