import { type RawBuilder, sql } from 'kysely';
import type { Catalogue, ValuesOf } from './sentences.ts';

/**
 * A sentence of a catalogue that a statement makes, as jsonb: `sentenceSql(unmappedSku.sentences, 'sku_not_linked', { sku: sql`l.sku` })`.
 * Each value is an expression; one that is missing does not compile.
 */
export function sentenceSql<C extends Catalogue, Code extends keyof C & string>(
  _: C,
  code: Code,
  values: { [Value in keyof ValuesOf<C, Code>]-?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const pairs = Object.entries<RawBuilder<unknown>>(values).flatMap(([name, value]) => [sql.lit(name), value]);
  // A constant, which is not made anew for each row.
  if (pairs.length === 0) return sql`${sql.lit(JSON.stringify({ code }))}::jsonb`;
  return sql`jsonb_build_object(${sql.join([sql.lit('code'), sql.lit(code), ...pairs])})`;
}
