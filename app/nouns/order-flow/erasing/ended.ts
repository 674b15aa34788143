import { type RawBuilder, sql } from 'kysely';

const states = ['shipped', 'fulfilled', 'cancelled'];

/** Whether nothing of an order leaves any longer, so that its buyer may be erased. */
export const isEnded = (status: string): boolean => states.includes(status);

/** The same in SQL, of the orders with this alias. */
export const hasEnded = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.order_status`)} = any(${states}::text[])`;
