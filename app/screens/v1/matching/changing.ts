import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { id } from '../../../../platform/endpoint.ts';
import { found } from '../call.ts';
import { type OfRecord, writes } from '../writing/write.ts';
import { type MappingKindName, mappingKinds, readMappings } from './kinds.ts';
import { goesOn, lockOfLive } from './live.ts';

/** Of a mapping that was saved. */
const saved = z.object({ id: z.number(), message: z.string(), waiting: z.number().meta({ description: 'How many orders waited for it' }) });
/** Of one that was deleted. */
const deleted = z.object({ id: z.number(), message: z.string() });

type Own = `/v1/${'location-mappings' | 'shipping-mappings' | 'presets' | 'field-mappings'}`;
const may = { scope: 'write_mappings', may: 'map' } as const;

/** Declares a call that makes a mapping of a connection. One that there is already is refused. */
export const creates = <const Path extends Own, S extends z.ZodRawShape>(path: Path, summary: string, fields: S) =>
  writes(`POST ${path}`, {
    ...{ ...may, summary: `${summary}. It is refused where there is one already. ${goesOn}`, reply: saved, sendsGoods: true },
    body: z.strictObject({ connection_id: id, ...fields }),
  });

export const changes = <const Path extends Own, S extends z.ZodRawShape>(path: Path, summary: string, fields: S) =>
  writes(`PATCH ${path}/:id`, {
    ...{ ...may, summary: `${summary}. ${goesOn}`, reply: saved, sendsGoods: true, asSeen: true },
    body: z.strictObject(fields),
  });

export const deletes = <const Path extends Own>(path: Path, summary: string) =>
  writes(`DELETE ${path}/:id`, { ...{ ...may, summary, reply: deleted, sendsGoods: true, asSeen: true } });

/** A mapping of this kind as a change finds it. */
export const ofMapping = (name: MappingKindName): OfRecord => ({
  lock: (tenant, id) => lockOfLive<Columns<'presets', 'connection_id'>>(tenant, mappingKinds[name].table, id),
  read: async (tenant, id) => found((await readMappings(tenant, name, [id]))[0]),
});
