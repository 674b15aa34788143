import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Invalid } from '../../../../../platform/http/refusal.ts';
import type { LineItem } from '../../../order-flow/contract/editing.ts';
import { type LineEdits, type Product, planLines, type StoredLine } from './plan.ts';

const products: Product[] = [1, 2, 3].map((id) => ({ id, sku: `P${id}`, name: `Product ${id}`, upc: null, image_url: null }));
const productId = fc.option(fc.constantFrom(1, 2, 3), { nil: null });
const line = fc.record({ product_id: productId, quantity: fc.integer({ min: -2, max: 1_000_000 }), is_charge: fc.boolean() });
const lines = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((rows) => rows.map((row, at) => ({ ...row, id: at + 1, sku: `L${at}`, name: '' }) as StoredLine));
const item: fc.Arbitrary<LineItem> = fc.record(
  {
    id: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null }),
    product_id: productId,
    sku: fc.constantFrom('P1', 'P3', 'nonsense'),
    quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 900_000, max: 1_000_000 })),
    isNewItem: fc.boolean(),
    isDelete: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** The order's goods after the plan, by line and by added product. */
function after(stored: StoredLine[], { changed, removed, added }: LineEdits): number[] {
  const kept = stored.filter((each) => !each.is_charge && !removed.includes(each));
  return [...kept.map((each) => changed.find(({ line }) => line === each)?.to ?? each.quantity), ...added.map(({ quantity }) => quantity)];
}

test('whatever the edit, a plan leaves an order that can be sent, or is refused with a sentence', () => {
  fc.assert(
    fc.property(lines, fc.array(item, { maxLength: 8 }), (stored, items) => {
      let plan: LineEdits;
      try {
        plan = planLines(stored, products, items);
      } catch (error) {
        expect(error).toBeInstanceOf(Invalid);
        expect(
          Object.values((error as Invalid).fields)
            .flat()
            .join(),
        ).toMatch(/\.$/);
        return;
      }
      const hadGoods = stored.some(({ is_charge }) => !is_charge);
      expect(after(stored, plan).length > 0).toBe(hadGoods);
      for (const { line, to } of plan.changed) {
        expect(line.is_charge || to === line.quantity || plan.removed.includes(line)).toBe(false);
        expect(to >= 1 && to <= 1_000_000).toBe(true);
      }
      expect(plan.removed.some(({ is_charge }) => is_charge)).toBe(false);
      const ours = plan.added.map(({ product }) => product.id);
      expect(new Set(ours).size).toBe(ours.length);
      const onOrder = stored.filter((each) => !each.is_charge && !plan.removed.includes(each)).map(({ product_id }) => product_id);
      expect(ours.some((id) => onOrder.includes(id))).toBe(false);
    }),
    { numRuns: 500 },
  );
});
