import { useEffect, useState } from 'react';
import { CallError, call } from '../../../../platform/call.ts';
import { showAlert, showError, showFailure } from '../../../ui/alerts/alerts.ts';
import { useQuery, useQueryClient } from '../../../ui/hooks/use-query.ts';
import type { Kind } from '../kinds.ts';
import { type Category, categoryCalls } from './contract.ts';
import { categoryTexts } from './texts.ts';

/** The categories of a kind while somebody works on them: `typed` names are not saved yet. */
export function useCategories(kind: Kind) {
  const { stored, setStored, reload } = useStored(kind);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [added, setAdded] = useState('');
  const list = Array.isArray(stored) ? stored : [];
  const named = list.map(({ id, name }) => ({ id, stored: name, name: typed.get(id) ?? name }));
  const renamed = named.filter((each) => each.name !== each.stored);
  const calls = categoryCalls[kind];
  const attempt = attemptWith(reload);
  return {
    stored,
    /** `name` is what is in the field, `stored` what it is called so far. */
    names: named,
    renamed: renamed.length > 0,
    /** The name of a new one, as far as it is typed. */
    added,
    typeAdded: setAdded,
    rename: (id: number, name: string) => setTyped((before) => new Map(before).set(id, name)),
    create: () =>
      attempt(async () => {
        setStored([...list, await call(calls.create, { body: { category: added.trim() } })]);
        setAdded('');
      }, categoryTexts.notCreated),
    /** Sends only what was renamed here: a colleague may have renamed others. */
    save: () =>
      attempt(async () => {
        setStored(await call(calls.update, { body: renamed.map(({ id, name, stored: was }) => ({ id, name, was })) }));
        setTyped(new Map());
      }, categoryTexts.notUpdated),
    remove: (id: number) => remove(kind, id, setStored, reload),
  };
}

type Reload = () => Promise<unknown>;

/** Returns whether it was done. What others did in the meantime appears, and what was typed stays: it can be saved again. */
const attemptWith = (reload: Reload) => async (work: () => Promise<void>, sentence: string) => {
  try {
    await work();
    return true;
  } catch (error) {
    showOwn(error, sentence);
    if (isOutOfDate(error)) await reload();
    return false;
  }
};

async function remove(kind: Kind, id: number, done: (left: Category[]) => void, reload: Reload): Promise<void> {
  try {
    const left: unknown = await call(categoryCalls[kind].delete, { params: { id } });
    // A list with 200; a sentence with 210.
    if (Array.isArray(left)) done(left);
    else showAlert('danger', categoryTexts.inUse);
  } catch (error) {
    showFailure(error, error instanceof CallError && error.status === 0 ? categoryTexts.noReply : categoryTexts.notDeleted);
    if (isOutOfDate(error)) await reload();
  }
}

/** What is stored, once it is loaded. */
function useStored(kind: Kind) {
  const client = useQueryClient();
  const queryKey = ['categories', kind];
  const { data, error, refetch } = useQuery({
    ...{ queryKey, staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false },
    queryFn: ({ signal }) => call(categoryCalls[kind].list, {}, signal),
  });
  useEffect(() => {
    if (error) showFailure(error, categoryTexts.notLoaded);
  }, [error]);
  return {
    stored: data ?? (error ? ('failed' as const) : null),
    setStored: (stored: Category[]) => client.setQueryData<Category[]>(queryKey, stored),
    reload: () => refetch(),
  };
}

/** What a person can mend is said in the server's words; anything else in those of this screen. */
function showOwn(error: unknown, sentence: string): void {
  const isTheirs = error instanceof CallError && error.status === 422;
  if (isTheirs || isOutOfDate(error)) showError(error);
  else showFailure(error, sentence);
}

/** Somebody else changed or deleted one in the meantime, or took a name. */
const isOutOfDate = (error: unknown) => error instanceof CallError && (error.status === 409 || error.status === 404);
