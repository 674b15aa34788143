import { expect } from 'vitest';
import type { TestProduct } from '../product.ts';
import type { Walk } from './driver/walk.ts';
import { find } from './find.ts';
import { called, indexed, sold } from './orders.ts';

/** An order that is ready but for its hold goes to another street, and leaves. */
export const releaseOrder: Walk<{ number: string; product: TestProduct }> = {
  task: 'Change the address of an order that is on hold, and release it',
  as: 'olive@demo.crossdock',
  prepare: async (product, round) => {
    const [number, sku] = [`MOVE-${round}`, `ODD-MOVE-${round}`];
    const [id] = await sold(product, { orderNumber: number, items: [{ sku, quantity: 1 }] });
    await called(product, `/api/orders/${id}/hold`, { reason: 'Another address comes' });
    const [link] = await product.database.sql<{ connector_id: string; product_id: string }>(
      `select o.connection_id as connector_id, p.id as product_id from orders o join products p on p.account_id = o.account_id
        where o.id = $1 and p.sku = '85123A'`,
      [id],
    );
    const linked = { connector_id: Number(link?.connector_id), product_id: Number(link?.product_id), seen_product_id: null };
    await called(product, '/api/connector-products', { connector_product: { ...linked, connector_product_sku: sku } });
    const ready = `select from orders where id = $1 and open_issues = 0`;
    await expect.poll(() => product.database.sql(ready, [id])).toHaveLength(1);
    await indexed(product);
    return { number, product };
  },
  steps: async (hand, { number, product }) => {
    const { page, press, type } = hand;
    await find(hand, number, number);
    await press(page.getByRole('button', { name: 'Edit Order' }), { key: 'e' });
    await page.getByRole('textbox', { name: 'Customer Name' }).and(page.locator(':focus')).waitFor();
    await type(page.getByRole('textbox', { name: 'Address Line 1' }), '2 Quay');
    await type(page.getByRole('textbox', { name: 'City' }), 'Whitby');
    await press(page.getByRole('button', { name: 'Save Changes' }), { key: 'ControlOrMeta+s' });
    await page.getByText('Order successfully saved').waitFor();
    await press(page.getByRole('button', { name: 'Unhold' }));
    await page.getByText(/^SO-\d+ is off hold\./).waitFor();
    const left = `select from orders where source_order_number = $1 and city = 'Whitby' and warehouse_order_id is not null`;
    await expect.poll(() => product.database.sql(left, [number])).toHaveLength(1);
  },
};
