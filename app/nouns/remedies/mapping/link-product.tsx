import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { ProductPicker } from '../../links/choice/product-picker.tsx';
import { useProductChoice } from '../../links/choice/use-product-choice.ts';
import { linkProductCall } from '../../links/contract.ts';
import { AtWarehouse } from '../../mappings/saves/at-warehouse.tsx';
import type { PreviewedChange } from '../../mappings/saves/contract.ts';
import { useAskedFirst } from '../../mappings/saves/use-asked-first.tsx';
import type { Saved } from '../../mappings/saves/use-saved.ts';
import { Panel } from '../panel.tsx';
import type { RemedyIssue } from '../remedy.ts';
import type { Hints } from '../use-hints.ts';
import { useSend } from '../use-panel.ts';
import { Impact } from './impact.tsx';

type Props = { issue: RemedyIssue; hints: Hints; onClose: () => void; onDone: (saved: Saved) => Promise<void> };

/** Links a channel's SKU to a warehouse product; one that is equal is chosen beforehand, and what looks alike shows what differs. */
export function LinkProduct({ issue, hints, onClose, onDone }: Props) {
  const choice = useProductChoice(hints.products, { sku: issue.subject, name: hints.name ?? '', upc: hints.upc });
  const { send, busy, failure } = useSend();
  const [missing, setMissing] = useState(false);
  const { chosen } = choice;
  const changes: PreviewedChange[] = chosen
    ? [{ connection: issue.connection_id ?? 0, change: { kind: 'product', links: [{ sku: issue.subject, product_id: chosen.id }] } }]
    : [];
  const { saveMappings, question } = useAskedFirst();
  const link = async () => {
    const saved = await call(linkProductCall, {
      body: {
        connector_product: {
          connector_id: issue.connection_id ?? 0,
          connector_product_sku: issue.subject,
          product_id: chosen?.id ?? null,
          seen_product_id: null,
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
      failure={failure ?? (missing && !chosen ? 'Choose the product to link' : null)}
      onSend={() => {
        if (choice.isTyping) return choice.searchNow();
        setMissing(!chosen);
        if (chosen) send(() => saveMappings({ title: `Link ${issue.subject}?`, verb: 'Link product', changes, run: link }));
      }}
      onClose={onClose}
    >
      {hints.name && hints.name !== issue.subject && (
        <p>
          {hints.connection_name} calls it “{hints.name}”.
        </p>
      )}
      <ProductPicker choice={choice} />
      <AtWarehouse changes={changes} />
      {question}
    </Panel>
  );
}
