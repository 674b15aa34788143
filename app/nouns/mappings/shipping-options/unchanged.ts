import type { Tenant } from '../../../../platform/tenant.ts';
import { lastChangedBy } from '../../../base/changes/since.ts';
import { changedMeanwhile, somebodyElse } from '../../../base/changes/unchanged.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import { mappingNouns } from '../../order-flow/release/delay.ts';
import type { SentOption } from './contract.ts';

/** What a code was before it was written: behind that it is locked, also one that nobody had added when it was looked at. */
type Before = { code: string; from: string | null; was_called: string | null };

/** Of codes that were just written, and somebody looked at before. @throws Refusal 409 where another has changed one since */
export async function requireUnchanged(
  tenant: Tenant,
  connectionId: number,
  options: readonly SentOption[],
  before: readonly Before[],
): Promise<void> {
  const seen = options.flatMap(({ connectorCode, was }) => (was ? [{ code: connectorCode, was }] : []));
  const byCode = new Map(before.map((row) => [row.code, row]));
  for (const { code, was } of seen) {
    const { from = null, was_called = null } = byCode.get(code) ?? {};
    const now = { connector_code: code, amware_code: from, description: was_called };
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
