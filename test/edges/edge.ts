import type { Stage } from './stage.ts';

/**
 * Something that a person or a machine does to an installation with orders and purchase orders in flight. `play` sells, does it, and
 * sells on; what became of it all is then compared: see agreement.ts. Throws where something else than agreement was promised.
 */
export type Edge = {
  name: string;
  play: (stage: Stage, size: EdgeSize) => Promise<void>;
  /** Whether the database has a standby. */
  hasStandby?: boolean;
  /** Whether PgBouncer is before the database and its standby: played where there is one. */
  isPooled?: boolean;
  /** Whether it ends soon enough to be played in `npm test`. */
  isShort?: boolean;
};
/** How many orders are sold before it happens and again after it, and how many purchase orders. */
export type EdgeSize = { orders: number; bought: number };
