import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Reply } from '../../../../platform/endpoint.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { PlainForm } from '../../../ui/plain-form.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { usePress } from '../../../ui/use-press.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { AtWarehouse } from '../../mappings/saves/at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from '../../mappings/saves/contract.ts';
import { ProductPicker } from '../choice/product-picker.tsx';
import { UnitsPerSale } from '../choice/units-per-sale.tsx';
import { unitsMissing } from '../choice/use-pack-units.tsx';
import { useProductChoice } from '../choice/use-product-choice.ts';
import type { readLinkCall } from '../contract.ts';
import { linkChange, useLinking } from './use-linking.ts';

type Link = Reply<typeof readLinkCall>;
type Props = { link: Link; connectionId: number; onDone: () => void };

/** Changes a link or takes it away, and says before how many orders that concerns. */
export function LinkForm({ link, connectionId, onDone }: Props) {
  const { id, sku, name, upc, stops, candidates } = link;
  const choice = useProductChoice(candidates, { sku, name: name ?? '', upc }, link.product !== null);
  const [units, setUnits] = useState<number | null>(link.units_per_sale);
  const [isMissing, setMissing] = useState(false);
  const { link: saveLink, question, busy } = useLinking();
  const save = (productId: number | null, unitsPerSale: number) => {
    const target = productId === null ? { id } : { connector_id: connectionId, connector_product_sku: sku };
    return saveLink({
      ...(productId === null ? { title: `Unlink ${sku}?`, verb: 'Unlink', danger: true } : { title: `Link ${sku}?`, verb: 'Change link' }),
      changes: changesTo(link, connectionId, productId, unitsPerSale),
      product: {
        ...{ ...target, product_id: productId, seen_product_id: link.product?.id ?? null, seen_units_per_sale: link.units_per_sale },
        units_per_sale: unitsPerSale,
      },
      onDone,
    });
  };
  // Another number of units may be all that changes.
  const product = choice.chosen ?? (units === link.units_per_sale ? null : link.product);
  const { press: change } = usePress(async () => {
    if (choice.isTyping) return choice.searchNow();
    setMissing(!product || units === null);
    if (product && units !== null) await save(product.id, units);
  });
  return (
    <PlainForm noValidate send={change}>
      <Stack gap={14} fz="sm">
        <Present link={link} />
        <ProductPicker choice={choice} />
        <UnitsPerSale units={units} onChange={setUnits} error={isMissing && units === null && unitsMissing} />
        <AtWarehouse changes={changesTo(link, connectionId, choice.chosen?.id ?? link.product?.id, units)} />
        {question}
        {isMissing && !product && (
          <Text size="sm" c="var(--red)" role="alert">
            Choose the product to link
          </Text>
        )}
        <Group justify="space-between" align="end" gap={8}>
          {link.product && (
            <SubmitButton variant="default" c="var(--red)" disabled={busy} run={() => save(null, link.units_per_sale)}>
              {stops > 0 ? `Unlink, stop ${countedWords(stops, 'order')}` : 'Unlink'}
            </SubmitButton>
          )}
          <DialogButtons onCancel={onDone} leavable={!busy}>
            <SubmitButton busy={busy}>Change link</SubmitButton>
          </DialogButtons>
        </Group>
      </Stack>
    </PlainForm>
  );
}

function Present({ link: { name, sku, connection_name, product, linked_at, linked_by, stops } }: { link: Link }) {
  return (
    <Stack gap={4}>
      {name && name !== sku && (
        <p>
          {connection_name} calls it “{name}”.
        </p>
      )}
      {product ? (
        <p>
          It is linked to <span className="mono">{product.sku}</span> {product.name !== product.sku && <strong>{product.name}</strong>}
          {linked_at && (
            <span className="soft">
              , by {linked_by ?? 'the same SKU'} <Ago at={linked_at} />
            </span>
          )}
          .
        </p>
      ) : (
        <p>It is not linked to a product.</p>
      )}
      {product && (
        <p>
          {stops === 0 ? 'No waiting order goes by this link.' : <StopsText stops={stops} />}{' '}
          <span className="soft">
            Without a link, future orders containing this product will fail and inventory will not be updated until it is linked to another
            product.
          </span>
        </p>
      )}
    </Stack>
  );
}

/** What a save would change: a link to this product, or none. Nothing where that is saved already. */
function changesTo(
  { sku, product, units_per_sale }: Link,
  connection: number,
  productId: number | null | undefined,
  units: number | null,
): PreviewedChange[] {
  if (productId === undefined || units === null || (productId === product?.id && units === units_per_sale)) return [];
  return [linkChange(connection, sku, productId, units)];
}

const StopsText = ({ stops }: { stops: number }) => (
  <>
    <strong>{countedWords(stops, 'order that has not left goes', 'orders that have not left go')}</strong> by this link: with another
    product {stops === 1 ? 'it follows, without one it stops' : 'they follow, without one they stop'}.
  </>
);
