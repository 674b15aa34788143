import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { Panel } from '../../../shared/issues/remedy/panel.tsx';
import { useSend } from '../../../shared/issues/remedy/use-panel.ts';
import { AtWarehouse } from '../../mappings/saves/at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from '../../mappings/saves/contract.ts';
import { type MappingProps, mappingPanel } from '../../mappings/saves/mapping-panel.tsx';
import { useConfirmedSave } from '../../mappings/saves/use-confirmed-save.tsx';
import { Impact } from '../../remedies/impact.tsx';
import { ProductPicker } from '../choice/product-picker.tsx';
import { unitsMissing, usePackUnits } from '../choice/use-pack-units.tsx';
import { useProductChoice } from '../choice/use-product-choice.ts';
import { linkProductCall } from '../contract.ts';

/** Links a channel's SKU to a warehouse product; one that is equal is chosen beforehand, and what looks alike shows what differs. */
export function LinkProduct({ issue, hints, onClose, onDone }: MappingProps) {
  const sold = { sku: issue.subject, name: hints.name ?? '', upc: hints.upc };
  const choice = useProductChoice(hints.products, sold);
  const { send, busy, failure } = useSend();
  const [missing, setMissing] = useState(false);
  const { chosen } = choice;
  const pack = usePackUnits(sold, chosen, hints.units_per_sale);
  const units = pack.unitsFor(chosen);
  const lack = !chosen ? 'Choose the product to link' : units === null ? unitsMissing : null;
  const changes: PreviewedChange[] = chosen
    ? [
        {
          connection: issue.connection_id ?? 0,
          change: { kind: 'product', links: [{ sku: issue.subject, product_id: chosen.id, ...units }] },
        },
      ]
    : [];
  const { saveMappings, question } = useConfirmedSave();
  const link = async () => {
    const saved = await call(linkProductCall, {
      body: {
        connector_product: {
          connector_id: issue.connection_id ?? 0,
          connector_product_sku: issue.subject,
          product_id: chosen?.id ?? null,
          // The issue's sentence names it.
          seen_product_id: hints.gone_product_id,
          seen_units_per_sale: hints.units_per_sale,
          ...units,
        },
      },
    });
    await onDone(saved);
  };
  return (
    <Panel
      title={
        <>
          Link <span className="mono">{issue.subject}</span> to a product
        </>
      }
      impact={<Impact waiting={hints} verb="the link" />}
      verb="Link product"
      busy={busy}
      failure={failure ?? (missing ? lack : null)}
      onSend={() => {
        if (choice.isTyping) return choice.searchNow();
        setMissing(lack !== null);
        if (lack === null) send(() => saveMappings({ title: `Link ${issue.subject}?`, verb: 'Link product', changes, run: link }));
      }}
      onClose={onClose}
    >
      {hints.name && hints.name !== issue.subject && (
        <p>
          {hints.connection_name} calls it “{hints.name}”.
        </p>
      )}
      <ProductPicker choice={choice} />
      {pack.field}
      <AtWarehouse changes={changes} />
      {question}
    </Panel>
  );
}

export default mappingPanel(LinkProduct, 560);
