import { sql } from 'kysely';
import { z } from 'zod';
import { invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listBuildings } from '../../../base/buildings.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import type { MappingBody, PresetBody } from './contract.ts';
import { destinationFieldsOf, sourceFieldsOf } from './fields.ts';

/**
 * Looks whether a preset's field exists and can take its value. Returns a sentence that warns where the warehouse's list is not known
 * yet. @throws Invalid
 */
export async function requireFittingPreset(tenant: Tenant, { field_name, field_value }: PresetBody): Promise<string | null> {
  return (await requireField(tenant, 'field_name', field_name)) ?? requireValue(tenant, 'field_value', field_name, field_value);
}

/** The same of a field mapping. What it copies from the source is looked at when an order comes. @throws Invalid */
export async function requireFittingMapping(tenant: Tenant, connectionId: number, mapping: MappingBody): Promise<string | null> {
  const { source_field, destination_field, destination_value } = mapping;
  const sources = await sourceFieldsOf(tenant, connectionId);
  if (!sources.some(({ name }) => name === source_field))
    throw invalid({ source_field: [`Orders of this connection have no field “${source_field}”.`] });
  return (
    (await requireField(tenant, 'destination_field', destination_field)) ??
    requireValue(tenant, 'destination_value', destination_field, destination_value)
  );
}

async function requireField(tenant: Tenant, at: string, name: string): Promise<string | null> {
  const fields = await destinationFieldsOf(tenant);
  if (fields.some((field) => field.name === name)) return null;
  const { rows } = await sql`
    select from connections where ${inAccount(tenant)} and 'warehouse' = any(capabilities) and disconnected_at is null`.execute(tenant.db);
  if (rows.length > 0) throw invalid({ [at]: [`The warehouse has no field “${name}”.`] });
  return `No warehouse is connected, so nobody could look whether it has a field “${name}”.`;
}

async function requireValue(tenant: Tenant, at: string, field: string, value: string): Promise<string | null> {
  if (value === '') return null;
  if (field === 'customer_email' && !z.email().safeParse(value).success) throw invalid({ [at]: [`“${value}” is not an e-mail address.`] });
  const list = lists[field];
  if (!list) return null;
  const codes = await list.codes(tenant);
  if (codes.includes(value)) return null;
  if (codes.length === 0) return `The warehouse’s ${list.many} are not known yet, so nobody could look whether “${value}” is one.`;
  throw invalid({ [at]: [`The warehouse has no ${list.one} with the code “${value}”.`] });
}

type List = { one: string; many: string; codes: (tenant: Tenant) => Promise<string[]> };

/** Fields that take a code of the warehouse. */
const lists: Record<string, List | undefined> = {
  shipping_code: {
    ...{ one: 'shipping method', many: 'shipping methods' },
    codes: async (tenant) => (await listMethods(tenant)).flatMap(({ methods }) => methods.map(({ code }) => code)),
  },
  warehouse_code: {
    ...{ one: 'building', many: 'buildings' },
    codes: async (tenant) => (await listBuildings(tenant)).map(({ code }) => code),
  },
};
