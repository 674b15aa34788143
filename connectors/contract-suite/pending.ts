import { expect, test } from 'vitest';
import type { Candidate, Opened } from './candidate.ts';
import { succeeded } from './streams.ts';

type Open = () => Promise<Opened>;
/** A ticket that no channel has given. */
const unknown = 'gid://crossdock/NoTicket/1';
const cannotAsk = 'whoever gives tickets can be asked for them';

export function pendingStockTests(open: Open, { set, settle }: NonNullable<Candidate['pendingStock']>): void {
  test('stock that the channel settles later is asked for by its ticket, and a ticket that it does not know is forgotten', async () => {
    const outcomes = succeeded(await set(await open()));
    const keys = outcomes.map(({ key }) => key);
    const [ticket] = outcomes.flatMap(({ pending }) => pending?.ticket ?? []);
    if (ticket === undefined) throw new Error(`Nothing is pending: ${JSON.stringify(outcomes)}`);
    const ask = async (by: string) => (await (await open()).inventory.ask?.(by, keys)) ?? expect.unreachable(cannotAsk);
    expect(succeeded(await ask(ticket)).map(({ key, pending }) => [key, pending?.ticket])).toEqual(keys.map((key) => [key, ticket]));
    await settle?.();
    expect(succeeded(await ask(ticket))).toEqual(keys.map((key) => ({ key })));
    expect(await ask(unknown)).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  });
}

export function pendingUploadTests(open: Open, { upload, settle }: NonNullable<Candidate['pendingUpload']>): void {
  test('a product that the channel takes in later is asked for by its ticket, and a ticket that it does not know is forgotten', async () => {
    const [outcome] = succeeded(await upload(await open()));
    if (!outcome?.pending) throw new Error(`It is not pending: ${JSON.stringify(outcome)}`);
    const { profileId, pending } = outcome;
    const ask = async (by: string) => (await (await open()).listings.upload?.ask?.(by, [profileId])) ?? expect.unreachable(cannotAsk);
    expect(succeeded(await ask(pending.ticket))).toMatchObject([{ profileId, pending: { ticket: pending.ticket } }]);
    await settle?.();
    const [settled] = succeeded(await ask(pending.ticket));
    expect(settled).toMatchObject({ profileId, remoteId: expect.any(String) });
    expect([settled?.pending, settled?.failure]).toEqual([undefined, undefined]);
    expect(await ask(unknown)).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  });
}
