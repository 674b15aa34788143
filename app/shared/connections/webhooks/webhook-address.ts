import { quietSession } from '../../../../connectors/settings.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Seal } from '../../../../platform/seal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { getConnection, misfitOf } from '../calls/session.ts';

export type WebhookAddress = { address: string; proof: 'address' | 'signature'; secret: string | null };
export type Subscription = { at: Date | null; failure: string | null };
export type Webhook = WebhookAddress & { told: Subscription | null };

/** The webhook address of a connection, and whether the other side was told of it. */
export async function readWebhook(tenant: Tenant, { seal, baseUrl }: Pick<Engine, 'seal' | 'baseUrl'>, id: number): Promise<Webhook> {
  return { ...(await webhookAddress(tenant, seal, baseUrl, id)), told: await readSubscription(tenant, seal, id) };
}

/**
 * The webhook address of a connection. A connector whose settings have a `webhook_secret` signs with it; for any other the secret
 * is part of the address. Without a secret in the settings we generate one, to be entered at the other side.
 */
export async function webhookAddress(tenant: Tenant, seal: Seal, baseUrl: string, id: number): Promise<WebhookAddress> {
  const connection = await getConnection(tenant, seal, id);
  if (!connection) throw new Error(`Connection ${id} was deleted while it was read.`);
  const { connector, settings, webhookSecret } = connection;
  const address = `${baseUrl}/api/webhooks/${tenant.accountId}/${id}`;
  if ('webhook_secret' in connector.settings.shape)
    return { address, proof: 'signature', secret: settings.webhook_secret ? null : webhookSecret };
  return { address: `${address}?secret=${encodeURIComponent(webhookSecret ?? '')}`, proof: 'address', secret: null };
}

/** Whether the other side was told of the address by us; null where only a person can. */
export async function readSubscription(tenant: Tenant, seal: Seal, id: number): Promise<Subscription | null> {
  const connection = await getConnection(tenant, seal, id);
  if (!connection || misfitOf(connection)) return null;
  const tells = connection.connector.hints?.(quietSession(connection.connector, connection.settings)).subscribe;
  if (!tells) return null;
  const row = await tenant.db
    .selectFrom('connections')
    .select(['hints_told_at as at', 'hints_failure as failure'])
    .where(inAccount(tenant))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { at: row.at, failure: row.failure ? wordReason(row.failure) : null };
}
