import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import { allNouns } from '../../../entities/all.ts';
import { assign } from '../../../shared/comments/commands.ts';
import { listPeople } from '../../../shared/comments/queries.ts';
import { reads, readV1 } from '../call.ts';
import { namedAs } from '../writing/named-as.ts';
import { doneReply, writes, writeV1 } from '../writing/write.ts';
import { ofOrder } from './changes.ts';

const person = z.object({ id: z.number(), name: z.string() });

const listPeopleCall = reads('/v1/people', {
  summary: 'The people of the account by name: who can look after an order. All at once: there are few',
  scope: 'read_orders',
  reply: z.object({ data: z.array(person) }),
});

const assignOrderCall = writes('POST /v1/orders/:id/assign', {
  summary: 'Say who looks after an order, and with null that nobody in particular does. Whoever it is hears of it',
  scope: 'write_orders',
  body: z.strictObject({ assignee_id: id.nullable().meta({ description: 'One of `/v1/people`' }) }),
  reply: doneReply.extend({ assignee: person.nullable() }),
  asSeen: true,
});

export function assignOrderApi(app: FastifyInstance): void {
  readV1(app, listPeopleCall, async (tenant) => ({ data: (await listPeople(tenant)).map(({ id, name }) => ({ id, name })) }));
  writeV1(
    app,
    assignOrderCall,
    async (tenant, { params: { id }, body: { assignee_id } }) => {
      const { name, runId } = await assign(tenant, allNouns, { type: 'order', id }, assignee_id).catch(
        namedAs({ assignee: 'assignee_id' }),
      );
      const assignee = assignee_id === null || name === null ? null : { id: assignee_id, name };
      const message = name === null ? 'Nobody in particular looks after it now.' : `${name} looks after it now.`;
      return { id, message, run_id: runId, assignee };
    },
    ofOrder,
  );
}
