import { expect, test } from 'vitest';
import { chartShape, type OrderHistory } from './chart-shape.ts';

const connectors = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `c${n}`, label: `Channel ${n}` }));

test('each day is a column of its connectors, in one order', () => {
  const orders: OrderHistory['orders'] = [
    { date: '2026-11-20', counts: { c1: 3, c0: 2 } },
    { date: '2026-11-21', counts: { c1: 1 } },
  ];
  expect(chartShape({ orders, connectors: connectors(2) })).toEqual({
    series: [
      { name: 'c0', label: 'Channel 0', total: 2 },
      { name: 'c1', label: 'Channel 1', total: 4 },
    ],
    columns: [
      { date: '2026-11-20', parts: [2, 3], total: 5 },
      { date: '2026-11-21', parts: [0, 1], total: 1 },
    ],
    total: 6,
  });
});

test('the smallest of many connectors are combined, and every order is counted', () => {
  const counts = { c0: 1, c1: 20, c2: 30, c3: 2, c4: 40, c5: 50, c6: 60, c7: 3 };
  const { series, total } = chartShape({ orders: [{ date: '2026-11-21', counts }], connectors: connectors(8) });
  expect(series.map(({ label }) => label)).toEqual(['Channel 1', 'Channel 2', 'Channel 4', 'Channel 5', 'Channel 6', '3 others']);
  expect([series.at(-1)?.total, total]).toEqual([6, 206]);
});
