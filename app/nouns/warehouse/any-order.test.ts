import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { type MugStep, mugSeller, mugSteps } from '../../../test/shop/mug-seller.ts';

const own = testDatabase();

const step = fc.record({ what: fc.constantFrom(...mugSteps, 'look', 'store', 'leave', 'hear of parcel'), a: fc.nat(9) });
const steps = (...all: MugStep[]) => all.map((what) => ({ what, a: 0 }));
const wholeCount = steps('begin', 'look', 'look', 'store', 'store');
/** Orders with the warehouse, which may leave. */
const beginning = [...wholeCount, ...Array.from({ length: 4 }, () => steps('sell', 'accept', 'hear of order')).flat()];
/** What is being counted is forgotten, and all is heard. */
const settling = Array.from({ length: 50 }, () =>
  steps('accept', 'hear of order', 'hear of parcel', 'hear of return', 'hear of receipt', 'book'),
).flat();

test('whatever happens while counts are read, no more is told than is there and not promised; the next count tells all there is', {
  timeout: 180_000,
}, async () => {
  const taken = { sold: 0, left: 0, returned: 0, booked: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (all) => {
      const { shelf, take, told } = await mugSeller(own);
      for (const { what, a } of [...beginning, ...all]) {
        await take(what, a);
        const { channel, book } = await told();
        expect(channel, `told to a channel after: ${what}`).toBeLessThanOrEqual(shelf.mostInChannel());
        expect(book, `in the book after: ${what}`).toBeLessThanOrEqual(Math.max(shelf.mostInBook(), 0));
      }
      for (const { what, a } of [...settling, ...wholeCount]) await take(what, a);
      expect(await told()).toEqual({ channel: shelf.free(), book: shelf.onHand() });
      taken.sold += shelf.sold.length;
      taken.left += shelf.sold.filter(({ parcelIsHeard }) => parcelIsHeard).length;
      taken.returned += shelf.returned.filter(({ isHeard }) => isHeard).length;
      taken.booked += shelf.came.filter(({ isBooked }) => isBooked).length;
    }),
    { numRuns: 15, endOnFailure: true },
  );
  expect(Math.min(...Object.values(taken))).toBeGreaterThan(0);
});

test('what came is told once, though as much left by the next count, which brings the figures that were known', async () => {
  const { shelf, take, told } = await mugSeller(own);
  const all = async (...some: { what: MugStep; a: number }[]) => {
    for (const { what, a } of some) await take(what, a);
    return (await told()).book;
  };
  const before = await all(...wholeCount);
  expect(await all(...steps('come', 'hear of receipt', 'book'))).toBe(before + 1);
  expect(await all(...steps('sell', 'accept', 'leave'))).toBe(before + 1);
  expect(await all(...wholeCount)).toBe(before);
  expect(shelf.onHand()).toBe(before);
});

test('what came after a count and has left again is not offered, though its receipt is added to that count', async () => {
  const { shelf, take, told } = await mugSeller(own);
  const all = async (...some: { what: MugStep; a: number }[]) => {
    for (const { what, a } of some) await take(what, a);
    return (await told()).book;
  };
  const [sell, come] = [{ what: 'sell', a: 3 } as const, { what: 'come', a: 9 } as const];
  const order = [sell, ...steps('accept', 'hear of order', 'leave', 'hear of parcel')];
  expect(await all(...wholeCount, ...order, ...order, ...order)).toBe(0);
  expect(await all(come, ...steps('hear of receipt', 'book'))).toBe(10);
  // It waited for these goods at the warehouse.
  shelf.sold.push({ id: 0, units: 3, from: null, isHeard: false, leftAt: null, parcelIsHeard: false });
  expect(await all(...steps('accept', 'hear of order', 'leave', 'hear of parcel'))).toBe(7);
  expect(await all(...wholeCount)).toBe(7);
});

test('what goes back to its vendor is no longer offered once it is heard of, though the count has it as available', async () => {
  const { shelf, take, told } = await mugSeller(own);
  const all = async (...some: { what: MugStep; a: number }[]) => {
    for (const { what, a } of some) await take(what, a);
    return told();
  };
  const before = await all(...wholeCount);
  const back = { what: 'send back', a: 3 } as const;
  expect(await all(back, ...steps('hear of return'))).toEqual({ channel: before.channel - 4, book: before.book - 4 });
  expect(await all(...wholeCount)).toEqual({ channel: shelf.free(), book: shelf.onHand() });
  // It is taken off a count as well that began before it left.
  expect(await all(...steps('begin', 'look', 'look'), back, ...steps('hear of return', 'store', 'store'))).toEqual({
    ...{ channel: shelf.free(), book: shelf.onHand() },
  });
});
