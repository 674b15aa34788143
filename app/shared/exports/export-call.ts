import type { z } from 'zod';
import type { Endpoint, Replies } from '../../../platform/endpoint.ts';
import type { ReplyInput } from '../../../platform/http/route.ts';
import type { Permission } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { NounName } from '../../base/nouns.ts';
import type { ExportRow } from './queries.ts';
import type { StartedExport } from './start-export.ts';

type Requested<P, Q, B> = { params: P; query: Q; body: B };

/**
 * A call that starts an export, and replies when its file is ready. `Reply`: what it replies, where that is not the record of the export.
 */
type Declared<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies> = {
  call: Endpoint<P, Q, B, R> & { may: Permission };
  start: (tenant: Tenant, request: Requested<z.output<P>, z.output<Q>, z.output<B>>) => Promise<StartedExport>;
  reply?: (row: ExportRow) => ReplyInput<R>;
  /** What is said where no file could be written; without it the usual sentence. */
  failed?: (of: NounName) => string;
};
export type ExportCall = Declared<z.ZodType, z.ZodType, z.ZodType, Replies>;

/** Declares such a call, in the `noun.ts` of its noun: `exportsApi` mounts it. */
export const exportCall = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies>(
  declared: Declared<P, Q, B, R>,
): ExportCall => declared as unknown as ExportCall;
