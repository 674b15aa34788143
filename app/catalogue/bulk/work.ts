import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { TargetWork } from '../../runs/work-targets.ts';
import { changeItems } from '../commands.ts';
import { type Kind, kinds } from '../kinds.ts';
import type { BulkValues } from './contract.ts';

type Item = Columns<'products', 'id' | 'sku'>;

/** What a bulk run does with its items; what was deleted meanwhile is left out. */
export const settingValues = (kind: Kind, set: BulkValues): TargetWork => ({
  noun: kinds[kind].one,
  async perform(tenant, _action, ids) {
    const items = await itemsWith(tenant, kind, ids);
    const known = new Map(items.map(({ id, sku }) => [id, sku]));
    await changeItems(
      tenant,
      kind,
      items.map(({ id }) => id),
      set,
    );
    return ids.map((id) => {
      const sku = known.get(id);
      const facts = { recordType: recordType[kind], recordId: id, label: sku ?? String(id) };
      return sku === undefined
        ? { ...facts, outcome: 'skipped', reason: 'It was deleted meanwhile.' }
        : { ...facts, outcome: 'done', reason: null };
    });
  },
  async label(tenant, id) {
    const [item] = await itemsWith(tenant, kind, [id]);
    return { recordType: recordType[kind], label: item?.sku ?? String(id) };
  },
});

const recordType: Record<Kind, string> = { products: 'product', raw_materials: 'raw_material' };

/** In the order in which everybody locks them. */
async function itemsWith(tenant: Tenant, kind: Kind, ids: number[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select id, sku from ${sql.table(kind)} where account_id = ${tenant.accountId} and id = any(${ids}::bigint[]) order by sku collate "C" for no key update`.execute(
    tenant.db,
  );
  return rows;
}
