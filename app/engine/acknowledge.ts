import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import { queueEffects } from '../shared/outbox/queue.ts';
import type { PageRead } from './streams/pages/page.ts';

/**
 * Queues the acknowledgement of what a page of a queue brought, unreadable records too: we keep them, and the other side must not
 * give them again and again. One that comes again after it was acknowledged is acknowledged again.
 */
export async function acknowledge(tenant: Tenant, connectionId: number, stream: string, page: PageRead): Promise<void> {
  const ids = new Set([...page.readIds, ...page.unreadable.flatMap(({ remoteId }) => remoteId ?? [])]);
  if (ids.size === 0) return;
  const source = {
    kind: 'acknowledge' as const,
    connectionId: sql`${connectionId}::bigint`,
    key: sql`queue.key`,
    from: sql`unnest(${[...ids].map((id) => keyOf(stream, id))}::text[]) as queue (key)`,
  };
  await queueEffects(tenant, source, 'when_ended');
}

const keyOf = (stream: string, remoteId: string) => `${stream}:${remoteId}`;

/** The stream and the record that an acknowledgement is about. */
export function acknowledged(key: string): { stream: string; remoteId: string } {
  const at = key.indexOf(':');
  return { stream: key.slice(0, at), remoteId: key.slice(at + 1) };
}
