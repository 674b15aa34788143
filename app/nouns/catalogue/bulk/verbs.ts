import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type AssignTerms, assignVerbs } from '../../../shared/comments/assigning/verbs.ts';
import type { BulkNoun } from '../../../shared/runs/bulk/noun.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { type TagTerms, tagVerbs } from '../../../shared/tags/verbs.ts';
import { keepCategory } from '../categories/commands.ts';
import { changeItems } from '../items/commands.ts';
import { lockItems, undoItems } from '../items/undo-items.ts';
import type { Kind } from '../kinds.ts';
import type { BulkValues } from './contract.ts';

type Item = Columns<'products', 'id' | 'sku'>;
type ItemBulk = BulkNoun<Item, string, BulkValues & AssignTerms & TagTerms>;

const labelOf = ({ sku }: Item) => sku;
const withoutCategory: OutcomeSentence = { code: 'category_gone' };

const records = <Name extends Kind>(name: Name) => ({
  name,
  lock: (tenant: Tenant, ids: number[]) => lockItems(tenant, name, ids),
  label: labelOf,
});

/** What can be done with many items at once: give them values, and those back that they had, and tags. Products are assigned too. */
const bulkOf = (kind: Kind): ItemBulk => ({
  name: kind,
  lock: (tenant, ids) => lockItems(tenant, kind, ids),
  label: labelOf,
  verbs: {
    ...(kind === 'products' && assignVerbs(records('products'))),
    ...tagVerbs(records(kind)),
    set: {
      undo: 'unset',
      async perform(tenant, items, { terms, group }) {
        const ids = idsOf(items);
        const { category_id: category } = terms;
        if (category && !(await keepCategory(tenant, kind, category))) return { left: new Map(ids.map((id) => [id, withoutCategory])) };
        await changeItems(tenant, kind, ids, terms, group);
        return {};
      },
    },
    unset: { giveBack: async (tenant, ids, group) => ({ left: await undoItems(tenant, kind, group, ids) }) },
  },
});

export const itemBulk: Record<Kind, ItemBulk> = { products: bulkOf('products'), raw_materials: bulkOf('raw_materials') };
