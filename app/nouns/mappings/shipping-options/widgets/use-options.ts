import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallError, call } from '../../../../../platform/call.ts';
import { showAlert, showError } from '../../../../ui/alerts/alerts.ts';
import { mostPreviewed, type PreviewedChange } from '../../saves/contract.ts';
import { useAskedFirst } from '../../saves/use-asked-first.tsx';
import { useShowSaved } from '../../saves/use-saved.ts';
import { type SentOption, type ShippingOption, saveMappingCall, saveShippingOptionsCall } from '../contract.ts';

type Values = { description: string; amwareCode: string };
/** What is edited of a code, and what that was when its edit began. */
type Edit = { to: Partial<Values>; from: Partial<Values> };
type Sent = Pick<SentOption, 'connectorCode' | 'description' | 'amwareCode' | 'was'>;

/** The rows of the table as they are edited, and the way to save them. What is not edited stays as colleagues leave it. */
export function useOptions(slug: string, stored: readonly ShippingOption[]) {
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map());
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { saveMappings, question } = useAskedFirst();
  const isFirst = stored.every(({ amwareCode }) => amwareCode === null);
  const rows = stored.map((row) => rowOf(row, edits.get(row.connectorCode)));
  const changed = rows.filter(({ isChanged }) => isChanged);
  const edit = (code: string, change: Partial<Values>) => {
    const row = rows.find(({ connectorCode }) => connectorCode === code);
    if (!row) return;
    const { to, from } = edits.get(code) ?? { to: {}, from: {} };
    const now = 'amwareCode' in change ? { amwareCode: row.now.amwareCode } : { description: row.now.description };
    setEdits(new Map(edits).set(code, { to: { ...to, ...change }, from: { ...now, ...from } }));
  };
  const send = async (codes: Sent[]) => {
    const saved = isFirst
      ? await call(saveMappingCall, { params: { connector: slug }, body: { data: codes } })
      : await call(saveShippingOptionsCall, { params: { name: slug }, body: { codes } });
    showSaved(saved);
    setEdits(new Map());
    await revalidate();
  };
  const refused = async (error: unknown) => {
    showEach(error);
    if (!(error instanceof CallError) || error.code !== 'changed_meanwhile') return;
    // Who was told of another's change has read it when they save again.
    setEdits(new Map([...edits].map(([code, { to }]) => [code, { to, from: {} }])));
    await revalidate();
  };
  const mapsAnew = mappedAnew(slug, rows);
  const save = () =>
    saveMappings({
      ...{ title: 'Save these shipping options?', verb: 'Save', changes: mapsAnew },
      run: () => send(changed.map(sentOf)).catch(refused),
    });
  const accept = (accepted: readonly { connectorCode: string; amwareCode: string }[]) =>
    send(accepted.map((each) => ({ ...each, was: { amwareCode: null } }))).catch(refused);
  return { rows, isFirst, isUnsaved: changed.length > 0, mapsAnew, edit, save, accept, question };
}

function rowOf(row: ShippingOption, { to, from }: Edit = { to: {}, from: {} }) {
  const now = { description: row.description ?? '', amwareCode: row.amwareCode ?? '' };
  const shown = { ...now, ...to };
  const isChanged = shown.description !== now.description || shown.amwareCode !== now.amwareCode;
  return { ...row, now, was: { ...now, ...from }, chosen: shown.amwareCode, words: shown.description, isChanged };
}

/** What saving would map otherwise than before. */
function mappedAnew(connection: string, rows: readonly ReturnType<typeof rowOf>[]): PreviewedChange[] {
  const codes = rows.flatMap(({ connectorCode: code, chosen, now }) => (chosen === now.amwareCode ? [] : { code, to: chosen || null }));
  return codes.length === 0 ? [] : [{ connection, change: { kind: 'shipping', codes: codes.slice(0, mostPreviewed) } }];
}

const sentOf = ({ connectorCode, chosen, words, was }: ReturnType<typeof rowOf>): Sent => ({
  ...{ connectorCode, amwareCode: chosen, description: words },
  was: { description: was.description, amwareCode: was.amwareCode || null },
});

/** Each of a 422's sentences by itself. */
export function showEach(error: unknown): void {
  const messages = error instanceof CallError ? [...new Set(Object.values(error.fields).flat())] : [];
  if (messages.length === 0) showError(error);
  for (const message of messages) showAlert('danger', message);
}
