import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { instant } from '../../../../platform/endpoint.ts';
import { connection as shown } from '../../../shared/connections/contract.ts';
import { listConnections } from '../../../shared/connections/queries.ts';
import { reads, readV1 } from '../call.ts';

const { state, health, waiting, behind_minutes } = shown.shape;

const connection = z.object({
  id: z.number(),
  name: z.string().meta({ description: 'What filters and addresses call it' }),
  label: z.string().meta({ description: 'What people call it' }),
  connector: z.string(),
  capabilities: z.array(z.string()).meta({ description: 'What it can do, as `orders` or `warehouse`' }),
  state,
  health,
  health_sentence: z.string(),
  last_success_at: instant.nullable(),
  last_failure: z.string().nullable(),
  last_failure_at: instant.nullable(),
  waiting: waiting.meta({ description: 'What waits to be sent there, counted up to 10,000' }),
  behind_minutes: behind_minutes.meta({ description: 'How long the one has waited that is due longest' }),
});

const listConnectionsCall = reads('/v1/connections', {
  summary: 'The connections of the account, and how each does. All at once: there are few',
  scope: 'read_connections',
  reply: z.object({ data: z.array(connection) }),
});

export function connectionsApi(app: FastifyInstance): void {
  readV1(app, listConnectionsCall, async (tenant) => ({
    data: (await listConnections(tenant)).map((each) => ({
      ...{ id: each.id, name: each.slug, label: each.name, connector: each.connector, capabilities: each.capabilities },
      ...{ state: each.state, health: each.health, health_sentence: each.health_sentence, last_success_at: each.last_ok_at },
      ...{ last_failure: each.last_failure, last_failure_at: each.last_failure_at },
      ...{ waiting: each.waiting, behind_minutes: each.behind_minutes },
    })),
  }));
}
