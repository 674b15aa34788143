import { sql } from 'kysely';

/**
 * What the references of a purchase order `p` of `source` are derived from: no ids of ours, which a restored database gives to others.
 * Of one that was made here, a value that was made with it.
 */
export const whatItStandsFor = sql`reference_part(coalesce(source.reference_key, 'manual')) || reference_part(coalesce(p.remote_id,
  p.origin::text))`;
