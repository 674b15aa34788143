import type { Tenant } from '../../../../platform/tenant.ts';
import { ticketsAbout } from '../../../shared/support/about/about.ts';
import { listCategories } from '../categories/queries.ts';
import { itemForm } from '../items/item-form.ts';
import { type Kind, kinds } from '../kinds.ts';
import { type Expected, readExpected } from './expected.ts';
import { type ItemChange, listChanges } from './history.ts';
import { type ItemRecord, readRecord } from './read.ts';

export type Item = ItemRecord & { changes: ItemChange[]; expected: Expected };

/** An item with its history and what is expected of it; undefined when the account has none of this id. */
export async function readItem(tenant: Tenant, kind: Kind, id: number): Promise<Item | undefined> {
  const [item, changes, expected] = await Promise.all([
    readRecord(tenant, kind, id),
    listChanges(tenant, kind, id),
    readExpected(tenant, kind, id),
  ]);
  return item && { ...item, changes, expected };
}

/** What the page of any item shows beside it: its form, and the tickets about it. */
export async function readBesideItem(tenant: Tenant, kind: Kind, id: number) {
  const [categories, tickets] = await Promise.all([listCategories(tenant, kind), ticketsAbout(tenant, kinds[kind].type, id)]);
  return { form: itemForm(categories, { withSku: false }), tickets };
}
export type BesideItem = Awaited<ReturnType<typeof readBesideItem>>;
