import type { Updateable } from 'kysely';
import type { DB } from '../../../../db/tables.ts';
import { type AuditEntry, writeAudit } from '../../../../platform/audit.ts';
import type { AuditVerb } from '../../../../platform/audit-verbs.ts';
import { notify } from '../../../../platform/events.ts';
import { existing, invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Seal } from '../../../../platform/seal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import { isSame } from '../../../base/changes/record.ts';
import { changedMeanwhile } from '../../../base/changes/unchanged.ts';
import { testEvent } from '../events/event-types.ts';
import type { SubscriptionBody, SubscriptionEdit } from './contract.ts';
import { requireRoom } from './room.ts';
import { newSecret, opens } from './secrets.ts';

const rotationMs = 24 * 60 * 60 * 1_000;

type Made = { id: number; secret: string };

/** Has events sent to an address. Returns its secret, which nobody is shown again. @throws Invalid, Refusal 409 */
export async function createSubscription(tenant: Tenant, seal: Seal, body: SubscriptionBody): Promise<Made> {
  await requireRoom(tenant);
  const added = tenant.db
    .insertInto('event_subscriptions')
    .values({ account_id: tenant.accountId, ...distinct(body), secret: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await unlessTaken('event_subscriptions_by_name', added, taken(body.name));
  const { secret, sealed } = newSecret(seal, tenant.accountId, id);
  await update(tenant, id, { secret: sealed });
  await audit(tenant, 'created', { id, name: body.name }, { to: valuesOf(body) });
  return { id, secret };
}

/** How one stands to which nothing was sent yet. */
const anew = { failures: 0, failing_since: null, rest_until: null };

/**
 * At another address it begins anew; refused where it is not what it `was`.
 * @throws Refusal 404, 409; Invalid for a name that is taken
 */
export async function changeSubscription(tenant: Tenant, id: number, { was, ...body }: SubscriptionEdit): Promise<void> {
  const from = await lock(tenant, id);
  requireAsSeen(from, was, body);
  const values = { ...distinct(body), ...(from.url !== body.url && anew) };
  await unlessTaken('event_subscriptions_by_name', update(tenant, id, values), taken(body.name));
  await audit(tenant, 'changed', { id, name: body.name }, { from: valuesOf(from), to: valuesOf(body) });
}

/** @throws Refusal 409 where a colleague saved something else since */
function requireAsSeen(from: Settings, was: Settings | undefined, wanted: Settings): void {
  const now = inOrder(from);
  if (was === undefined || isSame(inOrder(was), now) || isSame(inOrder(wanted), now)) return;
  const { name, url, types } = now;
  throw changedMeanwhile(`Somebody else changed this webhook. Name: ${name}. Address: ${url}. Events: ${types.join(', ')}.`);
}

/** One that is switched on begins anew, whatever failed before. Returns its name. @throws Refusal 404 */
export async function switchSubscription(tenant: Tenant, id: number, state: 'on' | 'off'): Promise<string> {
  const { name, state: before } = await lock(tenant, id);
  if (before !== state) await update(tenant, id, { ...anew, state, off_because: state === 'off' ? 'person' : null });
  await audit(tenant, state === 'on' ? 'turned on' : 'turned off', { id, name });
  return name;
}

/**
 * Returns the new secret; the former one signs beside it for a day. Where one does already, it stays: the receiver has it, and may never
 * have had the one that was made since, which ends, unless it alone can be opened. What cannot be opened signs nothing. `seen`: until when
 * the person saw that a former one signs; a secret that they did not see made is not ended.
 * @throws Refusal 404, 409
 */
export async function rotateSecret(tenant: Tenant, seal: Seal, id: number, seen?: Date | string | null): Promise<Made> {
  const { name, secret: last, former_secret: former, former_until } = await lock(tenant, id);
  const signs = (each: string) => opens(seal, tenant.accountId, { id, secret: each });
  const counts = former !== null && former_until !== null && former_until > new Date();
  if (seen !== undefined && counts && signs(former) && (seen === null || +new Date(seen) !== +former_until))
    throw refuse(409, 'changed_meanwhile', madeSince);
  const beside = [...(counts ? [former] : []), last].find(signs) ?? null;
  const { secret, sealed } = newSecret(seal, tenant.accountId, id);
  await update(tenant, id, {
    secret: sealed,
    former_secret: beside,
    former_until: beside && new Date(Date.now() + rotationMs),
  });
  await audit(tenant, 'renewed', { id, name });
  return { id, secret };
}

const madeSince = 'A new secret was made since you opened this, and the next one would end it. Look at it again before you make another.';

/** @throws Refusal 404 */
export async function endFormerSecret(tenant: Tenant, id: number): Promise<void> {
  const { name } = await lock(tenant, id);
  await update(tenant, id, { former_secret: null, former_until: null });
  await audit(tenant, 'changed', { id, name }, { from: { former_secret: 'signs_too' }, to: { former_secret: null } });
}

/** @throws Refusal 404, 409 where it is off */
export async function sendTest(tenant: Tenant, id: number): Promise<void> {
  const { name } = await lockOn(tenant, id);
  await tenant.db.insertInto('events').values({ account_id: tenant.accountId, type: testEvent, record_id: id }).execute();
  await audit(tenant, 'sent', { id, name }, { to: { event: testEvent } });
}

/** Its log is deleted as it grows old. Returns its name. @throws Refusal 404 */
export async function deleteSubscription(tenant: Tenant, id: number): Promise<string> {
  const from = await lock(tenant, id);
  await update(tenant, id, { deleted_at: new Date(), secret: '', former_secret: null, replay_from: null, replay_to: null });
  await audit(tenant, 'deleted', { id, name: from.name }, { from: valuesOf(from) });
  return from.name;
}

/** One of this account, for whoever changes it. @throws Refusal 404 */
export async function lock(tenant: Tenant, id: number) {
  const row = await tenant.db
    .selectFrom('event_subscriptions')
    .select(['id', 'name', 'url', 'types', 'secret', 'former_secret', 'former_until', 'state'])
    .where(inAccount(tenant))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return existing(row, 'This webhook does not exist.');
}

/** @throws Refusal 404, 409 */
export async function lockOn(tenant: Tenant, id: number): ReturnType<typeof lock> {
  const row = await lock(tenant, id);
  if (row.state === 'off') throw refuse(409, 'wrong_state', `${row.name} is off. Switch it on first.`);
  return row;
}

/** What was done to a webhook: for the audit, and for the pages that show it. */
export async function audit(tenant: Tenant, verb: AuditVerb, record: AuditEntry['record'], values: Pick<AuditEntry, 'from' | 'to'> = {}) {
  notify(tenant, 'webhooks');
  await writeAudit(tenant, { verb, noun: 'webhook', record, ...values });
}

async function update(tenant: Tenant, id: number, values: Updateable<DB['event_subscriptions']>): Promise<void> {
  await tenant.db.updateTable('event_subscriptions').set(values).where(inAccount(tenant)).where('id', '=', id).execute();
}

type Settings = Pick<SubscriptionBody, 'name' | 'url'> & { types: readonly string[] };
const inOrder = ({ name, url, types }: Settings) => ({ name, url, types: [...new Set(types)].sort() });
const distinct = (body: SubscriptionBody) => ({ ...body, types: [...new Set(body.types)] });
/** Of an address the host alone: what follows is as good as a password at many receivers. */
const valuesOf = ({ name, url, types }: { name: string; url: string; types: string[] }) => ({
  ...{ name, host: URL.parse(url)?.host ?? null },
  events: [...types].sort().join(', '),
});
const taken = (name: string) => () => invalid({ name: [`There is a webhook named “${name}” already.`] });
