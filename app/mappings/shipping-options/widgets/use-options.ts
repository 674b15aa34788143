import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallError, call } from '../../../../platform/call.ts';
import { useShowSaved } from '../../../mapping-saves/use-saved.ts';
import { showAlert, showError } from '../../../ui/alerts/alerts.ts';
import { type ShippingOption, saveMappingCall, saveShippingOptionsCall } from '../contract.ts';

type Edit = { description?: string; amwareCode?: string };

/** The rows of the table as they are edited, and the way to save them. */
export function useOptions(slug: string, stored: readonly ShippingOption[]) {
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map());
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const isFirst = stored.every(({ amwareCode }) => amwareCode === null);
  const edit = (code: string, change: Edit) => setEdits((now) => new Map(now).set(code, { ...now.get(code), ...change }));
  const rows = stored.map((row) => {
    const { description = row.description ?? '', amwareCode = row.amwareCode ?? '' } = edits.get(row.connectorCode) ?? {};
    const isChanged = description !== (row.description ?? '') || amwareCode !== (row.amwareCode ?? '');
    return { ...row, chosen: amwareCode, words: description, isChanged };
  });
  const changed = rows.filter(({ isChanged }) => isChanged);
  const send = async (codes: { connectorCode: string; description?: string; amwareCode: string }[]) => {
    const saved = isFirst
      ? await call(saveMappingCall, { params: { connector: slug }, body: { data: codes } })
      : await call(saveShippingOptionsCall, { params: { name: slug }, body: { codes } });
    showSaved(saved);
    setEdits(new Map());
    await revalidate();
  };
  const save = () =>
    send(
      changed.map(({ connectorCode, words, chosen }) => ({ connectorCode, amwareCode: chosen, ...(words && { description: words }) })),
    ).catch(showEach);
  const accept = (accepted: readonly { connectorCode: string; amwareCode: string }[]) => send([...accepted]).catch(showEach);
  return { rows, isFirst, isUnsaved: changed.length > 0, edit, save, accept };
}

/** Each of a 422's sentences by itself. */
export function showEach(error: unknown): void {
  const messages = error instanceof CallError ? [...new Set(Object.values(error.fields).flat())] : [];
  if (messages.length === 0) showError(error);
  for (const message of messages) showAlert('danger', message);
}
