import type { AuditEntry } from '../../../../platform/audit.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Change, ChangeNoun } from '../../../base/changes/noun.ts';
import { type MappingKind, mappingNouns } from '../../order-flow/release/delay.ts';
import type { Before } from './kinds.ts';
import { linkIn } from './link-value.ts';

/** What a save keeps of a code: what it means as text, null where that is nothing; before, with what has to come back with it. */
export type Meaning = string | null | Omit<Before, 'code'>;

export const meaningOf = (value: unknown): string | null =>
  typeof value === 'object' ? ((value as { to: string | null } | null)?.to ?? null) : String(value);

/** The links and mappings of a connection, by the channel's code: the record is the connection. */
const nounOf = (kind: MappingKind): ChangeNoun => ({
  name: mappingNouns[kind],
  audited: (tenant, changes) => Promise.all(changes.map((change) => auditOf(tenant, kind, change))),
});

export const nouns: Record<MappingKind, ChangeNoun> = {
  product: nounOf('product'),
  line: nounOf('line'),
  shipping: nounOf('shipping'),
  location: nounOf('location'),
};

/** Of more codes than this that were saved together, the audit says how many they are. */
const mostAudited = 1_000;

/** Whom a code meant before and means now; a product by its SKU. */
async function auditOf(tenant: Tenant, kind: MappingKind, { record, was, is, undoes }: Change): Promise<AuditEntry> {
  const entry = { verb: undoes === undefined ? 'changed' : 'undid', noun: mappingNouns[kind], record } as const;
  const codes = Object.keys(is ?? {}).length;
  if (codes > mostAudited) return { ...entry, to: { codes } };
  const sides = [was ?? {}, is ?? {}].map((side) => Object.entries(side).map(([code, value]) => [code, meaningOf(value)] as const));
  const skus = await skusOf(
    tenant,
    kind,
    sides.flat().flatMap(([, value]) => value ?? []),
  );
  const [from = {}, to = {}] = sides.map((side) =>
    Object.fromEntries(side.map(([code, value]) => [code, value === null ? null : (skus.get(value) ?? value)])),
  );
  return { ...entry, from, to };
}

/** By what a save keeps of it, as `12x6`: the product's SKU, and how many units a sale takes. */
async function skusOf({ db, accountId }: Tenant, kind: MappingKind, values: string[]): Promise<Map<string, string>> {
  if ((kind !== 'product' && kind !== 'line') || values.length === 0) return new Map();
  const links = values.map((value) => ({ value, ...linkIn(value) }));
  const ids = links.flatMap(({ product_id }) => product_id ?? []);
  const rows = await db.selectFrom('products').select(['id', 'sku']).where(inAccount({ accountId })).where('id', 'in', ids).execute();
  const skus = new Map(rows.map(({ id, sku }) => [id, sku]));
  return new Map(
    links.map(({ value, product_id, units }) => [
      value,
      `${(product_id !== null && skus.get(product_id)) || product_id}${units > 1 ? ` × ${units}` : ''}`,
    ]),
  );
}
