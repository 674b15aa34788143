import { z } from 'zod';
import type { Taken } from '../kit/shelves.ts';

export type Credentials = { key: string; secret: string; login: string; tpl: string; customer: number; name: string };
export type Item = { sku: string; name: string; upc: string | null };
type Line = { id: number; sku: string; externalId: string | null; quantity: number };
export type OrderLine = Line & { allocations: Taken[] };
export type ReceiverLine = Line & { expected: number | null; lot: string | null };
export type Carton = { id: number; trackingNumber: string; contents: (Taken & { line: number })[] };
/** What orders and receivers have in common. `body`: whatever was sent beside what is kept apart. `status`: open, closed, cancelled. */
export type Paper<L = Line> = { reference: string; facility: number; body: Record<string, unknown>; lines: L[] } & {
  status: 0 | 1 | 2;
  version: number;
};
export type Order = Paper<OrderLine> & { picked: boolean; held: string | null; closedAt: number | null; cartons: Carton[] };
export type Receiver = Paper<ReceiverLine> & { arrivedAt: number | null };

export const relation = (name: string) => `http://api.3plCentral.com/rels/${name}`;

const line = z.object({
  readOnly: z.object({ orderItemId: z.number().optional(), receiveItemId: z.number().optional() }).optional(),
  ...{ itemIdentifier: z.object({ sku: z.string() }), qty: z.number().int().positive() },
  ...{ externalId: z.string().nullish(), lotNumber: z.string().nullish() },
});
export type SentLine = z.infer<typeof line>;
const lines = z.array(line).min(1);
const referenceNum = z.string().min(1);
const identifier = z.object({ id: z.number() });
/** What a body must have (rels/orders/orders, rels/inventory/receivers). A new one says whose it is, and where. */
export const sentOrder = z
  .looseObject({ referenceNum, orderItems: lines, shipTo: z.looseObject({}) })
  .transform(({ orderItems, ...body }) => ({ ...body, items: orderItems }));
export const sentReceiver = z
  .looseObject({ referenceNum, receiveItems: lines })
  .transform(({ receiveItems, ...body }) => ({ ...body, items: receiveItems }));
export const withFacility = z.object({ customerIdentifier: identifier, facilityIdentifier: identifier });

export const facilities = [
  { facilityId: 2, name: 'Reno', deactivated: false, timeZoneName: 'Pacific Standard Time' },
  { facilityId: 3, name: 'Atlanta', deactivated: false, timeZoneName: 'Eastern Standard Time' },
];
export const carriers = [
  { name: 'UPS', scacCode: 'UPSN', deactivated: false, shipmentServices: [{ code: '03', description: 'Ground', deactivated: false }] },
  { name: 'Own truck', scacCode: null, deactivated: false, shipmentServices: [] },
];
