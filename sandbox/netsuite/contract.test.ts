import type { Result, Settings } from '../../connectors/contract.ts';
import { contractSuite, type Opened, type OtherSide } from '../../connectors/contract-suite.ts';
import { netsuite } from '../../connectors/netsuite/connector.ts';
import type { EdgeFault } from '../../connectors/scripted-edge.ts';
import { manualClock } from '../clock.ts';
import type { Control } from '../control/control.ts';
import type { FaultKind } from '../faults.ts';
import { startSandbox } from '../sandbox.ts';
import { enterGoods } from '../test/company.ts';
import type { NetsuiteCompany } from './account.ts';
import { enterOrder } from './enter.ts';
import { clientIdOf, newKey } from './sign-in.ts';

/** What the suite calls a fault, and the stand-in. Those that are not here it never has. */
const kinds: Partial<Record<EdgeFault, FaultKind>> = {
  unauthorized: 'expired_credentials',
  too_many: '429_bare',
  server_error: '500',
  hang: 'hang',
  drop: 'drop_after_accept',
  truncated: 'truncated',
  malformed: 'malformed',
};

const privateKey = newKey();
const company: NetsuiteCompany = { accountId: 'tstdrv1', zone: 'America/New_York', dateMask: 'MM/DD/YYYY', privateKey };
let control: Control;
let current: FaultKind | null = null;
const ids: string[] = [];

/** A company that has bought and sold. */
async function start(): Promise<OtherSide> {
  const clock = manualClock('2026-11-21T11:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty', companies: [company] });
  control = sandbox.control;
  enterGoods(control.company());
  // More orders than a page of ours has.
  for (let number = 1; number <= 205; number++) {
    clock.advance(10_000);
    for (const kind of ['salesOrder', 'purchaseOrder'] as const) ids.push(enter(kind, `${kind}-${number}`));
  }
  const fault = (edgeFault: EdgeFault | null) => {
    control.faults.clear();
    current = (edgeFault && kinds[edgeFault]) ?? null;
    if (current) control.faults.add({ target: 'netsuite', kind: current, probability: 1 });
  };
  return { origin: sandbox.origin, fault, expireTokens: async () => control.company().signIn.endAll(), stop: sandbox.stop };
}

const enter = (kind: 'salesOrder' | 'purchaseOrder', number: string) =>
  String(
    enterOrder(control.company(), kind, {
      number,
      lines: [
        { sku: 'MUG', quantity: 2 },
        { sku: 'CUP', quantity: 1 },
      ],
    }),
  );

/** Of a call that reads before it writes, only the writing has the fault: the reading is tried by itself. */
function only(operation: string) {
  if (!current) return;
  control.faults.clear();
  control.faults.add({ target: 'netsuite', operation, kind: current, probability: 1 });
}

const confirmation = (remoteOrderId: string) => ({
  ...{
    key: `shipment-${remoteOrderId}`,
    remoteOrderId,
    handle: null,
    carrier: 'UPS',
    method: 'Ground',
    trackingNumber: '1Z',
    trackingUrl: null,
  },
  ...{ shippedAt: new Date('2026-11-20T03:00:00Z'), lines: [{ remoteLineId: '1', handle: null, quantity: 2 }], completes: false },
});
const receipt = (remoteId: string) => ({
  ...{ key: `receipt-${remoteId}`, remoteId, receivedAt: new Date('2026-11-20T03:00:00Z'), locationId: '12' },
  lines: [{ remoteLineId: '1', sku: 'MUG', quantity: 1, booked: 0, lots: [] }],
});
type Named = { remoteId: string };
const keyOf = ({ remoteId }: Named) => remoteId;
const read = (call: (session: Opened) => Promise<Result<unknown>>) => ({ write: false, call });
let counted = 0;

contractSuite({
  connector: netsuite,
  start,
  // A reply to a write has no body that could be malformed.
  can: (fault, write) => fault in kinds && (write ? fault !== 'malformed' : fault !== 'drop'),
  settings: (origin): Settings => ({
    ...{ netsuite_account: 'TSTDRV1', client_id: clientIdOf('tstdrv1'), certificate_id: 'tstdrv1-certificate', private_key: privateKey },
    ...{ time_zone: 'America/New_York', api_address: `${origin}/netsuite/tstdrv1`, subsidiary_id: '1', adjustment_account_id: '101' },
  }),
  secrets: [privateKey, privateKey.split('\n')[1] ?? privateKey, 'client_assertion=ey'],
  streams: {
    orders: ({ orders }) => ({ stream: orders.stream as never, keyOf }),
    listings: ({ listings }) => ({ stream: listings.stream as never, keyOf }),
    purchaseOrders: ({ purchaseOrders }) => ({ stream: purchaseOrders.stream as never, keyOf }),
  },
  deleted: ({ orders }) => orders.get('999999'),
  parcel: () => confirmation(ids[0] ?? ''),
  calls: {
    identify: read(({ identify }) => identify()),
    getOrder: read(({ orders }) => orders.get(ids[0] ?? '')),
    listShippingCodes: read(async ({ orders }) => orders.listShippingCodes?.() ?? { ok: true, value: null }),
    listLocations: read(({ inventory }) => inventory.listLocations()),
    subsidiaries: read(({ choices }) => choices('subsidiaries')),
    accounts: read(({ choices }) => choices('accounts')),
    isConfirmed: read(({ confirmations }) => confirmations.isConfirmed(confirmation(ids[0] ?? ''))),
    getPurchaseOrder: read(({ purchaseOrders }) => purchaseOrders.get(ids[1] ?? '')),
    isReceived: read(({ purchaseOrders }) => purchaseOrders.isReceived(receipt(ids[1] ?? ''))),
    confirm: {
      write: true,
      call: ({ confirmations }) => {
        only('transform');
        return confirmations.confirm([confirmation(enter('salesOrder', 'another'))]);
      },
    },
    receive: {
      write: true,
      call: ({ purchaseOrders }) => {
        only('transform');
        return purchaseOrders.receive(receipt(enter('purchaseOrder', 'another')));
      },
    },
    setStock: {
      write: true,
      call: ({ inventory }) => {
        only('adjust_inventory');
        counted += 1;
        return inventory.set([{ key: '1', sku: 'MUG', locationId: '11', quantity: 1000 + counted }]);
      },
    },
  },
});
