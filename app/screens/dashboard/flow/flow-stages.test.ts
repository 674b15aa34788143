import { expect, test } from 'vitest';
import { type ConnectionHealth, flowStages } from './flow-stages.ts';

const counts = { pending: 3, packing: 5, partially_shipped: 2, shipped: 1, fulfilled: 90, error: 4, cancelled: 0 };
const flow = { arrived: 12, accepted: 11, shipped: 9, confirmed: 8, cancelled: 6 };
const shop = { name: 'ShipStation', capabilities: ['orders'], health: 'healthy' } satisfies ConnectionHealth;
const warehouse = { name: 'Amware', capabilities: ['warehouse'], health: 'healthy' } satisfies ConnectionHealth;

test('orders are counted by stage and by gate', () => {
  const { stages, gates } = flowStages(counts, flow, [shop, warehouse]);
  expect(stages.map(({ standing }) => standing)).toEqual([null, 3, 7, 1, null]);
  expect(stages.map(({ label, stopped, cancelled }) => [label, stopped, cancelled]).slice(0, 2)).toEqual([
    ['ShipStation', 0, 0],
    ['Pending', 4, 6],
  ]);
  expect(gates.map(({ today, blocked }) => [today, blocked])).toEqual([
    [12, null],
    [11, null],
    [9, null],
    [8, null],
  ]);
});

test('a connection that does not work blocks its gates', () => {
  const blocked = (gates: { blocked: string | null }[]) => gates.map((gate) => gate.blocked);
  expect(blocked(flowStages(counts, flow, [{ ...shop, health: 'needs_reconnect' }, warehouse]).gates)).toEqual([
    'ShipStation refuses our credentials',
    null,
    null,
    'ShipStation refuses our credentials',
  ]);
  expect(blocked(flowStages(counts, flow, [shop]).gates)).toEqual([null, 'no warehouse connected', 'no warehouse connected', null]);
});
