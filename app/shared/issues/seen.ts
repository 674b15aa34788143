import { type RawBuilder, sql } from 'kysely';

/**
 * By what somebody says that they saw the open issue `alias`, and what it says: its id, and a digest of its sentence. Null of a type about
 * which no decision names it. An SQL expression.
 */
export function seenOf(alias: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case when ${column('type')} in ('changed_after_release', 'changed_beside_edits', 'short_count')
    then ${column('id')} || '.' || left(md5(${column('sentence')}::text), 20) end`;
}
