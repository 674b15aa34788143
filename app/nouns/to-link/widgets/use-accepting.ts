import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { linkChange } from '../../links/linking/use-linking.ts';
import { useConfirmedSave } from '../../mappings/saves/use-confirmed-save.tsx';
import type { Saved } from '../../mappings/saves/use-saved.ts';
import { linkSeenCall } from '../contract.ts';
import { equalOf, keyOf, type Pair, type SteadyRow, seenOf } from './steady-rows.ts';

export type Accepting = ReturnType<typeof useAccepting>;

/** Accepts one SKU after the other: afterwards the next row has the focus, or offers its products. */
export function useAccepting(rows: readonly SteadyRow[], add: (keys: readonly string[], saved: Saved) => void) {
  const [openKey, setOpen] = useState<string | null>(null);
  const focus = useRowFocus();
  const { revalidate } = useRevalidator();
  const { saveMappings, question } = useConfirmedSave();
  const goOn = async (sku: SteadyRow, saved: Saved, wasOpen: boolean) => {
    const next = nextTo(rows, keyOf(sku));
    add([keyOf(sku)], saved);
    const offers = wasOpen && next && !equalOf(next);
    setOpen(offers ? keyOf(next) : null);
    if (next && !offers) focus(keyOf(next));
    await revalidate();
  };
  return {
    /** The key of the row that offers products to choose from. */
    openKey,
    open: (sku: SteadyRow) => setOpen(keyOf(sku)),
    /** Closes it; the focus goes back to its row. */
    close(sku: SteadyRow) {
      setOpen(null);
      focus(keyOf(sku));
    },
    /** Links a SKU to the product with the same SKU or UPC, and goes on; not where either has changed since it was shown. */
    async accept(sku: SteadyRow) {
      const best = equalOf(sku);
      if (!best) return;
      await saveMappings({
        ...{ title: `Link ${sku.sku} to ${best.sku}?`, verb: 'Link', changes: [linkChange(sku.connection_id, sku.sku, best.id)] },
        run: async () => {
          const saved = await linkAsShown({ ...sku, best });
          await (saved ? goOn(sku, saved, false) : revalidate());
        },
      });
    },
    /** Asked before one is linked that concerns orders at the warehouse. */
    question,
    /** Keeps what was saved in its row, and goes on. */
    goOn: (sku: SteadyRow, saved: Saved) => goOn(sku, saved, true),
  };
}

/** Null where it was left as it is, which is said. */
async function linkAsShown(pair: Pair): Promise<Saved | null> {
  const saved = await call(linkSeenCall, { body: { links: [seenOf(pair)] } });
  if (saved.linked > 0) return saved;
  showAlert('warning', saved.message);
  return null;
}

/** The next row that is not linked yet, else the one before. */
function nextTo(rows: readonly SteadyRow[], key: string): SteadyRow | undefined {
  const at = rows.findIndex((row) => keyOf(row) === key);
  const isLeft = ({ isGone }: SteadyRow) => !isGone;
  return rows.slice(at + 1).find(isLeft) ?? rows.slice(0, Math.max(at, 0)).findLast(isLeft);
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

/** What j and k move to in a row. */
const mainButton = (key: string) => document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"] [data-main]`);
