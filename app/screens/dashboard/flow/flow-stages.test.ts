import { expect, test } from 'vitest';
import { sumFlows } from '../../../shared/connections/home/flow.ts';
import { type ConnectionHealth, flowStages } from './flow-stages.ts';

const counts = { pending: 3, packing: 5, partially_shipped: 2, shipped: 1, fulfilled: 90, error: 4, cancelled: 0 };
const flow = { arrived: 12, accepted: 11, shipped: 9, confirmed: 8, cancelled: 6 };
const hours = { ...sumFlows([]), arrived: Array(24).fill(2), shipped: Array(24).fill(40) };
const shop = { name: 'ShipStation', capabilities: ['orders'], health: 'healthy' } satisfies ConnectionHealth;
const warehouse = { name: 'Amware', capabilities: ['warehouse'], health: 'healthy' } satisfies ConnectionHealth;

test('orders are counted by stage and by gate', () => {
  const { stages, gates } = flowStages(counts, flow, hours, [shop, warehouse]);
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
  expect(gates.map(({ flow }) => flow.rate)).toEqual(['2 an hour', 'none in 24 hours', '40 an hour', 'none in 24 hours']);
});

test('a connection that does not work blocks its gates', () => {
  const blocked = (gates: { blocked: string | null }[]) => gates.map((gate) => gate.blocked);
  expect(blocked(flowStages(counts, flow, hours, [{ ...shop, health: 'needs_reconnect' }, warehouse]).gates)).toEqual([
    'ShipStation refuses our credentials',
    null,
    null,
    'ShipStation refuses our credentials',
  ]);
  expect(blocked(flowStages(counts, flow, hours, [shop]).gates)).toEqual([null, 'no warehouse connected', 'no warehouse connected', null]);
});
