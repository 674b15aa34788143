import { useRef, useState } from 'react';
import { CallError, call } from '../../../../../../platform/call.ts';
import { findItemCall } from '../../../../purchase-flow/contract/purchase-orders.ts';

/** A line that is not saved yet. */
export type NewLine = {
  key: number;
  sku: string;
  name: string;
  quantity: number;
  lot_number: string | null;
  expected_at: string | null;
};

export type NewLineForm = {
  sku: string;
  quantity: number | string;
  /** Why what was typed is no line. */
  wrong: string | null;
  type: (typed: { sku?: string; quantity?: number | string }) => void;
  /** Adds what is typed as a line, once however often it is called; false where it is none. */
  add: () => Promise<boolean>;
  /** Whether anything is typed by now, also since the page was drawn. */
  isTyped: () => boolean;
  clear: () => void;
};

const nothing = { sku: '', quantity: 1 as number | string, wrong: null as string | null };
type Form = typeof nothing;

/** The line that is being typed. `onAdd` gets it once the warehouse is known to have its SKU. */
export function useNewLine(onAdd: (line: NewLine) => void): NewLineForm {
  const [form, setForm] = useState(nothing);
  const latest = useRef(form);
  const change = (part: (now: Form) => Form) => {
    latest.current = part(latest.current);
    setForm(latest.current);
  };
  const running = useRef<Promise<boolean> | null>(null);
  const find = async (): Promise<boolean> => {
    const line = await lineFrom(form);
    if (typeof line === 'string') {
      change((now) => ({ ...now, wrong: line }));
      return false;
    }
    onAdd(line);
    // What was typed since is the next one.
    change((now) => (now.sku.trim() === line.sku ? nothing : now));
    return true;
  };
  return {
    ...form,
    type: (typed) => change((now) => ({ ...now, ...typed, wrong: null })),
    add: () => {
      running.current ??= find().finally(() => {
        running.current = null;
      });
      return running.current;
    },
    isTyped: () => latest.current.sku.trim() !== '',
    clear: () => change(() => nothing),
  };
}

/** The line that was typed, or why it is none. */
async function lineFrom(form: Form): Promise<NewLine | string> {
  const sku = form.sku.trim();
  const quantity = Number(form.quantity);
  if (sku === '') return 'Enter the SKU of a product or a raw material.';
  if (!(quantity >= 1)) return 'Enter how many.';
  try {
    const { name } = await call(findItemCall, { query: { sku } });
    return { key: Date.now(), sku, name, quantity, lot_number: null, expected_at: null };
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
    return error.errorMessage;
  }
}
