import { type RawBuilder, sql } from 'kysely';
import { restSubject } from './types/after-release.ts';

/**
 * By what somebody says that they saw the open issue `alias`, and what it says: its id, and a digest of its sentence. Null of a type about
 * which no decision names it, and of one that is about goods: what was seen is these too, by `seenWithGoods`. An SQL expression.
 */
export function seenOf(alias: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case when ${column('type')} in ('changed_after_release', 'changed_beside_edits', 'short_count') and not ${isAboutGoods(alias)}
    then ${column('id')} || '.' || left(md5(${column('sentence')}::text), 20) end`;
}

/** Whether the decision about the issue `alias` is one whether goods of its order leave. An SQL expression. */
export function isAboutGoods(alias: string): RawBuilder<boolean> {
  const [type, subject] = [sql.ref(`${alias}.type`), sql.ref(`${alias}.subject`)];
  return sql<boolean>`(${type} in ('shared_goods', 'twin_not_sent', 'former_warehouse', 'second_parcel', 'found_otherwise')
    or ${type} = 'changed_after_release' and (${subject} in (${sql.lit(restSubject)}, 'sale') or ${subject} like 'parcel:%'))`;
}
