import { type RawBuilder, sql } from 'kysely';

/**
 * Of a history's entry `e` by the person `u`: their name, and the key or agent by which they did it, as `theKey` has it. It never begins as
 * a formula does.
 */
export const whoOf: RawBuilder<string | null> = sql`
  case when e.key_name is null then u.name else coalesce(u.name || ', by', 'By') || ' the '
    || case when e.key_name like 'agent %' then '' else 'key ' end || e.key_name end`;
