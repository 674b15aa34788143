import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { showAlert, showError, showFailure } from '../../ui/alerts/alerts.ts';
import type { Kind } from '../kinds.ts';
import { type Category, categoryCalls } from './contract.ts';
import { categoryTexts } from './texts.ts';

/** The categories of a kind while somebody works on them: `typed` names are not saved yet. */
export function useCategories(kind: Kind) {
  const calls = categoryCalls[kind];
  const [stored, setStored] = useState<Category[] | 'failed' | null>(null);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const loading = useRef<AbortController>(undefined);
  const load = useEffectEvent(async () => {
    loading.current = new AbortController();
    const { signal } = loading.current;
    try {
      setStored(await call(calls.list, {}, signal));
    } catch (error) {
      if (signal.aborted) return;
      setStored('failed');
      showFailure(error, categoryTexts.notLoaded);
    }
  });
  useEffect(() => {
    void load();
    return () => loading.current?.abort();
  }, []);
  const list = Array.isArray(stored) ? stored : [];
  return {
    stored,
    /** `name` is what is in the field, `stored` what it is called so far. */
    names: list.map(({ id, name }) => ({ id, stored: name, name: typed.get(id) ?? name })),
    isUnsaved: list.some(({ id, name }) => (typed.get(id) ?? name) !== name),
    rename: (id: number, name: string) => setTyped((before) => new Map(before).set(id, name)),
    /** Returns whether it was created. */
    async create(name: string): Promise<boolean> {
      try {
        const created = await call(calls.create, { body: { category: name } });
        setStored([...list, created]);
        return true;
      } catch (error) {
        showOwn(error, categoryTexts.notCreated);
        return false;
      }
    },
    async save(): Promise<boolean> {
      try {
        setStored(await call(calls.update, { body: list.map(({ id, name }) => ({ id, name: typed.get(id) ?? name })) }));
        setTyped(new Map());
        return true;
      } catch (error) {
        showOwn(error, categoryTexts.notUpdated);
        return false;
      }
    },
    async remove(id: number): Promise<void> {
      try {
        const left: unknown = await call(calls.delete, { params: { id } });
        // A list with 200; a sentence with 210.
        if (Array.isArray(left)) setStored(left);
        else showAlert('danger', categoryTexts.inUse);
      } catch (error) {
        showFailure(error, error instanceof CallError && error.status === 0 ? categoryTexts.noReply : categoryTexts.notDeleted);
      }
    },
  };
}

/** What a person can mend is said in the server's words; anything else in those of this screen. */
function showOwn(error: unknown, sentence: string): void {
  const isTheirs = error instanceof CallError && (error.status === 422 || error.status === 409);
  if (isTheirs) showError(error);
  else showFailure(error, sentence);
}
