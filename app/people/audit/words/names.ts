import { type RawBuilder, sql } from 'kysely';
import { manyLabels } from '../../../base/verbs/labels.ts';
import { kindLabels } from '../../notifications/kinds.ts';
import { manyOf } from './noun-words.ts';

/** Where the audit has a code in the place of a record's name, by its noun: what each is called. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'bulk action': manyLabels,
  export: manyOf,
  'notification rule': kindLabels,
};

/** The name of the record of the entries `a`, as people know it. */
export const nameOfRecord: RawBuilder<string> = sql`coalesce(${sql.lit(JSON.stringify(names))}::jsonb -> a.noun ->> a.record_name,
  a.record_name)`;
