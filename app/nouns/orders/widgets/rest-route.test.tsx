import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import type { Decided } from './remedies/of-order.ts';
import { useRestRoute } from './rest-route.tsx';

const Route = ({ order }: { order: Partial<Decided> }) => useRestRoute(order as Decided).fields;

function shown(order: Partial<Decided>): string {
  const queries = new QueryClient();
  queries.setQueryData(['buildings of the warehouse'], [{ code: 'NV2', name: 'Reno' }]);
  const shipMethods = { UPS: [{ code: 'UPSGR', name: 'Ground' }] };
  const whole = { units_shipped: 1, warehouse_code: 'NV2', shipping_code: 'UPSGR', shipMethods, ...order };
  return rendered(<Route order={whole} />, { queries });
}

const [building, method] = ['Building that the rest leaves from', 'Shipping method of the rest'];

test.each<[what: string, order: Partial<Decided>, choices: string[]]>([
  ['has its building and its method', {}, []],
  ['has no such building', { warehouse_code: 'OLD' }, [building]],
  ['has no such method', { shipping_code: 'OLD' }, [method]],
  ['is told no method,', { shipping_code: null }, [method]],
  ['is told no building,', { warehouse_code: null }, []],
  ['has neither', { warehouse_code: 'OLD', shipping_code: 'OLD' }, [building, method]],
  ['has neither, of an order of which nothing has left', { warehouse_code: 'OLD', shipping_code: 'OLD', units_shipped: 0 }, []],
  ['has methods that are not read yet', { shipping_code: 'OLD', shipMethods: {} }, []],
])('where the warehouse %s a person chooses just that for the rest', (_, order, choices) => {
  const page = shown(order);
  expect([building, method].filter((label) => page.includes(label))).toEqual(choices);
  expect(page.includes('UPS Ground')).toBe(choices.includes(method));
  expect(page.includes('Reno')).toBe(choices.includes(building));
});
