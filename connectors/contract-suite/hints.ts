import { beforeAll, describe, expect, test } from 'vitest';
import type { Verified } from '../contract.ts';
import type { Delivered, Deliveries, Opened } from './candidate.ts';

/** What a connector must do with deliveries, whoever sends them. */
export function hintTests(open: () => Promise<Opened>, deliveries: Deliveries): void {
  describe('deliveries', () => deliveryTests(open, deliveries));
}

function deliveryTests(open: () => Promise<Opened>, { body, names, deliver, isUnsigned }: Deliveries): void {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  });
  const receive = (delivered: Delivered) => receivedBy(opened, delivered);
  const genuine = () => deliver(body, 'right');
  const hintsOf = async (delivered: Delivered) => hintsIn(await receive(delivered));

  test('a genuine one names its records, each once in a stream', async () => {
    const hints = await hintsOf(genuine());
    expect(hints.length).toBeGreaterThan(0);
    for (const { remoteIds } of hints) expect(remoteIds).toEqual(names);
  });

  test('the same one twice has the same ids, and those of its hints differ', async () => {
    const first = await hintsOf(genuine());
    expect(await hintsOf(genuine())).toEqual(first);
    expect(new Set(first.map(({ id }) => id)).size).toBe(first.length);
    for (const { id } of first) expect(id.length).toBeLessThanOrEqual(200);
  });

  test('one that another secret proves is refused, and so is one that nothing proves', async () => {
    expect(await receive(deliver(body, 'wrong'))).toMatchObject({ ok: false });
    const { delivery, ...kept } = genuine();
    expect(await receive({ ...kept, delivery: { ...delivery, headers: {}, query: {} } })).toMatchObject({ ok: false });
  });

  test.skipIf(isUnsigned)('another body under the same proof is refused', async () => {
    const { delivery, ...kept } = genuine();
    const altered = Buffer.from(body.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)));
    expect(altered.toString()).not.toBe(body);
    expect(await receive({ ...kept, delivery: { ...delivery, rawBody: altered } })).toMatchObject({ ok: false });
  });

  test.each(strangeBodies(body))('a proved one that holds %s wakes nothing that it does not name, and throws nothing', async (_, strange) =>
    expect(recordsIn(await receive(deliver(strange, 'right')))).toEqual([]),
  );
}

const recordsIn = (verified: Verified) => (verified.ok ? verified.hints.flatMap(({ remoteIds }) => remoteIds) : []);

const receivedBy = async ({ hints }: Opened, { delivery, secret, theirs }: Delivered): Promise<Verified> =>
  (await hints.receive?.(delivery, secret, { secret: null, key: null, ...theirs })) ?? expect.unreachable('it receives none');

const hintsIn = (verified: Verified) => (verified.ok ? verified.hints : expect.unreachable(verified.reason));

const strangeBodies = (body: string): [what: string, body: string][] => [
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['an object of another shape', '{"constructor":{"id":["7"]},"id":{"a":1}}'],
  ['half of it', body.slice(0, Math.floor(body.length / 2))],
  ['what is nested deeply', '['.repeat(20_000)],
];
