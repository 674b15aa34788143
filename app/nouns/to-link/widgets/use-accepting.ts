import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { linkProductCall } from '../../links/contract.ts';
import { linkChange } from '../../links/linking/use-linking.ts';
import { useAskedFirst } from '../../mappings/saves/use-asked-first.tsx';
import { type Saved, useShowSaved } from '../../mappings/saves/use-saved.ts';
import type { ToLink } from '../contract.ts';

export const keyOf = ({ connection_id, sku }: Pick<ToLink, 'connection_id' | 'sku'>) => `${connection_id} ${sku}`;

export type Accepting = ReturnType<typeof useAccepting>;

/** Accepts one SKU after the other: afterwards the next row has the focus, or offers its products. */
export function useAccepting(rows: readonly ToLink[]) {
  const [openKey, setOpen] = useState<string | null>(null);
  const focus = useRowFocus();
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { saveMappings, question } = useAskedFirst();
  const goOn = async (sku: ToLink, saved: Saved, wasOpen: boolean) => {
    const at = rows.findIndex((row) => keyOf(row) === keyOf(sku));
    const next = rows[at + 1] ?? rows[at - 1];
    // One sentence for each SKU, so that each keeps its Undo.
    showSaved({ ...saved, message: `${sku.sku}: ${saved.message}` });
    setOpen(next && wasOpen && !next.equal ? keyOf(next) : null);
    if (next && !(wasOpen && !next.equal)) focus(keyOf(next));
    await revalidate();
  };
  return {
    /** The key of the row that offers products to choose from. */
    openKey,
    open: (sku: ToLink) => setOpen(keyOf(sku)),
    /** Closes it; the focus goes back to its row. */
    close(sku: ToLink) {
      setOpen(null);
      focus(keyOf(sku));
    },
    /** Links a SKU to the product with the same SKU or UPC, and goes on. */
    async accept(sku: ToLink) {
      const { connection_id: connection, sku: code, equal } = sku;
      if (!equal) return;
      const product = { connector_id: connection, connector_product_sku: code, product_id: equal.id, seen_product_id: null };
      await saveMappings({
        ...{ title: `Link ${code} to ${equal.sku}?`, verb: 'Link', changes: [linkChange(connection, code, equal.id)] },
        run: async () => goOn(sku, await call(linkProductCall, { body: { connector_product: product } }), false),
      });
    },
    /** Asked before one is linked that concerns orders at the warehouse. */
    question,
    /** Shows what was saved, and goes on. */
    goOn: (sku: ToLink, saved: Saved) => goOn(sku, saved, true),
  };
}

/** Puts the focus on the row with a key, once it is drawn. */
function useRowFocus(): (key: string) => void {
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    if (focused === null) return;
    mainButton(focused)?.focus();
    setFocused(null);
  }, [focused]);
  return setFocused;
}

/** The first button of a row: j and k move from one to the next. */
const mainButton = (key: string) => document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"] button`);
