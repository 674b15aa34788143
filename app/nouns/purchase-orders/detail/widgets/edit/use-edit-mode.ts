import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../../../../../platform/call.ts';
import { useHydrated } from '../../../../../ui/hooks/use-hydrated.ts';
import { useSave } from '../../../../../ui/hooks/use-save.ts';
import type { LineEdit, PurchaseOrderEdit } from '../../../../purchase-flow/bodies.ts';
import { savePurchaseOrderCall } from '../../../../purchase-flow/contract/purchase-orders.ts';
import type { Order } from '../order.ts';

export type NewLine = { key: number; sku: string; quantity: number };
type Head = Omit<PurchaseOrderEdit, 'lines' | 'revision'>;

export type EditMode = {
  isEditing: boolean;
  /** What was changed so far. */
  head: Head;
  lines: ReadonlyMap<number, Partial<LineEdit>>;
  added: readonly NewLine[];
  isUnsaved: boolean;
  toggle: () => void;
  setHead: (change: Head) => void;
  setLine: (id: number, change: Partial<LineEdit>) => void;
  setAdded: (added: NewLine[]) => void;
  save: () => Promise<void>;
};

type Draft = Pick<EditMode, 'head' | 'lines' | 'added'> & { since: number | null };
const empty: Draft = { head: {}, lines: new Map(), added: [], since: null };

/** Edit mode: what a person changed is kept here until it is saved or edit mode is left. */
export function useEditMode(order: Order): EditMode {
  const [params] = useSearchParams();
  const [mayEdit, setEditing] = useState(params.has('edit'));
  // Its fields are for the browser alone.
  const isEditing = useHydrated() && mayEdit;
  const [draft, setDraft] = useState(empty);
  const { head, lines, added } = draft;
  const saveOrder = useSave();
  // What others change meanwhile appears on the page; the edit still begins where its first change did.
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, since: before.since ?? order.revision, ...part }));
  const end = () => {
    setEditing(false);
    setDraft(empty);
  };
  const save = async () => {
    await saveOrder(savePurchaseOrderCall, { params: { id: order.id }, body: bodyOf(draft, order) }).catch((error: unknown) => {
      // Who was told of another's change has looked at it when they save again. Nothing else that fails says what others did.
      if (isRefused(error, 'changed_meanwhile')) setDraft((before) => ({ ...before, since: null }));
      throw error;
    });
    end();
  };
  return {
    ...{ isEditing, head, lines, added, save },
    isUnsaved: Object.keys(head).length + lines.size + added.length > 0,
    toggle: () => (isEditing ? end() : setEditing(true)),
    setHead: (part) => change({ head: { ...head, ...part } }),
    setLine: (id, part) => change({ lines: new Map(lines).set(id, { ...lines.get(id), ...part }) }),
    setAdded: (next) => change({ added: next }),
  };
}

function bodyOf({ head, lines, added, since }: Draft, { revision }: Order): PurchaseOrderEdit {
  const edits = [...[...lines].map(([id, change]) => ({ id, ...change })), ...added.map(({ sku, quantity }) => ({ sku, quantity }))];
  return { revision: since ?? revision, ...head, ...(edits.length > 0 && { lines: edits }) };
}
