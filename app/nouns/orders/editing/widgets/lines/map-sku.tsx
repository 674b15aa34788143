import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../../platform/call.ts';
import { useSignedIn } from '../../../../../people/accounts/sessions/use-signed-in.ts';
import { showError } from '../../../../../ui/alerts/alerts.ts';
import { Skeleton } from '../../../../../ui/blocks/skeleton.tsx';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { OwnForm } from '../../../../../ui/form/own-form.tsx';
import { useQuery } from '../../../../../ui/hooks/use-query.ts';
import { usePress } from '../../../../../ui/use-press.ts';
import { countedWords } from '../../../../../ui/words/counted-words.ts';
import { ProductPicker } from '../../../../links/choice/product-picker.tsx';
import { unitsMissing, usePackUnits } from '../../../../links/choice/use-pack-units.tsx';
import { type Candidate, useProductChoice } from '../../../../links/choice/use-product-choice.ts';
import { mapLineItemCall } from '../../../../links/contract.ts';
import { AtWarehouse } from '../../../../mappings/saves/at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from '../../../../mappings/saves/contract.ts';
import { useConfirmedSave } from '../../../../mappings/saves/use-confirmed-save.tsx';
import { useShowSaved } from '../../../../mappings/saves/use-saved.ts';
import { type Hints, readHints } from '../../../../remedies/hints.ts';
import type { Order } from '../../../detail/widgets/order.ts';
import { useSave } from '../save/use-save.ts';
import { countChanges, type EditSession, useSession } from '../session.ts';

type Props = { line: Order['lines'][number]; order: Order; session: EditSession; onClose: () => void };

/** Asks which warehouse product a line's SKU is; one that is equal is chosen beforehand. */
export function MapSku({ line, order, session, onClose }: Props) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['likely products', order.connection_id, line.sku],
    enabled: line.sku !== '',
    staleTime: 0,
    queryFn: ({ signal }) => readHints({ type: 'unmapped_sku', subject: line.sku, connection_id: order.connection_id }, signal),
  });
  return (
    <Dialog title={`Link product: ${line.sku || line.name}`} size={640} onClose={onClose}>
      {(close) =>
        isPending && line.sku !== '' ? (
          <Skeleton rows={4} />
        ) : (
          <MapForm line={line} order={order} session={session} hints={data} offerFailed={isError} onDone={close} />
        )
      }
    </Dialog>
  );
}

type FormProps = Omit<Props, 'onClose'> & { hints: Hints | undefined; offerFailed: boolean; onDone: () => void };

function MapForm({ line, order, session, hints, offerFailed, onDone }: FormProps) {
  const choice = useProductChoice(hints?.products ?? [], line);
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved('link');
  const accountId = useSignedIn()?.accountId;
  const { chosen } = choice;
  // A line without a SKU is linked alone, as one unit a sale.
  const pack = usePackUnits(line.sku === '' ? null : line, chosen, hints?.units_per_sale);
  const lack = !chosen ? 'Choose the product to link' : pack.unitsFor(chosen) === null ? unitsMissing : null;
  const changes = useSession(session, (state) => countChanges(state, order));
  const save = useSave(order, session);
  const { saveMappings, question, isSaving } = useConfirmedSave();
  const changesTo = (product: Candidate | undefined): PreviewedChange[] => {
    if (product === undefined || line.sku === '') return [];
    const link = { sku: line.sku, product_id: product.id, ...pack.unitsFor(product) };
    return [{ connection: order.connection_id, change: { kind: 'product', links: [link] } }];
  };
  // Each product has its own button: while one is linked, no other is.
  const map = async (product: Candidate) => {
    if (isSaving()) return;
    choice.choose(product.id);
    setMissing(pack.unitsFor(product) === null);
    if (pack.unitsFor(product) === null) return;
    await saveMappings({ title: `Link ${line.sku}?`, verb: 'Link product', changes: changesTo(product), run: () => link(product) });
  };
  const link = async (product: Candidate) => {
    setBusy(true);
    if (changes > 0 && !(await save())) return onDone();
    try {
      const seen = { seen_product_id: line.product_id, ...pack.unitsFor(product) };
      const body = { lineItemId: line.id, productId: product.id, connectorId: order.connection_id, accountId, ...seen };
      showSaved(await call(mapLineItemCall, { body }));
    } catch (error) {
      showError(error);
    }
    onDone();
    await revalidate();
  };
  const { press } = usePress(() => chosen && map(chosen));
  const send = () => {
    if (choice.isTyping) return choice.searchNow();
    setMissing(lack !== null);
    if (lack === null) void press();
  };
  return (
    <OwnForm verb="Link product" busy={busy} failure={isMissing && lack} onSend={send} onClose={onDone}>
      {line.name && line.name !== line.sku && (
        <p>
          {order.source_name} calls it “{line.name}”.
        </p>
      )}
      <ProductPicker choice={choice} link={map} offerFailed={offerFailed} />
      {pack.field}
      <AtWarehouse changes={changesTo(chosen)} />
      {question}
      {changes > 0 && <p>Your {countedWords(changes, 'change')} will be saved first: with its last SKU linked, the order leaves.</p>}
    </OwnForm>
  );
}
