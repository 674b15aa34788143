import { type RawBuilder, sql } from 'kysely';

/** Of a history's entry `e` by the person `u`: their name, and the key by which they did it. It never begins as a formula does. */
export const whoOf: RawBuilder<string | null> = sql`
  case when e.key_name is null then u.name else coalesce(u.name || ', by', 'By') || ' the key ' || e.key_name end`;
