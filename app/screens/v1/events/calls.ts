import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { instant, text } from '../../../../platform/endpoint.ts';
import { problem } from '../../../../platform/http/problem.ts';
import { invalid, refuse, refuseWith } from '../../../../platform/http/refusal.ts';
import { allows } from '../../../people/keys/scopes.ts';
import { type EventType, eventTypes, scopeOf } from '../../../shared/webhooks/events/event-types.ts';
import { reads, readV1 } from '../call.ts';
import { pageSize } from '../page.ts';
import { beginnings } from './begun.ts';
import { placeIn, placeOf } from './place.ts';
import { readEvents } from './read.ts';

const event = z.object({
  id: z.string().meta({ description: 'The same as the `webhook-id` of its webhook' }),
  sequence: z.number(),
  type: z.enum(eventTypes),
  record_id: z.number().meta({ description: 'The id of the order, issue, purchase order, or product of the stock' }),
  happened_at: instant,
});

const query = z.strictObject({
  cursor: text(20).optional().meta({ description: 'The `next` of the page before, or the `sequence` of an event' }),
  from: z.enum(['oldest', 'now']).default('oldest').meta({ description: 'Where to begin without a cursor' }),
  type: text(2_000).optional().meta({ description: 'Types of events, separated by commas' }),
  limit: pageSize.default(50),
});

const listEventsCall = reads('/v1/events', {
  summary: 'What happened, in the order in which it is to be read. It is never at its end: ask again with `next`',
  scope: 'read_events',
  query,
  reply: z.object({
    data: z.array(event),
    next: z.string().meta({ description: 'The cursor of what comes after this page' }),
    more: z.boolean().meta({ description: 'Whether the next page has something already' }),
  }),
  others: { 410: problem },
});

export function eventsApi(app: FastifyInstance): void {
  const requireBegun = beginnings();
  readV1(app, listEventsCall, async (tenant, { query, session: { key } }) => {
    const types = typesFor(key?.scopes ?? [], query.type);
    await requireBegun(tenant);
    const scopes = [...new Set(types.map(scopeOf))];
    const selection = { types, limit: query.limit };
    if (query.cursor === undefined) return readEvents(tenant, { ...selection, after: await placeOf(tenant, query, scopes) });
    // The bounds last: events that are deleted while a page is read are missing from it.
    const [page] = await Promise.all([readEvents(tenant, { ...selection, after: placeIn(query.cursor) }), placeOf(tenant, query, scopes)]);
    return page;
  });
}

/** Of which types a key reads events: those that it asks for, or all that it may. @throws Invalid, Refusal 403 */
function typesFor(scopes: readonly string[], asked: string | undefined): EventType[] {
  const mayRead = (type: EventType) => allows(scopes, scopeOf(type));
  if (!eventTypes.some(mayRead))
    throw refuse(403, 'lacks_scope', 'This key may read nothing that events are of: give it read_orders, say.');
  if (asked === undefined) return eventTypes.filter(mayRead);
  const types = asked.split(',').map((type) => type.trim());
  const unknown = types.find((type) => !eventTypes.some((each) => each === type));
  if (unknown !== undefined) throw invalid({ type: [`There is no event ${unknown}. There are: ${eventTypes.join(', ')}`] });
  const hidden = (types as EventType[]).find((type) => !mayRead(type));
  if (!hidden) return types as EventType[];
  const scope = scopeOf(hidden);
  throw refuseWith({ scope }, 403, 'lacks_scope', `Events of type ${hidden} take a key with the scope ${scope}.`);
}
