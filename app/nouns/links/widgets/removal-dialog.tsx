import { Stack } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { NotCounted } from '../../../ui/text/not-counted.tsx';
import { AtWarehouse, useIsListed } from '../../mappings/saves/at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from '../../mappings/saves/contract.ts';
import { type Saved, useShowSaved } from '../../mappings/saves/use-saved.ts';
import { showFailure } from '../listings/link-failure.ts';

type Props = {
  title: string;
  text: string;
  verb: string;
  /** What would stop, in words: undefined until it is counted, null where nothing can. */
  impact: string | undefined | null;
  error: unknown;
  changes: readonly PreviewedChange[];
  disabled?: boolean;
  remove: () => Promise<Saved>;
  onClose: () => void;
};

/** Takes links or products away once that was confirmed, with what would stop and what becomes of orders at the warehouse. */
export function RemovalDialog({ text, impact, error, changes, disabled = false, remove, ...dialog }: Props) {
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved('removal');
  const isListed = useIsListed(changes);
  return (
    <ConfirmDialog
      {...dialog}
      text={
        <Stack gap={8}>
          <p>{text}</p>
          {impact !== null && <Impact counted={impact} error={error} />}
          <AtWarehouse changes={changes} />
        </Stack>
      }
      danger
      disabled={disabled || !isListed}
      run={async () => {
        await remove().then(showSaved, showFailure);
        await revalidate();
      }}
    />
  );
}

export const Impact = ({ counted, error }: { counted: string | undefined; error: unknown }) => (
  <div aria-live="polite">{error ? <NotCounted error={error} /> : <p>{counted ?? 'Counting the orders…'}</p>}</div>
);
