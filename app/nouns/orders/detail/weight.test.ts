import { expect, test } from 'vitest';
import { packageWeight } from './weight.ts';

const order = { weight_grams: 1_200, source_name: 'ShipStation', units_ordered: 3, units_shipped: 3 };
const parcels = (...grams: (number | null)[]) => ({ shipments: grams.map((weight_grams) => ({ weight_grams })) });

test.each([
  ['before anything has shipped: the channel’s', { ...order, units_shipped: 0, ...parcels() }, { grams: 1_200, why: null }],
  ['parcels that agree', { ...order, ...parcels(700, 500) }, { grams: 1_200, why: null }],
  [
    'parcels that differ',
    { ...order, ...parcels(700, 640) },
    { grams: 1_340, why: 'as the warehouse weighed it; ShipStation said 1.2 kg' },
  ],
  [
    'a part of it has shipped',
    { ...order, units_shipped: 1, ...parcels(700) },
    { grams: 1_200, why: 'as ShipStation says; parcels so far weigh 700 g, the rest has not shipped yet' },
  ],
  [
    'a parcel without weight',
    { ...order, ...parcels(700, null) },
    { grams: 1_200, why: 'as ShipStation says; parcels so far weigh 700 g, not every parcel was weighed' },
  ],
  ['a channel that says none', { ...order, weight_grams: null, ...parcels(700) }, { grams: 700, why: null }],
  ['no weight at all', { ...order, weight_grams: 0, ...parcels(null) }, null],
])('%s', (_case, weighed, shown) => expect(packageWeight(weighed)).toEqual(shown));
