import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordAction } from '../../../shared/runs/commands.ts';
import { type MappingKind, undoSeconds } from '../../order-flow/release/delay.ts';
import { followMappedCode } from '../../purchase-flow/checking/follow-mapping.ts';
import type { Undoable } from './contract.ts';
import { linkIn } from './link-value.ts';
import { followSaveThere } from './sent.ts';

/** A mapping as it was and as it was saved: by the channel's code. */
export type MappingChange = {
  code: string;
  from: number | string | null;
  to: number | string | null;
  /** Of a shipping code that was deleted: what the channel calls it, to be put back with it. */
  description?: string | null;
  /** Of a location that was not known before: undone, it is not known again. */
  added?: true;
};

/** Records what a person saved, so that it can be undone. Null when it was so before. */
export async function recordSave(
  tenant: Tenant,
  { kind, connectionId, changes }: { kind: MappingKind; connectionId: number; changes: MappingChange[] },
): Promise<Undoable> {
  const changed = changes.filter(({ from, to }) => from !== to);
  if (kind === 'product' || kind === 'location')
    await followMappedCode(tenant, { connectionId, kind, codes: changed.map(({ code }) => code) });
  await auditMappings(tenant, 'changed', { id: connectionId, kind, changes: changed });
  const undo = await storeSave(tenant, { kind, connectionId, changes: changed });
  if (undo !== null)
    await recordAction(tenant, {
      subject: subjectOf(changed),
      mappingSaveId: undo.id,
      record: { type: 'connection', id: connectionId, label: codesOf(changed) },
    });
  return undo;
}

/** Stores changed mappings as a save and tells nobody: for what another audit row tells of, as an import. Null without any. */
export async function storeSave(
  tenant: Tenant,
  { kind, connectionId, changes }: { kind: MappingKind; connectionId: number; changes: MappingChange[] },
): Promise<Undoable> {
  if (changes.length === 0) return null;
  const { id } = await tenant.db
    .insertInto('mapping_saves')
    .values({
      account_id: tenant.accountId,
      connection_id: connectionId,
      kind,
      changes: JSON.stringify(
        Object.fromEntries(
          changes.map(({ code, from, to, description, added }) => [
            code,
            { from: text(from), to: text(to), ...(description && { description }), ...(added && { added }) },
          ]),
        ),
      ),
      user_id: tenant.userId,
      // Not when the transaction began: that may be long ago.
      saved_at: sql`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const atWarehouse =
    kind === 'line' ? null : await followSaveThere(tenant, id, { connectionId, kind, codes: changes.map(({ code }) => code) });
  return { id, seconds: undoSeconds, ...(atWarehouse !== null && { at_warehouse: atWarehouse }) };
}

type Mappings = { id: number; kind: MappingKind; changes: MappingChange[] };

/** Records whom a code meant before and means now; a product by its SKU. `id` is the connection's. */
export async function auditMappings(tenant: Tenant, verb: 'changed' | 'undid', { id, kind, changes }: Mappings): Promise<void> {
  const skus = await skusOf(tenant, kind, changes);
  const values = (side: 'from' | 'to') =>
    Object.fromEntries(changes.map((each) => [each.code, each[side] === null ? null : (skus.get(String(each[side])) ?? each[side])]));
  await writeAudit(tenant, { verb, noun: nouns[kind], record: { id, name: codesOf(changes) }, from: values('from'), to: values('to') });
}

const nouns: Record<MappingKind, string> = {
  product: 'product link',
  line: 'order line',
  shipping: 'shipping option',
  location: 'location mapping',
};

/** By what a save keeps of it, as `12x6`: the product's SKU, and how many units a sale takes. */
async function skusOf(tenant: Tenant, kind: MappingKind, changes: MappingChange[]): Promise<Map<string, string>> {
  if (kind !== 'product' && kind !== 'line') return new Map();
  const values = changes.flatMap(({ from, to }) => [text(from), text(to)]).filter((value) => value !== null);
  const links = values.map((value) => ({ value, ...linkIn(value) }));
  if (links.length === 0) return new Map();
  const { db, accountId } = tenant;
  const ids = links.map(({ productId }) => Number(productId));
  const rows = await db.selectFrom('products').select(['id', 'sku']).where('account_id', '=', accountId).where('id', 'in', ids).execute();
  const skus = new Map(rows.map(({ id, sku }) => [String(id), sku]));
  return new Map(
    links.map(({ value, productId, units }) => [value, `${skus.get(String(productId)) ?? productId}${units > 1 ? ` × ${units}` : ''}`]),
  );
}

const subjectOf = (changes: MappingChange[]) =>
  `${codesOf(changes)}: ${changes.every(({ to }) => to === null) ? 'Unlink' : changes.every(({ from }) => from === null) ? 'Link' : 'Change link'}`;
const codesOf = (changes: MappingChange[]) => (changes.length === 1 ? (changes[0]?.code ?? '') : `${changes.length} codes`);

const text = (value: number | string | null) => (value === null ? null : String(value));
