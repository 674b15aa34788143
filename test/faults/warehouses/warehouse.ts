import type { Control } from '../../../sandbox/control/control.ts';

/** An order as the warehouse has it. `recipient`: by name. */
export type Parcel = {
  orderNumbers: string[];
  recipient: string;
  status: string;
  lines: { sku: string; quantity: number; shipped: number; line_reference: string }[];
  trackingNumbers: string[];
  unitsShipped: number;
};
export type Announced = { id: string; orderNumbers: string[]; status: 'announced' | 'receiving' | 'closed' | 'cancelled' };
export type Received = { id: string; asn_id: string | null; quantity: number };

/** A warehouse that orders and purchase orders flow to: how an account is connected to its stand-in, and what it has. */
export type Warehouse = {
  connector: 'amware' | 'shipbob' | 'extensiv';
  settings: (origin: string) => Record<string, string>;
  /** The codes of a shipping method and of a building of its own. */
  method: string;
  building: string;
  /** Has as much of these as any round takes. `soonMs`: how long its people wait with each step. */
  open: (control: Control, skus: string[], soonMs: number) => void;
  orders: (control: Control) => Parcel[];
  asns: (control: Control) => Announced[];
  receipts: (control: Control) => Received[];
  /** On the shelves of the building, by SKU. */
  shelves: (control: Control) => Record<string, number>;
  /** Calls `note` around each change of the shelves. */
  watch: (control: Control, note: () => void) => void;
  /** What its writes are called. */
  writes: { submit: string; announce: string };
  /** Other systems may have sent to it under our reference: then an order waits for a person. */
  sharesReferences?: true;
  /** What people there do to what is in work while a round runs; returns what ends it. */
  trouble?: (control: Control) => () => void;
};

/** Calls `note` before and after a function of an object. */
export function noting<K extends string, F extends (...args: never[]) => unknown>(object: Record<K, F>, name: K, note: () => void): void {
  const call = object[name];
  object[name] = ((...args: Parameters<F>) => {
    note();
    const result = call(...args);
    note();
    return result;
  }) as F;
}

export const between = (text: string | null | undefined): string[] => (text ?? '').split(', ').filter((number) => number !== '');
