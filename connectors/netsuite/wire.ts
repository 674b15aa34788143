import { z } from 'zod';

// What SuiteQL and the records answer with. SuiteQL writes every value as text and leaves out what is NULL; Oracle writes one half as `.5`.

export const id = z.union([z.string().regex(/^-?\d+$/), z.int()]).transform(String);
export const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);
const optionalId = id.nullish().transform((value) => value ?? null);
const number = z
  .union([z.string().min(1), z.number()])
  .transform(Number)
  .refine((value) => Number.isFinite(value), 'is not a number');
const optionalNumber = number.nullish().transform((value) => value ?? null);
const flag = z
  .enum(['T', 'F'])
  .nullish()
  .transform((value) => value === 'T');

/** A page of SuiteQL. Each row is read by itself, so that a bad one does not take the page with it. */
export const page = z.object({ items: z.array(z.unknown()), hasMore: z.boolean(), totalResults: z.number() });

export const place = z.object({ id, modified: z.string() });

export const head = z.object({
  id,
  tranid: z.string().min(1),
  status: text,
  day: z.string(),
  created: text,
  modified: z.string(),
  entity: optionalId,
  email: text,
  otherrefnum: text,
  memo: text,
  foreigntotal: optionalNumber,
  duedate: text,
  shipdate: text,
  shippingaddress: optionalId,
  currency: text,
  location: optionalId,
  locationname: text,
  subsidiary: optionalId,
});
export type Head = z.infer<typeof head>;

export const line = z.object({
  transaction: id,
  id,
  item: optionalId,
  itemtype: text,
  sku: text,
  name: text,
  upc: text,
  lots: flag,
  serials: flag,
  quantity: optionalNumber,
  done: optionalNumber,
  unit: optionalId,
  each: optionalNumber,
  rate: text,
  foreignamount: optionalNumber,
  closed: flag,
  location: optionalId,
  locationname: text,
  memo: text,
  expected: text,
});
export type Line = z.infer<typeof line>;
export const linePlace = line.pick({ transaction: true, id: true });

export const address = z.object({
  nkey: id,
  ...{ addressee: text, attention: text, addr1: text, addr2: text, city: text, state: text, zip: text, country: text, addrphone: text },
});
export const customer = z.object({ id, entityid: text, altname: text, companyname: text, email: text, phone: text });
export const vendor = z.object({ id, entityid: text, companyname: text });
export const shipment = z.object({ doc: id, shippingmethod: optionalId, methodname: text });
/** What has left or come in of a line. */
export const moved = z.object({ transaction: id, line: id, quantity: number });

export const item = z.object({
  id,
  itemid: z.string().min(1),
  displayname: text,
  upccode: text,
  inactive: flag,
  modified: z.string(),
});
export const subsidiary = z.object({ id, parent: optionalId });
export const itemOfSubsidiary = z.object({ item: id });
export const stock = z.object({ item: id, sku: z.string(), lots: flag, serials: flag, onhand: optionalNumber });
export const unitRate = z.object({ each: number });
export const lot = z.object({ id, item: id, lot: z.string() });

export const token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
export const serverTime = z.object({ serverTime: z.iso.datetime({ offset: true }).transform((value) => new Date(value)) });
export const collection = z.object({ items: z.array(z.object({ id })) });

/** A record, as far as we look: whose it is, when it was changed (in UTC), and its lines, counted in their own units. */
export const record = z.object({
  id,
  createdFrom: z.object({ id }).nullish(),
  lastModifiedDate: z.iso.datetime({ offset: true }).nullish(),
  item: z.object({ items: z.array(z.object({ line: z.int(), quantity: z.number().nullish() })).default([]) }).nullish(),
});

export const refusal = z.object({
  title: z.string().optional(),
  'o:errorDetails': z.array(z.object({ detail: z.string().optional(), 'o:errorCode': z.string().optional() })).default([]),
});

/** How many requests may run at once, as administrators may ask. */
export const governance = z.object({
  integrationConcurrencyLimit: z.int().positive().optional(),
  unallocatedConcurrencyLimit: z.int().positive().optional(),
  accountConcurrencyLimit: z.int().positive().optional(),
});
