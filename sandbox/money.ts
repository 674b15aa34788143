/** Thousandths, the smallest unit of the sales file, as whole numbers, so that sums are exact. */
export function thousandths(decimal: string): number {
  return Math.round(Number(decimal) * 1000);
}

/** A decimal string with two places, or three where they are needed. */
export function decimalOf(amount: number): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(4, '0');
  const places = digits.slice(-3);
  return `${sign}${digits.slice(0, -3)}.${places.endsWith('0') ? places.slice(0, 2) : places}`;
}

type Priced = { items: { quantity: number; unitPrice: string }[]; shippingAmount: string; taxAmount: string };

/** What the customer pays: all lines, charges and discounts among them, with postage and tax. */
export function orderTotal(order: Priced): string {
  const lines = order.items.reduce((sum, item) => sum + item.quantity * thousandths(item.unitPrice), 0);
  return decimalOf(lines + thousandths(order.shippingAmount) + thousandths(order.taxAmount));
}
