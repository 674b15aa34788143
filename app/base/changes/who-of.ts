import { type RawBuilder, sql } from 'kysely';

/** The name of a person, and that of the key or agent by which they did it, as `theKey` has it. It never begins as a formula does. */
export const withKey = (name: RawBuilder<string | null>, key: RawBuilder<string | null>): RawBuilder<string | null> => sql`
  case when ${key} is null then ${name} else coalesce(${name} || ', by', 'By') || ' the '
    || case when ${key} like 'agent %' then '' else 'key ' end || ${key} end`;

/** Of a history's entry `e` by the person `u`. */
export const whoOf: RawBuilder<string | null> = withKey(sql`u.name`, sql`e.key_name`);
