import { useState } from 'react';
import { call } from '../../../../../platform/call.ts';
import { useMay } from '../../../../people/accounts/sessions/use-signed-in.ts';
import { Panel } from '../../../../shared/issues/remedy/panel.tsx';
import type { RemedyIssue } from '../../../../shared/issues/remedy/remedy.ts';
import { useSend } from '../../../../shared/issues/remedy/use-panel.ts';
import { SureSelect } from '../../../../ui/form/choices/sure-select.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { Hints } from '../../../remedies/hints.ts';
import { Impact } from '../../../remedies/impact.tsx';
import { useOrderSave } from '../../../remedies/use-order-save.ts';
import { AtWarehouse } from '../../saves/at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from '../../saves/contract.ts';
import { type MappingProps, mappingPanel } from '../../saves/mapping-panel.tsx';
import { useConfirmedSave } from '../../saves/use-confirmed-save.tsx';
import type { Saved } from '../../saves/use-saved.ts';
import { saveShippingOptionsCall } from '../../shipping-options/contract.ts';

/** Maps a channel's shipping code to a warehouse method or, where the channel gave no code, sets the order's method. */
function MapShipping({ issue, hints, onClose, onDone }: MappingProps) {
  const [method, setMethod] = useState(hints.equal_method);
  const setForOne = useOrderSave(issue.order_id ?? 0, hints.order_revision);
  const [untouched, setUntouched] = useState(true);
  const { send, busy, failure } = useSend();
  const mayMap = useMay('map');
  const code = issue.subject;
  const forAll = mayMap && code !== '';
  const missing = !method && !untouched ? 'Shipping method should be selected' : null;
  const { saveMappings, question } = useConfirmedSave();
  const changes: PreviewedChange[] =
    forAll && method && issue.slug ? [{ connection: issue.slug, change: { kind: 'shipping', codes: [{ code, to: method }] } }] : [];
  const map = async () => {
    if (!method) return;
    await onDone(forAll ? await mapForAll(issue, hints, method) : await setForOne({ shipping_code: method }));
  };
  const save = () => {
    setUntouched(false);
    send(() => saveMappings({ title: `Map ${code}?`, verb: 'Map shipping method', changes, run: map }));
  };
  return (
    <Panel
      title={
        code === '' ? (
          'Choose a shipping method'
        ) : (
          <>
            Map <span className="mono">{code}</span>
          </>
        )
      }
      impact={forAll ? <Impact waiting={hints} verb="the mapping" /> : <OnlyOne code={code} hints={hints} />}
      verb={forAll ? 'Map shipping method' : 'Use for this order'}
      canSend={forAll || Boolean(issue.order_id)}
      busy={busy}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      {(forAll || issue.order_id) && (
        <MethodSelect
          groups={hints.methods}
          value={method}
          onChange={setMethod}
          error={missing}
          from={hints.name === code ? '' : (hints.name ?? '')}
        />
      )}
      <AtWarehouse changes={changes} />
      {question}
    </Panel>
  );
}

function OnlyOne({ code, hints }: { code: string; hints: Hints }) {
  if (code === '') return <>The method is set for this order only; no shipping code of {hints.connection_name} is mapped by it.</>;
  return (
    <>
      Shipping codes are mapped by an admin or account admin of your account. Ask one of them to map {code}: it mends{' '}
      {hints.waiting === 1 ? 'the order that waits' : `all ${countedWords(hints.waiting, 'order')} that wait`} for it.
    </>
  );
}

async function mapForAll({ slug, subject }: RemedyIssue, { name, mapped_method: former }: Hints, amwareCode: string): Promise<Saved> {
  const code = { connectorCode: subject, amwareCode, ...(name && { description: name }), was: { amwareCode: former } };
  return call(saveShippingOptionsCall, { params: { name: slug ?? '' }, body: { codes: [code] } });
}

type MethodProps = {
  groups: Hints['methods'];
  value: string | null;
  onChange: (code: string | null) => void;
  error: string | null;
  /** The channel's name for it; empty where that is the code, which the title has. */
  from: string;
};

/** The warehouse's shipping methods, grouped by carrier. */
function MethodSelect({ groups, value, onChange, error, from }: MethodProps) {
  return (
    <SureSelect
      label="Warehouse shipping method"
      description={
        groups.length === 0
          ? 'The warehouse’s shipping methods are not known yet. They are read with its next sync.'
          : from && `The channel calls it “${from}”.`
      }
      placeholder="Choose a method"
      data={groups.map(({ carrier, methods }) => ({
        group: carrier,
        items: methods.map(({ code, name }) => ({ value: code, label: name })),
      }))}
      value={value}
      onChange={onChange}
      error={error}
      data-autofocus
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

export default mappingPanel(MapShipping);
