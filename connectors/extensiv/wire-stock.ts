import { z } from 'zod';
import { someMoment } from './moments.ts';
import { count, id, optional, yes } from './wire-values.ts';

// Stock, items, and what a customer has at the 3PL: https://3w.extensiv.com/Rels/inventory, customers and properties.

export const stockDetail = z.object({
  ...{ receiveItemId: id, itemIdentifier: z.object({ sku: z.string().min(1), id }), qualifier: optional },
  ...{ onHand: count, available: count, isOnHold: yes, quarantined: yes, lotNumber: optional, expirationDate: someMoment },
  serialNumber: optional,
  locationIdentifier: z.object({ nameKey: z.object({ name: optional }).nullish() }).nullish(),
});
export type StockDetail = z.infer<typeof stockDetail>;

const units = count.nullish().transform((value) => value ?? 0);
export const stockSummaries = z.object({
  totalResults: z.int(),
  summaries: z.array(
    z.object({
      ...{ itemIdentifier: z.object({ id }), facilityId: id, allocated: units, orderedNotAllocated: units },
    }),
  ),
});

export const catalogueItem = z.object({
  readOnly: z.object({ deactivated: yes }),
  ...{ itemId: id, sku: z.string().min(1), description: optional, description2: optional, upc: optional },
});
export type CatalogueItem = z.infer<typeof catalogueItem>;

export const customer = z.object({
  readOnly: z.object({ customerId: id, deactivated: yes }),
  companyInfo: z.object({ companyName: optional, name: optional }).nullish(),
  primaryFacilityIdentifier: z.object({ id }).nullish(),
});
export const facility = z.object({ facilityId: id, name: optional, deactivated: yes });

const service = z.object({ code: optional, description: optional, deactivated: yes });
export const carrier = z.object({ name: z.string().min(1), deactivated: yes, shipmentServices: z.array(service).nullish() });
export const carriers = z.looseObject({ _embedded: z.record(z.string(), z.unknown()) });
