import { useState } from 'react';
import { methodWords } from '../../../../base/shipping-methods/method-words.ts';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { RowButton } from '../../../../ui/buttons/row-button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { ShippingOption } from '../contract.ts';

type Accepted = { connectorCode: string; amwareCode: string };

/** Offers to map all codes at once that have the name of one method only. */
export function EqualOptions({
  options,
  onAccept,
}: {
  options: readonly ShippingOption[];
  onAccept: (codes: Accepted[]) => Promise<void>;
}) {
  const [asks, setAsks] = useState(false);
  const pairs = options.flatMap(({ connectorCode, equal }) => (equal ? [{ connectorCode, equal }] : []));
  if (pairs.length === 0) return null;
  return (
    <>
      <Notice actions={<RowButton onClick={() => setAsks(true)}>Map equal names…</RowButton>}>
        {countedWords(pairs.length, 'code has the same name as a shipping method', 'codes have the same names as shipping methods')} of the
        warehouse.
      </Notice>
      {asks && (
        <ConfirmDialog
          title="Map equal names"
          text={
            <ul>
              {pairs.map(({ connectorCode, equal }) => (
                <li key={connectorCode}>
                  <span className="mono">{connectorCode}</span>: {methodWords(equal)}
                </li>
              ))}
            </ul>
          }
          verb={`Map ${countedWords(pairs.length, 'code')}`}
          run={() => onAccept(pairs.map(({ connectorCode, equal }) => ({ connectorCode, amwareCode: equal.code })))}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
