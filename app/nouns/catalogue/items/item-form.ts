import type { FieldSchema, PropertySchema } from '../../../ui/form/field-schema.ts';
import { formOf } from '../../../ui/form/form-of.ts';
import type { Category } from '../categories/contract.ts';
import { newItem } from './item-calls.ts';

const form = formOf({ body: newItem });

/** The short ones stand side by side. */
const thirds: Readonly<Record<string, 1 | 2>> = {
  ...{ name: 2, upc: 1 },
  ...{ category_id: 1, image_url: 2 },
  ...{ unit: 1, weight: 1, warehouse_location: 1 },
  ...{ reorder_point: 1, expiry_days: 2 },
};

/** The form of an item, for loaders: its category is chosen from those that there are. Without a SKU where that is given already. */
export function itemForm(categories: readonly Category[], { withSku }: { withSku: boolean }): FieldSchema {
  const { sku, category: _, category_id: category, ...fields } = form.properties as Record<string, PropertySchema>;
  const { description: __, ...chosen } = category ?? {};
  const named: PropertySchema = { ...chosen, options: categories.map(({ id, name }) => ({ value: String(id), label: name })) };
  const entries = Object.entries(fields).flatMap(([name, field]) =>
    name === 'image_url' ? [['category_id', named] as const, [name, field] as const] : [[name, field] as const],
  );
  const placed = [...(withSku && sku ? [['sku', sku] as const] : []), ...entries].map(([name, field]) => {
    const width = thirds[name];
    return [name, width ? { ...field, thirds: width } : field] as const;
  });
  return { properties: Object.fromEntries(placed), required: ['sku', 'name'] };
}
