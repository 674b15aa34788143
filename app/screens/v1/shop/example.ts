/** An order as documents show it; the tests send it. */
export const exampleOrder = {
  external_id: 'web-10042',
  currency: 'USD',
  ship_to: { name: 'Ada Byron', line_1: '1 Main Street', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' },
  customer_email: 'ada@example.com',
  shipping_code: 'standard',
  shipping_cost: '4.90',
  lines: [{ id: 'line-1', sku: 'MUG', name: 'A mug', quantity: 2, unit_price: '12.50' }],
};
