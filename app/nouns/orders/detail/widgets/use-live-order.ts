import { useLive, useReload } from '../../../../ui/live/use-live.ts';
import { useWhenNoDialog } from '../../../../ui/live/use-when-no-dialog.ts';

/** Reloads the page's data when this order changes. */
export function useLiveOrder(id: number): void {
  const reload = useWhenNoDialog(useReload(), 1_000);
  useLive(['orders', `order:${id}`], ({ ids }) => {
    if (!ids || ids.length === 0 || ids.includes(id)) reload();
  });
}
