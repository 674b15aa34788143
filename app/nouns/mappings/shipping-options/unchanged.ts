import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lastChangedBy } from '../../../base/changes/since.ts';
import { changedMeanwhile, somebodyElse } from '../../../base/changes/unchanged.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import { mappingNouns } from '../../order-flow/release/delay.ts';
import type { SentOption } from './contract.ts';

/** Locks the codes that somebody looked at before changing them. @throws Refusal 409 where another has changed one since */
export async function requireUnchanged(tenant: Tenant, connectionId: number, options: readonly SentOption[]): Promise<void> {
  const seen = options.flatMap(({ connectorCode, was }) => (was ? [{ code: connectorCode, was }] : []));
  if (seen.length === 0) return;
  const stored = await tenant.db
    .selectFrom('shipping_options')
    .select(['connector_code', 'amware_code', 'description'])
    .where(inAccount(tenant))
    .where('connection_id', '=', connectionId)
    .where(
      'connector_code',
      'in',
      seen.map(({ code }) => code),
    )
    .orderBy('connector_code')
    .forUpdate()
    .execute();
  const byCode = new Map(stored.map((row) => [row.connector_code, row]));
  for (const { code, was } of seen) {
    const now = byCode.get(code) ?? unknown(code);
    const isMapped = was.amwareCode === undefined || was.amwareCode === now.amware_code;
    const isDescribed = was.description === undefined || (was.description ?? '') === (now.description ?? '');
    if (isMapped && isDescribed) continue;
    throw changedMeanwhile(await inWords(tenant, connectionId, { ...now, isMapped }));
  }
}

/** The same of one that was just deleted. `was`: the method that a person saw, empty for none. @throws Refusal 409 */
export async function requireDeletedAsSeen(
  tenant: Tenant,
  connectionId: number,
  option: Omit<Changed, 'isMapped'>,
  was: string | undefined,
): Promise<void> {
  if (was === undefined || (was || null) === option.amware_code) return;
  throw changedMeanwhile(await inWords(tenant, connectionId, { ...option, isMapped: false }), 'delete it');
}

/** A code that there is not: one that is not mapped, and is called nothing. */
const unknown = (code: string) => ({ connector_code: code, amware_code: null, description: null });

/** `isMapped`: as the person saw it, so that its description is not. */
type Changed = { connector_code: string; amware_code: string | null; description: string | null; isMapped: boolean };

async function inWords(tenant: Tenant, connectionId: number, changed: Changed): Promise<string> {
  const { connector_code, amware_code, description, isMapped } = changed;
  const which = { noun: mappingNouns.shipping, recordId: connectionId, fields: [connector_code] };
  const { who, on } = (await lastChangedBy(tenant, which)) ?? somebodyElse;
  if (isMapped) return `${who} changed the description of ${connector_code}${on}: ${description || 'none'}.`;
  const methods = (await listMethods(tenant)).flatMap((group) => group.methods);
  const name = methods.find(({ code }) => code === amware_code)?.name ?? amware_code;
  return name === null ? `${who} took the mapping of ${connector_code} away${on}.` : `${who} mapped ${connector_code} to ${name}${on}.`;
}
