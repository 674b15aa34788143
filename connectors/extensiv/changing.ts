import type { Failure, Reason, RejectionCode, Result } from '../contract.ts';
import { afterWrite } from '../http/failure.ts';
import type { ExtensivClient, Versioned } from './client.ts';
import { because } from './reasons.ts';

/** What is to be done with a record as it is now: nothing, because it is settled; or a write, and what its success means. */
export type Decision<T> = { settled: Result<T> } | { method: 'PUT' | 'POST'; path: string; json: unknown };
export type Change<T> = {
  client: ExtensivClient;
  now: () => Date;
  /** Names the write in the log. */
  operation: string;
  /** As a person would say it: `Order 5`. */
  record: string;
  read: () => Promise<Result<Versioned>>;
  decide: (raw: unknown) => Decision<T>;
  /** What was written means this. */
  done: () => Promise<Result<T>> | Result<T>;
};

/** Changes a record as it was read. Where somebody else changed it since (412), the whole call is made again, and decides anew. */
export async function change<T>({ client, now, operation, record, read, decide, done }: Change<T>): Promise<Result<T>> {
  const found = await read();
  if (!found.ok) return found;
  const { raw, version } = found.value;
  const decision = decide(raw);
  if ('settled' in decision) return decision.settled;
  if (Object.keys(version).length === 0) return refused('other', because({ code: 'extensiv.no_version', record }));
  const written = await client.write(operation, decision.method, decision.path, decision.json, version);
  return written.ok ? afterWrite({ now }, await done()) : written;
}

/** A change leaves a record in its building: null where it is in the one that it is wanted in, or where none is named. */
export function elsewhere(record: string, is: { id: string; name: string | null } | null | undefined, wanted: string | null) {
  if (wanted === null || is?.id === wanted) return null;
  return refused('invalid', because({ code: 'extensiv.stays_in', record, facility: is?.name ?? is?.id ?? '?', wanted }));
}

export const linesInWords = (lines: { sku: string; quantity: number }[]): string =>
  lines
    .map(({ sku, quantity }) => `${quantity} × ${sku}`)
    .toSorted()
    .join(', ');

export const refused = (code: RejectionCode, reason: Reason): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'rejected', code, reason },
});
