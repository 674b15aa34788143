import { callsUs } from '../connection.ts';
import type { Connection } from '../contract.ts';
import type { Needs, Progress } from './contract.ts';
import { needWords } from './need-words.ts';

export type StepKey = 'warehouse' | 'products' | 'shipping' | 'arrived' | 'packing' | 'shipped' | 'confirmed';
export type Step = { key: StepKey; title: string; done: boolean; hint: string };

/**
 * What a channel needs until its first order is on its way back, in order; nothing once it is. A step counts as done where nothing
 * waits for it, so that nobody is sent to map what no order has. Browser-safe.
 */
export function stepsOf(of: Pick<Connection, 'name' | 'capabilities'>, progress: Progress, needs: Needs): Step[] | null {
  const { name } = of;
  const { hasWarehouse, linked, shippingMapped, orders, atWarehouse, shipped, fulfilled } = progress;
  if (fulfilled > 0) return null;
  return [
    {
      key: 'warehouse',
      title: 'Connect the warehouse',
      done: hasWarehouse,
      hint: 'Orders wait here until there is one to send them to.',
    },
    {
      key: 'products',
      title: `Link the products of ${name}`,
      done: linked > 0 && needs.products.codes === 0,
      hint: productsHint(progress, needs),
    },
    {
      key: 'shipping',
      title: 'Map its shipping options',
      done: shippingMapped > 0 && needs.shipping.codes === 0,
      hint: shippingHint(progress, needs),
    },
    {
      key: 'arrived',
      title: 'The first order arrives',
      done: orders > 0,
      hint: callsUs(of) ? `${name} sends it, with a key that may sell for it.` : `${name} is read all the time; nobody has to do anything.`,
    },
    { key: 'packing', title: 'The warehouse packs it', done: atWarehouse > 0, hint: 'It leaves as soon as nothing about it waits.' },
    { key: 'shipped', title: 'It ships', done: shipped > 0, hint: 'The warehouse says when, with its tracking number.' },
    { key: 'confirmed', title: `The shipment is confirmed to ${name}`, done: false, hint: 'From then on everything runs by itself.' },
  ];
}

function productsHint({ products, linked }: Progress, { products: need }: Needs): string {
  if (need.codes > 0) return `${needWords(need, 'SKU is not linked', 'SKUs are not linked')}.`;
  if (products === 0) return 'Import them, or wait for the first order: its SKUs appear by themselves.';
  return `${write(linked)} of ${write(products)} are linked.`;
}

function shippingHint({ shippingCodes, shippingMapped }: Progress, { shipping: need }: Needs): string {
  if (need.codes > 0) return `${needWords(need, 'code is not mapped', 'codes are not mapped')}.`;
  if (shippingCodes === 0) return 'Get them from the channel, or wait for the first order: its code appears by itself.';
  return `${write(shippingMapped)} of ${write(shippingCodes)} are mapped.`;
}

const write = (count: number) => count.toLocaleString('en-US');
