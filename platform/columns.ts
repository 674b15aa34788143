import type { Selectable } from 'kysely';
import type { DB } from '../db/tables.ts';

/** Columns of a table as a query reads them: `` sql<Columns<'orders', 'id' | 'order_status'>>`select …` ``. */
export type Columns<Table extends keyof DB, Name extends keyof Selectable<DB[Table]>> = Pick<Selectable<DB[Table]>, Name>;

/** The type of one column, for a field of another name: `` sql<{ label: Column<'connections', 'name'> }>`select c.name as label …` ``. */
export type Column<Table extends keyof DB, Name extends keyof Selectable<DB[Table]>> = Selectable<DB[Table]>[Name];
