import { useState } from 'react';
import { methodWords } from '../../../../base/shipping-methods/method-words.ts';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { RowButton } from '../../../../ui/buttons/row-button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { AtWarehouse, useIsListed } from '../../saves/at-warehouse/at-warehouse.tsx';
import { previewedCodes } from '../../saves/contract.ts';
import type { ShippingOption } from '../contract.ts';

type Accepted = { connectorCode: string; amwareCode: string; was: string | null };
type Props = { slug: string; options: readonly ShippingOption[]; onAccept: (codes: Accepted[]) => Promise<void> };

/** Offers to map all codes at once that have the name of one method only. */
export function EqualOptions({ slug, options, onAccept }: Props) {
  const pairs = options.flatMap(({ connectorCode, amwareCode: was, equal }) => (equal ? [{ connectorCode, was, equal }] : []));
  if (pairs.length === 0) return null;
  const run = () => onAccept(pairs.map(({ connectorCode, was, equal }) => ({ connectorCode, amwareCode: equal.code, was })));
  return <EqualNotice slug={slug} pairs={pairs} run={run} />;
}

/** What it asks goes with it: once these are mapped, it does not ask about the next code by itself. */
function EqualNotice(about: Omit<DialogProps, 'onClose'>) {
  const { pairs } = about;
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Notice actions={<RowButton onClick={() => setAsks(true)}>Map equal names…</RowButton>}>
        {countedWords(pairs.length, 'code has the same name as a shipping method', 'codes have the same names as shipping methods')} of the
        warehouse.
      </Notice>
      {asks && <EqualDialog {...about} onClose={() => setAsks(false)} />}
    </>
  );
}

type Pair = { connectorCode: string; equal: NonNullable<ShippingOption['equal']> };
type DialogProps = { slug: string; pairs: readonly Pair[]; run: () => Promise<void>; onClose: () => void };

function EqualDialog({ slug, pairs, run, onClose }: DialogProps) {
  const changes = previewedCodes(
    slug,
    'shipping',
    pairs.map(({ connectorCode: code, equal }) => ({ code, to: equal.code })),
  );
  const isListed = useIsListed(changes);
  const text = (
    <>
      <AtWarehouse changes={changes} />
      <ul>
        {pairs.map(({ connectorCode, equal }) => (
          <li key={connectorCode}>
            <span className="mono">{connectorCode}</span>: {methodWords(equal)}
          </li>
        ))}
      </ul>
    </>
  );
  const verb = `Map ${countedWords(pairs.length, 'code')}`;
  return <ConfirmDialog title="Map equal names" text={text} verb={verb} disabled={!isListed} run={run} onClose={onClose} />;
}
