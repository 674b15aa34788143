import { throwUnlessPassing } from '../faults/person.ts';
import type { Call, Seller } from '../faults/seed.ts';

/** What a person does on a stage, through the calls of their screens. */
export type Person = {
  call: Call;
  /** Decides what only a person can. It is counted by `what`. */
  decide: (what: string, ...call: Parameters<Call>) => Promise<unknown>;
  /** The same, by a super admin. */
  decideInPortal: Person['decide'];
  decisions: () => Record<string, number>;
  /** Goes through what waits: processes what came of purchase orders, which is no decision, and says which of two connections imports. */
  lookThrough: () => Promise<void>;
};

type Listed = { data: { id: number; connection_id: number | null; order_source?: string }[] };

/** `address`: where the installation that they work with is. */
export function openPerson(seller: Pick<Seller, 'callAt'>, address: () => string): Person {
  const taken: Record<string, number> = {};
  const call: Call = (...request) => seller.callAt(address())(...request);
  const portal: Call = (...request) => seller.callAt(address(), 'portal')(...request);
  const counted =
    (by: Call): Person['decide'] =>
    async (what, ...request) => {
      const reply = await by(...request);
      taken[what] = (taken[what] ?? 0) + 1;
      return reply;
    };
  const decide = counted(call);
  return {
    ...{ call, decide, decideInPortal: counted(portal), decisions: () => taken },
    async lookThrough() {
      const passing = (work: Promise<unknown>) => work.catch(throwUnlessPassing);
      const listed = (path: string) =>
        call('GET', path)
          .then((reply) => (reply as Listed).data)
          .catch(none);
      for (const { id } of await listed('/api/purchase-orders?status=received&perPage=100'))
        await passing(call('POST', `/api/connectors/netsuite/receive/${id}`));
      const [twin] = await listed('/api/orders?issue=imported_twice&perPage=25');
      if (twin)
        await passing(
          decide(
            'which connection imports',
            'POST',
            `/api/orders/${twin.id}/keep-${twin.order_source === 'ship_station' ? 'this' : 'other'}-source`,
          ),
        );
    },
  };
}

function none(error: Error): Listed['data'] {
  throwUnlessPassing(error);
  return [];
}
