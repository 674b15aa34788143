import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import type { Input } from '../../../../platform/endpoint.ts';
import type { PreviewedChange } from '../../mappings/saves/contract.ts';
import { useConfirmedSave } from '../../mappings/saves/use-confirmed-save.tsx';
import { useShowSaved } from '../../mappings/saves/use-saved.ts';
import { linkProductCall } from '../contract.ts';
import { isOutOfDate, showFailure } from '../listings/link-failure.ts';

/** What saving a link changes: a product, or null for none. */
export const linkChange = (
  connection: PreviewedChange['connection'],
  sku: string,
  product_id: number | null,
  units_per_sale?: number,
): PreviewedChange => ({ connection, change: { kind: 'product', links: [{ sku, product_id, units_per_sale }] } });

type Linking = {
  title: string;
  verb: string;
  danger?: boolean;
  changes: readonly PreviewedChange[];
  product: Input<typeof linkProductCall>['body']['connector_product'];
  /** What was shown is over: it was saved, or somebody else changed it in the meantime. */
  onDone?: () => void;
};

/** Links SKUs of channels, or takes links away; asks first, in `question`, where orders at the warehouse are concerned. */
export function useLinking() {
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved('link');
  const { saveMappings, question } = useConfirmedSave();
  const [busy, setBusy] = useState(false);
  const save = async (product: Linking['product'], onDone?: () => void) => {
    setBusy(true);
    try {
      showSaved(await call(linkProductCall, { body: { connector_product: product } }));
      onDone?.();
    } catch (error) {
      showFailure(error);
      if (isOutOfDate(error)) onDone?.();
    } finally {
      setBusy(false);
      await revalidate();
    }
  };
  const link = ({ product, onDone, ...words }: Linking) => saveMappings({ ...words, run: () => save(product, onDone) });
  return { link, question, busy };
}
