import { setTimeout as pause } from 'node:timers/promises';
import { enterItem, enterOrder } from '../../../sandbox/netsuite/enter.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';

/** A sales order in NetSuite, which notes every parcel as a fulfilment: there an order can be confirmed in parts, and too often. */
export type Booked = { id: string; number: string; units: number };

const tickMs = 100;

/** What NetSuite has to know before it sells: its items. Returns the settings of a connection. */
export function openBooks({ control, origin }: Sandbox, skus: string[]): Record<string, string> {
  const company = control.company();
  for (const sku of skus) enterItem(company, { sku, onHand: 1_000_000 });
  // The buyer accepts what comes beyond an order.
  company.preferences.overage = true;
  const { clientId, certificateId, privateKey } = company.integration;
  return {
    ...{ netsuite_account: company.accountId, client_id: clientId, certificate_id: certificateId, private_key: privateKey },
    ...{ subsidiary_id: '1', adjustment_account_id: '101' },
    ...{ time_zone: company.zone, api_address: `${origin}/netsuite/${company.accountId}` },
  };
}

/** Enters `count` sales orders in NetSuite, `perSecond` of them each second. */
export async function sellByTheBooks({ control }: Sandbox, round: string, count: number, perSecond: number): Promise<Booked[]> {
  const all: Booked[] = [];
  for (let tick = 1; all.length < count; tick++) {
    const most = Math.min(count, Math.ceil((tick * perSecond * tickMs) / 1000));
    for (let index = all.length; index < most; index++) {
      const number = `${round}-N${index + 1}`;
      const [mugs, cups] = [1 + (index % 3), index % 2 === 0 ? 2 : 0];
      const lines = [{ sku: 'MUG', quantity: mugs }, ...(cups > 0 ? [{ sku: 'CUP', quantity: cups }] : [])];
      const id = enterOrder(control.company(), 'salesOrder', { number, lines });
      all.push({ id: String(id), number, units: mugs + cups });
    }
    await pause(tickMs);
  }
  return all;
}
