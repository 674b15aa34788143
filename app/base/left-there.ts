import type { Reason } from '../../connectors/contract.ts';
import { wordReason } from './reasons.ts';

/**
 * What a connection that was disconnected left at the other side. `reason`: why it was not taken back; null where the vendor has no call
 * for it. `shared`: another account needs the same consent.
 */
export type LeftThere = { what: 'consent' | 'webhook'; reason: Reason | null } | { what: 'shared'; reason: null };

/** Says of each what a person has to do about it; null where nothing is left. Browser-safe. */
export function wordLeftThere(connector: string, left: readonly LeftThere[]): string | null {
  return left.length === 0 ? null : left.map((each) => wordOne(connector, each)).join(' ');
}

function wordOne(connector: string, { what, reason }: LeftThere): string {
  const because = reason === null ? '' : `: ${wordReason(reason)}`;
  if (what === 'shared')
    return `${connector} still lists Crossdock as allowed: another account is connected to the same by it, and needs it.`;
  if (what === 'webhook')
    return `${connector} still has our webhook${because} What it sends is refused. Remove the webhook in ${connector}.`;
  return `${connector} still lists Crossdock as allowed${because || '.'} Remove it in ${connector}.`;
}
