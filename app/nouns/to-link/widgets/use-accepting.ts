import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { linkProductCall } from '../../links/contract.ts';
import { useAskedFirst } from '../../mappings/saves/use-asked-first.tsx';
import { type Saved, useShowSaved } from '../../mappings/saves/use-saved.ts';
import type { ToLink } from '../contract.ts';

export const keyOf = ({ connection_id, sku }: Pick<ToLink, 'connection_id' | 'sku'>) => `${connection_id} ${sku}`;

export type Accepting = {
  /** The key of the row that offers products to choose from. */
  openKey: string | null;
  open: (sku: ToLink) => void;
  /** Closes it; the focus goes back to its row. */
  close: (sku: ToLink) => void;
  /** Links a SKU to the product with the same SKU or UPC, and goes on. */
  accept: (sku: ToLink) => Promise<void>;
  /** Shows what was saved, and goes on. */
  goOn: (sku: ToLink, saved: Saved) => Promise<void>;
  /** Asked before one is linked that concerns orders at the warehouse. */
  question: React.ReactNode;
};

/** Accepts one SKU after the other: afterwards the next row has the focus, or offers its products. */
export function useAccepting(rows: readonly ToLink[]): Accepting {
  const [openKey, setOpen] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { saveMappings, question } = useAskedFirst();
  useEffect(() => {
    if (focused === null) return;
    mainButton(focused)?.focus();
    setFocused(null);
  }, [focused]);
  const goOn = async (sku: ToLink, saved: Saved, wasOpen: boolean) => {
    const at = rows.findIndex((row) => keyOf(row) === keyOf(sku));
    const next = rows[at + 1] ?? rows[at - 1];
    // One sentence for each SKU, so that each keeps its Undo.
    showSaved({ ...saved, message: `${sku.sku}: ${saved.message}` });
    setOpen(next && wasOpen && !next.equal ? keyOf(next) : null);
    if (next && !(wasOpen && !next.equal)) setFocused(keyOf(next));
    await revalidate();
  };
  return {
    openKey,
    open: (sku) => setOpen(keyOf(sku)),
    close: (sku) => {
      setOpen(null);
      setFocused(keyOf(sku));
    },
    async accept(sku) {
      const { connection_id: connection, sku: code, equal } = sku;
      if (!equal) return;
      const body = {
        connector_product: { connector_id: connection, connector_product_sku: code, product_id: equal.id, seen_product_id: null },
      };
      await saveMappings({
        ...{ title: `Link ${code} to ${equal.sku}?`, verb: 'Link' },
        changes: [{ connection, change: { kind: 'product', links: [{ sku: code, product_id: equal.id }] } }],
        run: async () => goOn(sku, await call(linkProductCall, { body }), false),
      });
    },
    question,
    goOn: (sku, saved) => goOn(sku, saved, true),
  };
}

/** The first button of a row: j and k move from one to the next. */
const mainButton = (key: string) => document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"] button`);
