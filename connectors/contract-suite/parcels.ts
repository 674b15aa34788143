import { expect, test } from 'vitest';
import type { WarehouseOrderState, WarehouseShipment } from '../contract.ts';
import { aDay, type Directed, submitted } from './directed.ts';
import { records, succeeded } from './streams.ts';

export function parcelTests(directed: Directed): void {
  const { side, warehouse } = directed;
  const parcelsOf = async (reference: string) => (await records(warehouse().shipments)).filter((parcel) => parcel.reference === reference);
  const stateOf = async (reference: string) => succeeded(await warehouse().findOrder(reference));

  partTests(directed, parcelsOf, stateOf);

  test('say with which carrier, under which number, of which order, and which SKUs', async () => {
    const { order, state } = await submitted(directed);
    await side().ship(state.providerRef, 'the rest');
    const [parcel] = await parcelsOf(order.reference);
    expect(parcel).toMatchObject({
      providerRef: state.providerRef,
      carrier: expect.stringMatching(/\S/),
      trackingNumber: expect.stringMatching(/\S/),
    });
    const skus = new Map(order.lines.map(({ lineReference, sku }) => [lineReference, sku]));
    for (const line of parcel?.lines ?? []) expect(line.sku).toBe(skus.get(line.lineReference));
  });

  lotTests(directed, parcelsOf);

  test('of goods that have not left there are none', async () => {
    const [waiting, picked] = [await submitted(directed), await submitted(directed)];
    await side().pick(picked.state.providerRef);
    for (const { order } of [waiting, picked]) expect(await parcelsOf(order.reference)).toEqual([]);
  });
}

function lotTests(directed: Directed, parcelsOf: (reference: string) => Promise<WarehouseShipment[]>): void {
  const { candidate, side } = directed;
  const testOfLots = candidate.liesInLots ? test : test.skip;
  testOfLots('of a line whose goods are of several lots name each, with its units and the day that it expires', async () => {
    const { order, state } = await submitted(directed);
    const [line] = order.lines;
    await side().ship(state.providerRef, 'the rest');
    const parts = (await parcelsOf(order.reference))
      .flatMap(({ lines }) => lines)
      .filter((each) => each.lineReference === line?.lineReference);
    const lots = parts.map(({ lot }) => lot);
    expect(new Set(lots).size).toBeGreaterThan(1);
    expect(lots).not.toContain(null);
    expect(parts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(line?.quantity);
    for (const { expiresOn } of parts) expect(expiresOn).toMatch(aDay);
  });
}

function partTests(
  { candidate, ...directed }: Directed,
  parcelsOf: (reference: string) => Promise<WarehouseShipment[]>,
  stateOf: (reference: string) => Promise<WarehouseOrderState>,
): void {
  const { side } = directed;
  const testOfParts = candidate.leavesWhole ? test.skip : test;
  testOfParts('of an order that leaves in two are two, each with what is in it', async () => {
    const { order, state } = await submitted({ candidate, ...directed });
    await side().ship(state.providerRef, 'a part');
    const [first, ...none] = await parcelsOf(order.reference);
    expect(none).toEqual([]);
    expect(await stateOf(order.reference)).toMatchObject({ status: 'partially_shipped' });
    expect(unitsIn(first ? [first] : [])).toEqual(shippedOf(await stateOf(order.reference)));

    await side().ship(state.providerRef, 'the rest');
    const both = await parcelsOf(order.reference);
    expect(new Set(both.map(({ remoteId }) => remoteId)).size).toBe(2);
    expect(both.find(({ remoteId }) => remoteId === first?.remoteId)?.lines).toEqual(first?.lines);
    expect(await stateOf(order.reference)).toMatchObject({ status: 'shipped' });
    expect(unitsIn(both)).toEqual(new Map(order.lines.map(({ lineReference, quantity }) => [lineReference, quantity])));
    expect(unitsIn(both)).toEqual(shippedOf(await stateOf(order.reference)));
  });
}

/** Units by the line that they serve. */
function unitsIn(parcels: readonly WarehouseShipment[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { lineReference, quantity } of parcels.flatMap(({ lines }) => lines))
    units.set(lineReference, (units.get(lineReference) ?? 0) + quantity);
  return new Map([...units].filter(([, quantity]) => quantity > 0));
}

const shippedOf = ({ lines }: { lines: readonly { lineReference: string; shipped: number }[] }) =>
  new Map(lines.flatMap(({ lineReference, shipped }) => (shipped > 0 ? [[lineReference, shipped] as const] : [])));
