import { z } from 'zod';
import { moment, someMoment } from './moments.ts';
import { count, id, item, named, optional, yes } from './wire-values.ts';

// The shapes of https://3w.extensiv.com/Rels. Unknown fields pass unread; what is missing is null.

export const packages = z.looseObject({ _embedded: z.record(z.string(), z.unknown()).optional() });
/** A record as it came, to be changed and sent back. */
export const record = z.looseObject({ readOnly: z.looseObject({}) });
export type Raw = z.infer<typeof record>;
/** A 200 that did not hold all that was asked for says so here. */
export const holding = z.object({ exceptions: z.object({ message: optional }).nullish().catch(null) });

const contact = z
  .object({
    ...{ companyName: optional, name: optional, address1: optional, address2: optional, city: optional, state: optional, zip: optional },
    ...{ country: optional, phoneNumber: optional, emailAddress: optional },
  })
  .nullish()
  .catch(null);
export type Contact = NonNullable<z.infer<typeof contact>>;

/** 0 open, 1 closed (confirmed: it has left, or is in stock), 2 cancelled. */
const status = z.literal([0, 1, 2]);

export const order = z.object({
  readOnly: z.object({
    ...{ orderId: id, status, isClosed: yes, pickStarted: yes, packStarted: yes, lastModifiedDate: moment },
    ...{ processDate: someMoment, pickDoneDate: someMoment, packDoneDate: someMoment, onHoldDate: someMoment },
    ...{ customerIdentifier: named, facilityIdentifier: named.nullish() },
  }),
  referenceNum: z.string(),
  poNum: optional,
  shipTo: contact,
  routingInfo: z
    .object({ carrier: optional, mode: optional, trackingNumber: optional, billOfLading: optional, loadNumber: optional })
    .nullish(),
});
export type Order = z.infer<typeof order>;

export const orderItem = z.object({
  readOnly: z.object({ orderItemId: id }),
  ...{ itemIdentifier: item, externalId: optional, qty: count },
});
export type OrderItem = z.infer<typeof orderItem>;

export const parcel = z.object({ packageId: id, trackingNumber: optional });
export const content = z.object({
  ...{ orderItemId: id, qty: count, lotNumber: optional, serialNumber: optional },
  serialNumbers: z
    .array(z.string())
    .nullish()
    .transform((numbers) => numbers ?? []),
  expirationDate: someMoment,
});

export type Content = z.infer<typeof content>;

/** 1: a return. 2: announced and nothing of it received; it becomes 0 when it is received. */
export const receiver = z.object({
  readOnly: z.object({
    ...{ receiverId: id, status, receiverType: z.int().nullish(), lastModifiedDate: moment, customerIdentifier: named },
    facilityIdentifier: named.nullish(),
  }),
  ...{ referenceNum: z.string(), poNum: optional, arrivalDate: someMoment, carrier: optional, trackingNumber: optional },
  ...{ trailerNumber: optional, billOfLading: optional },
});
export type Receiver = z.infer<typeof receiver>;

export const receiveItem = z.object({
  readOnly: z.object({ receiveItemId: id, expectedQty: count.nullish() }),
  ...{ itemIdentifier: item, externalId: optional, qty: count, lotNumber: optional, serialNumber: optional, expirationDate: someMoment },
});
export type ReceiveItem = z.infer<typeof receiveItem>;

export const token = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** https://3w.extensiv.com/Rels/exceptions: the members are in PascalCase. */
export const exception = z.object({
  $type: optional,
  ErrorCode: optional,
  Hint: optional,
  Message: optional,
  Properties: z
    .array(z.object({ Name: optional }))
    .nullish()
    .catch(null),
});
