import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { CallError, call } from '../../../../../../platform/call.ts';
import { useHydrated } from '../../../../../ui/hooks/use-hydrated.ts';
import type { LineEdit, PurchaseOrderEdit } from '../../../../purchase-flow/bodies.ts';
import { savePurchaseOrderCall } from '../../../../purchase-flow/contract/purchase-orders.ts';
import type { Order } from '../order.ts';
import { useAct } from '../use-act.ts';

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

/** Edit mode: what a person changed is kept here until it is saved or edit mode is left. */
export function useEditMode(order: Order): EditMode {
  const [params] = useSearchParams();
  const [wantsToEdit, setEditing] = useState(params.has('edit'));
  // Its fields are for the browser alone.
  const isEditing = useHydrated() && wantsToEdit;
  const [head, setHead] = useState<Head>({});
  const [lines, setLines] = useState<ReadonlyMap<number, Partial<LineEdit>>>(new Map());
  const [added, setAdded] = useState<readonly NewLine[]>([]);
  const act = useAct();
  // What others change meanwhile appears on the page; the edit still begins where its first change did.
  const [since, setSince] = useState<number | null>(null);
  const begin = () => setSince((known) => known ?? order.revision);
  const end = () => {
    setEditing(false);
    setSince(null);
    setHead({});
    setLines(new Map());
    setAdded([]);
  };
  const save = async () => {
    const edits = [...[...lines].map(([id, change]) => ({ id, ...change })), ...added.map(({ sku, quantity }) => ({ sku, quantity }))];
    const body = { revision: since ?? order.revision, ...head, ...(edits.length > 0 && { lines: edits }) };
    await act(() => call(savePurchaseOrderCall, { params: { id: order.id }, body })).catch((error: unknown) => {
      // Who was told of another's change has looked at it when they save again. Nothing else that fails says what others did.
      if (error instanceof CallError && error.code === 'changed_meanwhile') setSince(null);
      throw error;
    });
    end();
  };
  return {
    ...{ isEditing, head, lines, added, save },
    isUnsaved: Object.keys(head).length + lines.size + added.length > 0,
    toggle: () => (isEditing ? end() : setEditing(true)),
    setHead: (change) => {
      begin();
      setHead({ ...head, ...change });
    },
    setLine: (id, change) => {
      begin();
      setLines(new Map(lines).set(id, { ...lines.get(id), ...change }));
    },
    setAdded: (next) => {
      begin();
      setAdded(next);
    },
  };
}
