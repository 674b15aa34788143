import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Delivery, DeliveryReply, Hint } from '../../../../connectors/contract.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { route } from '../../../../platform/http/route.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import type { Services } from '../../../people/accounts/services.ts';
import type { Connection } from '../calls/session.ts';
import { readOn } from '../streams/wake.ts';
import { beforeBody } from './before-body.ts';
import { applicationWebhookCall, webhookCall, webhookChallengeCall } from './contract.ts';
import { receiveForAll } from './for-all.ts';
import { takeNotices } from './notices.ts';
import { hintsAt, verified } from './verify.ts';

/** With more webhooks waiting than this, further ones are refused until later. Polling finds what they were about. */
const waitingBound = 1_000;

/** Receives webhooks: verifies them by the connection's secret, stores them, replies at once; then the stream is read. */
export function webhooksApi(app: FastifyInstance, { engine }: Services): void {
  // A signature covers the raw bytes, so bodies are not parsed here. The Fastify scope limits that to webhooks.
  app.register(async (scope) => mount(scope, engine));
}

function mount(app: FastifyInstance, engine: Engine): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const places = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof hintsAt>>>();
  app.addHook('preParsing', async (request, reply) => {
    const place = await beforeBody(engine, request, reply);
    if (place) places.set(request, place);
  });
  route(app, webhookCall, async ({ params, query, body, request, reply }) => {
    const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const delivery = { headers: headersOf(request), rawBody, query: query ?? {} };
    const { connection, hints } = places.get(request) ?? (await hintsAt(engine, params));
    const received = await verified(engine, connection, hints, delivery);
    await withoutPerson(engine.database, params.account, async (tenant) => {
      for (const hint of received.hints) await store(tenant, connection, hint, rawBody.toString('utf8'));
      await takeNotices(tenant, connection, received.notices ?? []);
    });
    return received.reply ? give(reply, received.reply) : { message: 'Thank you.' };
  });
  route(app, applicationWebhookCall, async ({ params, query, body, request }) => {
    const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    await receiveForAll(engine, params.connector, { headers: headersOf(request), rawBody, query: query ?? {} });
    return { message: 'Thank you.' };
  });
  route(app, webhookChallengeCall, async ({ params, query, request, reply }) => {
    const { connection, hints, address } = places.get(request) ?? (await hintsAt(engine, params));
    const verdict = hints.challenge?.(query ?? {}, connection.webhookSecret ?? '', address);
    if (!verdict) throw refuse(404, 'not_found', 'There is nothing at this address.');
    if (!verdict.ok) throw refuse(401, 'not_verified', verdict.reason);
    return give(reply, verdict.reply);
  });
}

/** Each as one text: what may come several times, whoever sends it, is a list otherwise. */
const headersOf = ({ headers }: FastifyRequest): Delivery['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));

/** Text, or JSON where that is said: whatever a vendor wants repeated must not become a page of ours. */
const give = (reply: FastifyReply, { status, headers: { 'content-type': type = '', ...headers } = {}, body = '' }: DeliveryReply) =>
  reply
    .code(status)
    .headers({ ...headers, 'content-type': `${type.startsWith('application/json') ? 'application/json' : 'text/plain'}; charset=utf-8` })
    .send(body);

async function store(tenant: Tenant, connection: Connection, hint: Hint, body: string): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (select from webhook_deliveries
      where ${inAccount(tenant)} and connection_id = ${connection.id} and handled_at is null limit ${waitingBound}) as waiting`.execute(
    tenant.db,
  );
  if ((rows[0]?.waiting ?? 0) >= waitingBound)
    throw refuse(429, 'too_many', 'Too many webhooks are waiting. Send it again later.', { 'retry-after': '30' });
  const { rows: fresh } = await sql`
    insert into webhook_deliveries (account_id, connection_id, delivery_id, stream, remote_ids, body, handled_at)
    -- What no stream reads is done with as it is: it must not count as waiting for ever.
    with reading as materialized (select exists (select 1 from streams where ${inAccount(tenant)} and connection_id = ${connection.id}
      and stream = ${hint.stream}) as is_read)
    select ${tenant.accountId}, ${connection.id}, ${hint.id}, ${hint.stream}, ${hint.remoteIds}::text[], ${body.replaceAll('\u0000', '')},
      case when not is_read then now() end from reading
    on conflict do nothing returning id`.execute(tenant.db);
  if (fresh.length > 0) await readOn(tenant, connection.id, hint.stream);
}
