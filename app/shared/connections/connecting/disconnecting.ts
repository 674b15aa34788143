import { consentSetting } from '../../../../connectors/settings.ts';
import { Refusal } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf, type Connection, getConnection } from '../calls/session.ts';
import { dropUnusedTokens } from '../calls/tokens.ts';
import { isConsentedElsewhere } from '../identity/consented-shops.ts';
import { connectionNamed } from '../queries.ts';
import { webhookAddress } from '../webhooks/webhook-address.ts';
import { disconnectSigned } from './commands.ts';

export type Disconnection = {
  message: string;
  /** What a person has to take away at the other side; null where nothing is left there. */
  left: string | null;
};

/**
 * Disconnects, and then takes back at the other side what a person consented to, unless another account has the same, or our webhook
 * address. Whether that succeeds keeps nobody
 * from disconnecting: what is sent to the address is refused from now on, and the tokens are deleted.
 */
export async function disconnectAndUnsubscribe(engine: Engine, actor: Actor, slug: string): Promise<Disconnection> {
  const { connection, address, credential } = await inTenant(engine.database, actor, async (tenant) => {
    const { id } = await connectionNamed(tenant, slug);
    const before = { connection: await getConnection(tenant, engine.seal, id), address: await addressThere(tenant, engine, id) };
    return { ...before, credential: await disconnectSigned(tenant, id) };
  });
  const left = connection ? await signOff({ engine, connection, userId: actor.userId }, address) : [];
  await inTenant(engine.database, actor, (tenant) => dropUnusedTokens(tenant, credential));
  return { message: `${connection?.name ?? slug} is disconnected.`, left: left.length > 0 ? left.join(' ') : null };
}

type Leaving = { engine: Engine; connection: Connection; userId: number | null };

/** Returns what is left there, for a person. */
async function signOff(leaving: Leaving, address: string | null): Promise<string[]> {
  const { connector, settings } = leaving.connection;
  const { label, revoke } = connector;
  const left: string[] = [];
  if (settings[consentSetting]) {
    // Looked at once this one has ended: of two that end at once, the last one takes it back.
    const isShared = await isConsentedElsewhere(leaving.engine.database, leaving.connection);
    const reason = revoke && !isShared ? await takeBack(leaving, 'revoke') : '';
    // Our webhooks ended with it.
    if (reason === null) return [];
    if (isShared) left.push(`${label} still lists Crossdock as allowed: another account is connected to the same by it, and needs it.`);
    else left.push(`${label} still lists Crossdock as allowed${reason === '' ? '.' : `: ${reason}`} Remove it in ${label}.`);
  }
  const reason = address === null ? null : await takeBack(leaving, 'unsubscribe', address);
  if (reason !== null) left.push(`${label} still has our webhook: ${reason} What it sends is refused. Remove the webhook in ${label}.`);
  return left;
}

/** The address that the other side was told by us; null where it never was. */
async function addressThere(tenant: Tenant, { seal, baseUrl }: Engine, id: number): Promise<string | null> {
  const row = tenant.db.selectFrom('connections').select(['hints_told_at', 'hints_base']);
  const { hints_told_at, hints_base } = await row.where(inAccount(tenant)).where('id', '=', id).executeTakeFirstOrThrow();
  return hints_told_at && (await webhookAddress(tenant, seal, hints_base ?? baseUrl, id)).address;
}

/** With the credentials as they were. Returns why it did not succeed. */
async function takeBack(
  { engine, connection, userId }: Leaving,
  question: 'revoke' | 'unsubscribe',
  about?: string,
): Promise<string | null> {
  // A copy would take the original's webhook or consent away.
  if (!(await inTenant(engine.database, { accountId: connection.accountId, userId }, (tenant) => isOpen(tenant, connection.id))))
    return 'Nothing is sent from here at the moment.';
  try {
    const result = await askOf(engine, connection, { userId, question, ...(about !== undefined && { about }) });
    return !result || result.ok ? null : wordReason(result.failure.reason);
  } catch (error) {
    // Settings that no longer fit their connector: nothing could be called with them.
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
