import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** A request as its program tells it from others: `name` is its `Idempotency-Key`, `body` as it was sent, without what is left out. */
export type Named = { keyId: Column<'api_keys', 'id'>; name: string; method: string; url: string; body: unknown };
/** What was replied; `isRepeated`: to an earlier request under this name. */
export type Replied = { status: number; body: unknown; isRepeated: boolean };

/** For so many hours a request is known by its name. */
export const knownHours = 24;
/** Of a key, so many replies are kept. */
const mostKept = 100_000;
/** In characters. What replies with more is a list, which its own call reads. */
const longestReply = 16_384;

/**
 * Does what a request asks for, once: under the same name again it gets the first reply. The reply is stored with what was done, so that
 * both are there or neither. Of two at once the second is refused, rather than kept waiting.
 * @throws Refusal 409 while the first is at work; 422 where the name was another request's; 429
 */
export async function once(tenant: Tenant, request: Named, work: () => Promise<Omit<Replied, 'isRepeated'>>): Promise<Replied> {
  await takeTurn(tenant, request);
  const digest = digestOf(request);
  const earlier = await readReply(tenant, request);
  if (earlier) {
    if (earlier.digest === digest) return { status: earlier.status, body: JSON.parse(earlier.reply), isRepeated: true };
    throw refuse(422, 'other_request', 'This Idempotency-Key was sent with another request. Send each request with one of its own.');
  }
  const done = await work();
  await store(tenant, request, { digest, status: done.status, reply: JSON.stringify(done.body) });
  return { ...done, isRepeated: false };
}

/** Ends with the transaction: whoever comes next sees what it stored. */
async function takeTurn(tenant: Tenant, { keyId, name }: Named): Promise<void> {
  const lock = `reply ${tenant.accountId} ${keyId} ${name}`;
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as mine`.execute(tenant.db);
  if (rows[0]?.mine) return;
  const sentence = 'The first request with this Idempotency-Key is still at work. Try again in a second: you will get its reply.';
  throw refuse(409, 'still_at_work', sentence, { 'retry-after': '1' });
}

const digestOf = ({ method, url, body }: Named): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null], inOneOrder))
    .digest('hex');

/** A program that builds its request again may write its fields in another order. */
export const inOneOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

type Known = Columns<'api_replies', 'digest' | 'status'> & { reply: string };

/** @throws Refusal 429 beyond what is kept of a key */
async function readReply(tenant: Tenant, { keyId, name }: Named): Promise<Known | undefined> {
  const { rows } = await sql<{ [Name in keyof Known]: Known[Name] | null } & { kept: number }>`
    select r.digest, r.status, r.reply::text as reply, coalesce(
      (select max(place) from api_replies where ${inAccount(tenant)} and key_id = ${keyId})
      - (select min(place) from api_replies where ${inAccount(tenant)} and key_id = ${keyId}) + 1, 0)::int as kept
    from (select) as one left join api_replies r on ${inAccount(tenant, 'r')} and r.key_id = ${keyId} and r.name = ${name}
      and r.at > now() - make_interval(hours => ${knownHours})`.execute(tenant.db);
  const [earlier] = rows;
  if (earlier?.digest) return earlier as Known;
  if ((earlier?.kept ?? 0) < mostKept) return undefined;
  const sentence = `The last ${mostKept.toLocaleString('en-US')} replies to this key are kept for ${knownHours} hours, and there is no room for another. Change many records in one call.`;
  throw refuse(429, 'too_many_requests', sentence, { 'retry-after': '3600' });
}

/** In place of one that is too old to count. */
async function store(tenant: Tenant, { keyId, name }: Named, { digest, status, reply }: Known): Promise<void> {
  if (reply.length > longestReply) throw new Error(`A reply of ${reply.length} characters is too long to be kept.`);
  await sql`
    insert into api_replies (account_id, key_id, name, digest, status, reply, place)
    select ${tenant.accountId}, ${keyId}, ${name}, ${digest}, ${status}, ${reply}::json, coalesce(max(place), 0) + 1
      from api_replies where ${inAccount(tenant)} and key_id = ${keyId}
    on conflict (account_id, key_id, name) do update set digest = excluded.digest, status = excluded.status, reply = excluded.reply,
      place = excluded.place, at = excluded.at`.execute(tenant.db);
}
