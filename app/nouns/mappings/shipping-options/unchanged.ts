import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import type { SentOption } from './contract.ts';

/** Locks the codes that somebody looked at before changing them. @throws Refusal 409 where another has changed one since */
export async function requireUnchanged(tenant: Tenant, connectionId: number, options: readonly SentOption[]): Promise<void> {
  const seen = options.flatMap(({ connectorCode, was }) => (was ? [{ code: connectorCode.trim(), was }] : []));
  if (seen.length === 0) return;
  const stored = await tenant.db
    .selectFrom('shipping_options')
    .select(['connector_code', 'amware_code', 'description'])
    .where('account_id', '=', tenant.accountId)
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
    if (!isMapped || !isDescribed) throw refuse(409, 'changed_meanwhile', await changedMeanwhile(tenant, { ...now, isMapped }));
  }
}

/** A code that there is not: one that is not mapped, and is called nothing. */
const unknown = (code: string) => ({ connector_code: code, amware_code: null, description: null });

type Changed = { connector_code: string; amware_code: string | null; description: string | null; isMapped: boolean };

const advice = 'Look at it again before you save.';

async function changedMeanwhile(tenant: Tenant, { connector_code, amware_code, description, isMapped }: Changed): Promise<string> {
  if (isMapped) return `Somebody else changed the description of ${connector_code} meanwhile: ${description || 'none'}. ${advice}`;
  const methods = (await listMethods(tenant)).flatMap((group) => group.methods);
  const name = methods.find(({ code }) => code === amware_code)?.name ?? amware_code;
  return name === null
    ? `Somebody else took the mapping of ${connector_code} away meanwhile. ${advice}`
    : `Somebody else mapped ${connector_code} to ${name} meanwhile. ${advice}`;
}
