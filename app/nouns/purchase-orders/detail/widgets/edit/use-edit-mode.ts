import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CallError, isRefused } from '../../../../../../platform/call.ts';
import { useHydrated } from '../../../../../ui/hooks/use-hydrated.ts';
import { useSave } from '../../../../../ui/hooks/use-save.ts';
import type { LineEdit } from '../../../../purchase-flow/bodies.ts';
import { savePurchaseOrderCall } from '../../../../purchase-flow/contract/purchase-orders.ts';
import type { Order } from '../order.ts';
import { bodyOf, type Draft, emptyDraft, type Head, isChanged, typedSince, wrongLines } from './draft.ts';
import { type NewLine, type NewLineForm, useNewLine } from './use-new-line.ts';

export type EditMode = Pick<Draft, 'head' | 'lines' | 'added'> & {
  isEditing: boolean;
  isUnsaved: boolean;
  /** A new line that is under way becomes one of the order's lines: nothing of it is changed meanwhile. */
  isSaving: boolean;
  /** The line that is being typed. */
  newLine: NewLineForm;
  /** Why lines were refused, by their ids, and by the keys of new ones. */
  wrong: ReadonlyMap<number, string>;
  toggle: () => void;
  setHead: (change: Head) => void;
  setLine: (id: number, change: Partial<LineEdit>) => void;
  setAdded: (key: number, change: Partial<NewLine> | null) => void;
  save: () => Promise<void>;
};

const none: ReadonlyMap<number, string> = new Map();

/** Edit mode: what a person changed is kept here until it is saved or edit mode is left. */
export function useEditMode(order: Order): EditMode {
  const [params] = useSearchParams();
  const [mayEdit, setEditing] = useState(params.has('edit'));
  // Its fields are for the browser alone.
  const isEditing = useHydrated() && mayEdit;
  const { draft, latest, put, change, wrong, setWrong } = useDraft(order.revision);
  const newLine = useNewLine((line) => change(({ added }) => ({ added: [...added, line] })));
  const saveOrder = useSave();
  const [isSaving, setSaving] = useState(false);
  const end = () => {
    setEditing(false);
    put(emptyDraft);
    newLine.clear();
  };
  const save = async () => {
    // What is typed as a new line is meant as well.
    if (newLine.sku.trim() !== '' && !(await newLine.add())) return;
    const sent = latest.current;
    setSaving(true);
    try {
      await saveOrder(savePurchaseOrderCall, { params: { id: order.id }, body: bodyOf(sent, order.revision) });
    } catch (error) {
      // Who was told of another's change has looked at it when they save again. Nothing else that fails says what others did.
      if (isRefused(error, 'changed_meanwhile')) change(() => ({ since: null }));
      return setWrong(refusedLines(error, sent));
    } finally {
      setSaving(false);
    }
    const rest = typedSince(sent, latest.current, (sent.since ?? order.revision) + 1);
    if (isChanged(rest) || newLine.isTyped()) put(rest);
    else end();
  };
  return {
    ...{ isEditing, isSaving, newLine, wrong, save },
    ...{ head: draft.head, lines: draft.lines, added: draft.added },
    isUnsaved: isChanged(draft) || newLine.sku.trim() !== '',
    toggle: () => (isEditing ? end() : setEditing(true)),
    ...settersOf(change),
  };
}

/** Why lines were refused. @throws what was refused otherwise */
function refusedLines(error: unknown, sent: Draft): ReadonlyMap<number, string> {
  const refused = error instanceof CallError ? wrongLines(error.fields, sent) : none;
  if (refused.size === 0) throw error;
  return refused;
}

const settersOf = (change: ReturnType<typeof useDraft>['change']): Pick<EditMode, 'setHead' | 'setLine' | 'setAdded'> => ({
  setHead: (part) => change(({ head }) => ({ head: { ...head, ...part } })),
  setLine: (id, part) => change(({ lines }) => ({ lines: new Map(lines).set(id, { ...lines.get(id), ...part }) })),
  setAdded: (key, part) =>
    change(({ added }) => ({
      added: added.flatMap((line) => (line.key !== key ? [line] : part === null ? [] : [{ ...line, ...part }])),
    })),
});

/** What others change in the meantime appears on the page; the edit still begins where its first change did. */
function useDraft(revision: number) {
  const [draft, setDraft] = useState(emptyDraft);
  const [wrong, setWrong] = useState(none);
  // A save that waits for a line to be found sends it as well.
  const latest = useRef(draft);
  const put = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    setWrong(none);
  };
  return {
    ...{ draft, latest, put, wrong, setWrong },
    change: (part: (before: Draft) => Partial<Draft>) => {
      const before = latest.current;
      put({ ...before, since: before.since ?? revision, ...part(before) });
    },
  };
}
