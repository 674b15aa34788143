import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError, call } from '../../../../platform/call.ts';
import { showAlert, showError, showFailure } from '../../../ui/alerts/alerts.ts';
import type { Kind } from '../kinds.ts';
import { type Category, categoryCalls } from './contract.ts';
import { categoryTexts } from './texts.ts';

type Stored = Category[] | 'failed' | null;

/** The categories of a kind while somebody works on them: `typed` names are not saved yet. */
export function useCategories(kind: Kind) {
  const [stored, setStored] = useStored(kind);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [added, setAdded] = useState('');
  const list = Array.isArray(stored) ? stored : [];
  const named = list.map(({ id, name }) => ({ id, stored: name, name: typed.get(id) ?? name }));
  const renamed = named.filter((each) => each.name !== each.stored);
  /** What others did meanwhile appears, and what was typed stays: it can be saved again. */
  const reload = async () => setStored(await call(categoryCalls[kind].list, {}));
  return {
    stored,
    /** `name` is what is in the field, `stored` what it is called so far. */
    names: named,
    renamed: renamed.length > 0,
    /** The name of a new one, as far as it is typed. */
    added,
    typeAdded: setAdded,
    rename: (id: number, name: string) => setTyped((before) => new Map(before).set(id, name)),
    /** Returns whether it was created. */
    create: () =>
      create(kind, added.trim(), (created) => {
        setStored([...list, created]);
        setAdded('');
      }),
    /** Returns whether they were saved. */
    save: () =>
      save(kind, renamed, reload, (saved) => {
        setStored(saved);
        setTyped(new Map());
      }),
    remove: (id: number) => remove(kind, id, reload, setStored),
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

type Renamed = Category & { stored: string };
type Reload = () => Promise<void>;

/** Sends only what was renamed here: a colleague may have renamed others. */
async function save(kind: Kind, renamed: Renamed[], reload: Reload, done: (saved: Category[]) => void): Promise<boolean> {
  try {
    done(await call(categoryCalls[kind].update, { body: renamed.map(({ id, name, stored }) => ({ id, name, was: stored })) }));
    return true;
  } catch (error) {
    showOwn(error, categoryTexts.notUpdated);
    if (isOutOfDate(error)) await reload().catch(() => undefined);
    return false;
  }
}

async function remove(kind: Kind, id: number, reload: Reload, done: (left: Category[]) => void): Promise<void> {
  try {
    const left: unknown = await call(categoryCalls[kind].delete, { params: { id } });
    // A list with 200; a sentence with 210.
    if (Array.isArray(left)) done(left);
    else showAlert('danger', categoryTexts.inUse);
  } catch (error) {
    showFailure(error, error instanceof CallError && error.status === 0 ? categoryTexts.noReply : categoryTexts.notDeleted);
    if (isOutOfDate(error)) await reload().catch(() => undefined);
  }
}

/** What a person can mend is said in the server's words; anything else in those of this screen. */
function showOwn(error: unknown, sentence: string): void {
  const isTheirs = error instanceof CallError && error.status === 422;
  if (isTheirs || isOutOfDate(error)) showError(error);
  else showFailure(error, sentence);
}

/** Somebody else changed or deleted one meanwhile, or took a name. */
const isOutOfDate = (error: unknown) => error instanceof CallError && (error.status === 409 || error.status === 404);
