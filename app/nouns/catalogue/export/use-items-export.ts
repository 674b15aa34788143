import { useState } from 'react';
import { CallError, call } from '../../../../platform/call.ts';
import { stillExporting } from '../../../shared/exports/contract.ts';
import { withRefusal } from '../../../shared/exports/request-export.ts';
import { showAlert, showFailure } from '../../../ui/alerts/alerts.ts';
import type { ItemFilter } from '../bulk/contract.ts';
import { exportAllItemsCall, exportItemsCall, type FilterKind, itemCountCall } from './contract.ts';
import { itemsExportTexts } from './texts.ts';

/** `error`: the link is hidden and the buttons are disabled, until it is tried again. */
export type ExportState = { is: 'idle' | 'working' | 'error' } | { is: 'ready'; link: string };
export type Narrowing = { filterBy: FilterKind; filterArray: (string | number)[] } | { listed: ItemFilter };

/** Exports items: counts them first, then waits for the file. */
export function useItemsExport(entity_id: number, title: string) {
  const [state, setState] = useState<ExportState>({ is: 'idle' });
  const start = async (narrowing: Narrowing | null) => {
    setState({ is: 'working' });
    setState(await exportItems(entity_id, title, narrowing));
  };
  return { state, start, retry: () => setState({ is: 'idle' }) };
}

/** Counts, exports, and shows what came of it. Returns the state after it. */
export async function exportItems(entity_id: number, title: string, narrowing: Narrowing | null): Promise<ExportState> {
  try {
    const [{ count }] = await call(itemCountCall, { query: { entity_id } });
    if (count === 0) {
      showAlert('info', itemsExportTexts.none(title));
      return { is: 'idle' };
    }
  } catch (error) {
    return failed(error, itemsExportTexts.notProcessed);
  }
  try {
    const link = narrowing
      ? await call(exportItemsCall, { params: { entityId: entity_id }, body: narrowing })
      : await call(exportAllItemsCall, { query: { entity_id } });
    showAlert('success', itemsExportTexts.ready);
    return { is: 'ready', link };
  } catch (error) {
    const status = error instanceof CallError ? error.status : 0;
    if (status === 504) {
      showAlert('info', stillExporting);
      return { is: 'idle' };
    }
    if (!narrowing) return failed(error, itemsExportTexts.notProcessed);
    return failed(error, status >= 500 ? itemsExportTexts.notCreated : itemsExportTexts.other);
  }
}

function failed(error: unknown, message: string): ExportState {
  showFailure(error, withRefusal(error, message));
  return { is: 'error' };
}
