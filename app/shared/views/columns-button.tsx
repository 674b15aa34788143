import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../platform/call.ts';
import type { NounName } from '../../base/nouns.ts';
import { showError } from '../../ui/alerts/alerts.ts';
import { lazily } from '../../ui/lazily.tsx';
import { isSame, writeColumns } from '../../ui/list/columns/columns.ts';
import { changeAddress } from '../../ui/list/list-address.ts';
import { openListWithCall } from './contract.ts';

const ColumnChooser = lazily(() => import('./widgets/column-chooser.tsx'));

type Props = {
  entity: NounName;
  /** All columns. */
  columns: readonly { key: string; title: string; extra?: true }[];
  /** The keys of the shown columns, in their order. */
  shown: readonly string[];
};

/** Chooses a list's columns: stored in the address and, unless a view is shown, for the next time this person opens the list. */
export function ColumnsButton({ entity, columns, shown }: Props) {
  const [open, setOpen] = useState(false);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const usual = columns.filter(({ extra }) => !extra).map(({ key }) => key);
  const use = async (chosen: string[]) => {
    const plain = isSame(chosen, usual);
    const ofView = params.has('saved');
    // The address has the columns in any case, so they are shown even if they could not be saved.
    if (!ofView) await call(openListWithCall, { params: { entity }, body: { columns: plain ? null : chosen } }).catch(showError);
    const page = params.get('page');
    const address = changeAddress(params, { columns: plain && !ofView ? null : writeColumns(chosen), page });
    await navigate(address, { preventScrollReset: true, replace: true });
  };
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        data-tone="quiet"
        aria-haspopup="dialog"
        leftSection={<IconColumns3 size={15} stroke={1.7} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Columns
      </Button>
      {open && <ColumnChooser {...{ columns, shown, usual, use }} onClose={() => setOpen(false)} />}
    </>
  );
}
