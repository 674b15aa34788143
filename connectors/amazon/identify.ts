import type { ConnectorSession, Failure, Identity, Result } from '../contract.ts';
import { identityKey } from '../http/identity.ts';
import type { Reason } from '../http/reasons.ts';
import { because } from './reasons.ts';
import { opened } from './settings.ts';

/**
 * The API does not say whose credentials they are. That they are this seller's shows by the seller's own listings, which no other may
 * read.
 */
export async function identify(session: ConnectorSession): Promise<Result<Identity>> {
  const { client, seller, chosen, marketplaces } = opened(session);
  const found = await marketplaces();
  if (!found.ok) return found;
  const [first] = found.value;
  const lacking = chosen.filter((one) => !found.value.some(({ id }) => id === one));
  if (lacking.length > 0) return rejected(because({ code: 'amazon.no_marketplace', marketplace: lacking.join(', ') }), 'marketplace_ids');
  if (!first) return rejected(because({ code: 'amazon.sells_nowhere' }));
  const own = await client.listItems(first.id);
  if (!own.ok && (own.failure.kind === 'forbidden' || own.failure.kind === 'rejected' || own.failure.kind === 'not_found'))
    return rejected(because({ code: 'amazon.other_seller', seller }), 'seller_id');
  if (!own.ok) return own;
  const whole = identityKey('amazon', 'seller', seller);
  const keys = chosen.map((id) => identityKey('amazon', 'seller', seller, 'marketplace', id));
  const names = found.value.map(({ name }) => name).join(', ');
  return { ok: true, value: { name: first.store ?? seller, detail: names.slice(0, 200), keys: keys.length > 0 ? keys : [whole] } };
}

/** `setting`: the one that is wrong. */
const rejected = (reason: Reason, setting?: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason, ...(setting !== undefined && { setting }) },
});
