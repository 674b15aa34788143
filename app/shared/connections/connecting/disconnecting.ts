import { Refusal } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf, type Connection, getConnection } from '../calls/session.ts';
import { connectionNamed } from '../queries.ts';
import { webhookAddress } from '../webhooks/webhook-address.ts';
import { disconnect } from './commands.ts';

export type Disconnection = {
  message: string;
  /** What a person has to take away at the other side; null where nothing is left there. */
  left: string | null;
};

/**
 * Disconnects, and then takes our webhook address back from the other side. Whether that succeeds keeps nobody from disconnecting:
 * what is sent to the address is refused from now on.
 */
export async function disconnectAndUnsubscribe(engine: Engine, actor: Actor, slug: string): Promise<Disconnection> {
  const { connection, address } = await inTenant(engine.database, actor, async (tenant) => {
    const { id } = await connectionNamed(tenant, slug);
    const before = { connection: await getConnection(tenant, engine.seal, id), address: await addressThere(tenant, engine, id) };
    await disconnect(tenant, id);
    return before;
  });
  const message = `${connection?.name ?? slug} is disconnected.`;
  if (!connection || address === null) return { message, left: null };
  const reason = await takeBack(engine, connection, address, actor.userId);
  if (reason === null) return { message, left: null };
  const { label } = connection.connector;
  return { message, left: `${label} still has our webhook: ${reason} What it sends is refused. Remove the webhook in ${label}.` };
}

/** The address that the other side was told by us; null where it never was. */
async function addressThere(tenant: Tenant, { seal, baseUrl }: Engine, id: number): Promise<string | null> {
  const row = tenant.db.selectFrom('connections').select(['hints_told_at', 'hints_base']);
  const { hints_told_at, hints_base } = await row.where(inAccount(tenant)).where('id', '=', id).executeTakeFirstOrThrow();
  return hints_told_at && (await webhookAddress(tenant, seal, hints_base ?? baseUrl, id)).address;
}

/** With the credentials as they were. Returns why it did not succeed. */
async function takeBack(engine: Engine, connection: Connection, address: string, userId: number | null): Promise<string | null> {
  // A copy would take the original's webhook away.
  if (!(await inTenant(engine.database, { accountId: connection.accountId, userId }, (tenant) => isOpen(tenant, connection.id))))
    return 'Nothing is sent from here at the moment.';
  try {
    const result = await askOf(engine, connection, { userId, question: 'unsubscribe', about: address });
    return !result || result.ok ? null : wordReason(result.failure.reason);
  } catch (error) {
    // Settings that no longer fit their connector: nothing could be called with them.
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
