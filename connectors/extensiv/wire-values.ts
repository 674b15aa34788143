import { z } from 'zod';

// What the shapes of https://3w.extensiv.com/Rels are made of, as application/hal+json.

export const id = z.union([z.int(), z.string().regex(/^\d{1,18}$/)]).transform(String);
export const optional = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || String(value).trim() === '' ? null : String(value)));
/** Quantities are decimals there. Units of ours are whole. */
export const count = z.int();
export const yes = z
  .boolean()
  .nullish()
  .transform((value) => value === true);
export const named = z.object({ id, name: optional });
export const item = z.object({ sku: z.string().min(1), id: id.nullish() });

/** What a record holds under a relation: `_embedded["http://api.3plCentral.com/rels/orders/item"]`, in whatever case the host is. */
export function embeddedIn(record: unknown, relation: string): unknown[] | null {
  const held = z.object({ _embedded: z.record(z.string(), z.unknown()) }).safeParse(record).data?._embedded ?? {};
  const found = Object.entries(held).find(([name]) => name === relation || name.toLowerCase().endsWith(`/rels/${relation}`));
  return found && Array.isArray(found[1]) ? found[1] : null;
}

/** A list; each record is read by itself. One that counts records and shows none is no empty list: what it hides would be made again. */
export const list = (relation: string) =>
  z.looseObject({ totalResults: z.int() }).transform((page, context) => {
    const records = embeddedIn(page, relation) ?? [];
    if (records.length > 0 || page.totalResults === 0) return { total: page.totalResults, records };
    context.addIssue({ code: 'custom', message: `has no ${relation}` });
    return z.NEVER;
  });
