import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import { createCategory } from '../../nouns/catalogue/categories/commands.ts';

type Material = [
  sku: string,
  name: string,
  category: string,
  unit: string,
  weight: number,
  onHand: number,
  onHold: number,
  reorder: number,
];

/** Packing materials of a gift shop. One is below its reorder point. */
const materials: Material[] = [
  ['BOX-KRAFT-S', 'Kraft box 15 × 10 × 8 cm', 'Boxes', 'box', 0.08, 2400, 0, 800],
  ['BOX-KRAFT-L', 'Kraft box 30 × 20 × 15 cm', 'Boxes', 'box', 0.21, 640, 60, 600],
  ['TISSUE-IVORY', 'Tissue paper, ivory', 'Wrapping', 'sheet', 0.01, 12500, 0, 4000],
  ['RIBBON-RED-25', 'Satin ribbon, red, 25 mm', 'Wrapping', 'metre', 0.01, 1800, 0, 500],
  ['CARD-THANKS', 'Thank-you card with envelope', 'Print', 'piece', 0.02, 3100, 100, 1000],
  ['FILL-PAPER', 'Shredded paper filling', 'Wrapping', 'kg', 1, 85, 0, 40],
];

/** Puts them into a new demo account. */
export async function addDemoRawMaterials(tenant: Tenant): Promise<void> {
  const categories = new Map<string, number>();
  for (const name of new Set(materials.map(([, , category]) => category)))
    categories.set(name, (await createCategory(tenant, 'raw_materials', name)).id);
  for (const [sku, name, category, unit, weight, onHand, onHold, reorder] of materials) {
    await sql`
      insert into raw_materials (account_id, sku, name, category_id, unit, weight, quantity_on_hand, quantity_on_hold, quantity_available,
        reorder_point, stock_taken_at)
      values (${tenant.accountId}, ${sku}, ${name}, ${categories.get(category)}, ${unit}, ${weight},
        ${onHand}, ${onHold}, ${onHand - onHold}, ${reorder}, now())`.execute(tenant.db);
  }
}
