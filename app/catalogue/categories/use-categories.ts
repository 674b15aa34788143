import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { showAlert, showError, showFailure } from '../../ui/alerts/alerts.ts';
import type { Kind } from '../kinds.ts';
import { type Category, categoryCalls } from './contract.ts';
import { categoryTexts } from './texts.ts';

type Stored = Category[] | 'failed' | null;

/** The categories of a kind while somebody works on them: `typed` names are not saved yet. */
export function useCategories(kind: Kind) {
  const [stored, setStored] = useStored(kind);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const list = Array.isArray(stored) ? stored : [];
  const named = list.map(({ id, name }) => ({ id, stored: name, name: typed.get(id) ?? name }));
  return {
    stored,
    /** `name` is what is in the field, `stored` what it is called so far. */
    names: named,
    isUnsaved: named.some((each) => each.name !== each.stored),
    rename: (id: number, name: string) => setTyped((before) => new Map(before).set(id, name)),
    /** Returns whether it was created. */
    create: (name: string) => create(kind, name, (created) => setStored([...list, created])),
    save: () =>
      save(kind, named, (saved) => {
        setStored(saved);
        setTyped(new Map());
      }),
    remove: (id: number) => remove(kind, id, setStored),
  };
}

/** What is stored, once it is loaded. */
function useStored(kind: Kind): [Stored, (stored: Stored) => void] {
  const [stored, setStored] = useState<Stored>(null);
  const loading = useRef<AbortController>(undefined);
  const load = useEffectEvent(async () => {
    loading.current = new AbortController();
    const { signal } = loading.current;
    try {
      setStored(await call(categoryCalls[kind].list, {}, signal));
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
  return [stored, setStored];
}

async function create(kind: Kind, category: string, done: (created: Category) => void): Promise<boolean> {
  try {
    done(await call(categoryCalls[kind].create, { body: { category } }));
    return true;
  } catch (error) {
    showOwn(error, categoryTexts.notCreated);
    return false;
  }
}

async function save(kind: Kind, names: Category[], done: (saved: Category[]) => void): Promise<boolean> {
  try {
    done(await call(categoryCalls[kind].update, { body: names.map(({ id, name }) => ({ id, name })) }));
    return true;
  } catch (error) {
    showOwn(error, categoryTexts.notUpdated);
    return false;
  }
}

async function remove(kind: Kind, id: number, done: (left: Category[]) => void): Promise<void> {
  try {
    const left: unknown = await call(categoryCalls[kind].delete, { params: { id } });
    // A list with 200; a sentence with 210.
    if (Array.isArray(left)) done(left);
    else showAlert('danger', categoryTexts.inUse);
  } catch (error) {
    showFailure(error, error instanceof CallError && error.status === 0 ? categoryTexts.noReply : categoryTexts.notDeleted);
  }
}

/** What a person can mend is said in the server's words; anything else in those of this screen. */
function showOwn(error: unknown, sentence: string): void {
  const isTheirs = error instanceof CallError && (error.status === 422 || error.status === 409);
  if (isTheirs) showError(error);
  else showFailure(error, sentence);
}
