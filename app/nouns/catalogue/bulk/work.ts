import type { TargetWork } from '../../../shared/runs/working/work-targets.ts';
import { categoryNamed } from '../categories/commands.ts';
import { changeItems } from '../items/commands.ts';
import { type Kind, kinds } from '../kinds.ts';
import type { BulkValues } from './contract.ts';
import { type BulkColumns, itemsWith, labelOf, recordType } from './items-with.ts';

/** What a bulk run does with its items; what was deleted meanwhile is left out. */
export const settingValues = (kind: Kind, { category, ...set }: BulkValues): TargetWork => ({
  noun: kinds[kind].one,
  async perform(tenant, _action, ids) {
    const items = await itemsWith(tenant, kind, ids);
    const known = new Map(items.map((item) => [item.id, item]));
    const is = { ...set, ...(category !== undefined && { category_id: await categoryNamed(tenant, kind, category) }) };
    await changeItems(
      tenant,
      kind,
      items.map(({ id }) => id),
      { ...set, ...(category !== undefined && { category }) },
    );
    return ids.map((id) => {
      const item = known.get(id);
      const facts = { recordType: recordType[kind], recordId: id, label: item?.sku ?? String(id) };
      return item === undefined
        ? { ...facts, outcome: 'skipped', reason: 'It was deleted meanwhile.' }
        : { ...facts, outcome: 'done', reason: null, changed: changeOf(item, is) };
    });
  },
  label: (tenant, id) => labelOf(tenant, kind, id),
});

/** What it had, and has; null where it had that before. */
function changeOf(item: BulkColumns, is: Partial<BulkColumns>): { was: Partial<BulkColumns>; is: Partial<BulkColumns> } | null {
  const fields = Object.keys(is) as (keyof BulkColumns)[];
  const was = Object.fromEntries(fields.map((field) => [field, item[field]]));
  return fields.some((field) => item[field] !== is[field]) ? { was, is } : null;
}
